import type { ProgressNotification } from '@modelcontextprotocol/server';

/** Clients give up a call after a minute without a word (the MCP SDKs' default), and a slow model may think for longer. */
const REPEAT_MS = 15_000;

/**
 * Tells a client that asked for progress what a tool does: each step, and the last one again while it goes on.
 * @param progressToken undefined if the client did not ask, and then nothing is sent
 */
export const createProgress = (
  notify: (notification: ProgressNotification) => Promise<void>,
  progressToken: string | number | undefined,
) => {
  let progress = 0;
  let message = '';
  const send = async () => {
    if (progressToken === undefined) return;
    progress += 1;
    // A client that has left needs no word; the call itself finds out.
    await notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  };
  const repeating = progressToken === undefined ? undefined : setInterval(() => void send(), REPEAT_MS);
  return {
    async tell(step: string): Promise<void> {
      message = step;
      await send();
    },
    end: () => clearInterval(repeating),
  };
};
