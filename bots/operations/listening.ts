import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { ParleyError } from '../../core/errors.ts';

/**
 * Maximum connections that the operating system queues until this process accepts them. With Node's default of 511, a crowd's
 * connections fail before Parley can answer them with 429. Linux allows 4,096 (net.core.somaxconn).
 */
const BACKLOG = 4096;

const listening = (
  server: Server,
  { port, host, setting }: { port: number; host: string | undefined; setting: string },
): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new ParleyError('BAD_SETTING', {
          message: taken
            ? `Port ${port} is taken by another program.`
            : `Port ${port} cannot be opened: ${error.message}.`,
          remedy: `Set ${setting} to another one, such as ${setting}=${port + 1}.`,
          cause: error,
        }),
      );
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });

/** An HTTP server that is listening. */
export interface Listening {
  port: number;
  /** Closes the server and all its connections, including active ones. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server.
 * @param options `port`: 0 picks a free one. `setting`: the name of the port's setting, for the error message
 * @throws BAD_SETTING when the port is taken or may not be opened
 */
export const serve = async (
  fetch: (request: Request) => Response | Promise<Response>,
  { port, host, setting }: { port: number; host: string | undefined; setting: string },
): Promise<Listening> => {
  const server = createAdaptorServer({ fetch, hostname: host }) as Server;
  await listening(server, { port, host, setting });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
