import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { ParleyError } from '../../core/errors.ts';

/**
 * Connections that the system may hold until this process takes them in. Node's own 511 breaks those of a crowd before
 * anybody can tell them to come back later; Linux allows 4,096 (net.core.somaxconn).
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

/** A server of HTTP that listens. */
export interface Listening {
  port: number;
  /** Ends it with its connections, also those under way. */
  close(): Promise<void>;
}

/**
 * Serves requests at a port.
 * @param options `port` is 0 for any free one; `setting` names it, for the remedy
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
