import type { SocketModeReceiver } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 60_000;

/**
 * Keeps a Socket Mode connection open. The client's own reconnection is disabled: when Slack refuses a new connection, such
 * as after a revoked token or a long network failure, it rejects a promise that no code can catch, which would end the
 * process. This function retries with exponential backoff for as long as Parley runs.
 */
export const keepConnected = (client: SocketModeReceiver['client'], { clock, log }: { clock: Clock; log: Log }) => {
  let closed = false;
  let connecting = false;
  let pause = FIRST_PAUSE_MS;

  const reconnect = async () => {
    if (connecting || closed) return;
    connecting = true;
    while (!closed) {
      try {
        await client.start();
        pause = FIRST_PAUSE_MS;
        break;
      } catch (error) {
        log.warn({ err: error, pause }, 'Slack could not be reached; trying again');
        await clock.sleep(pause);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      }
    }
    connecting = false;
  };
  // Slack closes connections every few hours. The first attempt to reconnect follows at once, whatever the reason.
  client.on('disconnected', () => void reconnect());
  client.on('error', (error: unknown) => log.debug({ err: error }, 'the socket to Slack failed'));
  return {
    close() {
      closed = true;
    },
  };
};
