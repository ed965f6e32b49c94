import type { SocketModeReceiver } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 60_000;

/**
 * Keeps a Socket Mode connection open. The client's own reconnecting is switched off: when Slack refuses it a new address
 * (a token revoked, a network that is down for long) it rejects a promise that nobody can catch, which ends the process
 * with the web page in it. Here it is tried again, for as long as Parley runs, less and less often.
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
  // Slack recycles connections every few hours; a socket that went for whatever reason is opened again at once.
  client.on('disconnected', () => void reconnect());
  client.on('error', (error: unknown) => log.debug({ err: error }, 'the socket to Slack failed'));
  return {
    close() {
      closed = true;
    },
  };
};
