import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listening } from './listening.ts';
import { type OperationParts, operationRoutes } from './routes.ts';

/**
 * Serves the addresses for operators in a process that has no web chat, such as a worker.
 * @param port 0 for any free one
 * @throws BAD_SETTING when the port is taken or may not be opened
 */
export const startOperations = async ({
  port,
  host,
  ...parts
}: OperationParts & { port: number; host: string }): Promise<{ port: number; close(): Promise<void> }> => {
  const server = createAdaptorServer({ fetch: operationRoutes(parts).fetch, hostname: host }) as Server;
  await listening(server, { port, host, setting: 'PARLEY_METRICS_PORT' });
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
