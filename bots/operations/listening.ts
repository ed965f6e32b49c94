import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { ParleyError } from '../../core/errors.ts';

/**
 * Maximum connections that the operating system queues until this process accepts them. With Node's default of 511, a crowd's
 * connections fail before Parley can answer them with 429. Linux allows 4,096 (net.core.somaxconn).
 */
const BACKLOG = 4096;

/**
 * How long an idle connection is kept: longer than proxies keep theirs to a server (nginx and AWS's load balancer a minute,
 * Traefik a minute and a half, Caddy two). Node's five seconds end a connection just as a proxy sends a question over it.
 */
const KEEP_IDLE_MS = 125_000;

const listening = (
  server: Server,
  { port, host, setting }: { port: number; host: string | undefined; setting: string },
): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, { port, host, setting })));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });

/** Codes for an address that this machine does not have, or a name without an address. */
const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

const cannotListen = (
  cause: NodeJS.ErrnoException,
  { port, host, setting }: { port: number; host: string | undefined; setting: string },
): ParleyError => {
  if (cause.code !== undefined && NO_ADDRESS.has(cause.code))
    return new ParleyError('BAD_SETTING', {
      message: `This machine has no address ${host} (${cause.code}).`,
      remedy: 'Set PARLEY_HOST to one of its own, such as 127.0.0.1, or to 0.0.0.0 for all of them.',
      cause,
    });
  const message =
    cause.code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program.`
      : `Port ${port} cannot be opened: ${cause.message}.`;
  // Ports below 1,024 are for administrators, and the next one is no better.
  const other = cause.code === 'EACCES' && port < 1024 ? port + 8000 : port + 1;
  return new ParleyError('BAD_SETTING', {
    message,
    remedy: `Set ${setting} to another one, such as ${setting}=${other}.`,
    cause,
  });
};

/**
 * Checks that a port can be opened, before work that a taken port would make useless. Port 0 always can.
 * @throws BAD_SETTING as `serve` does
 */
export const assertCanListen = async (place: {
  port: number;
  host: string | undefined;
  setting: string;
}): Promise<void> => {
  if (place.port === 0) return;
  const server = createServer();
  await listening(server, place);
  await new Promise((resolve) => server.close(resolve));
};

/** How long a closing server waits for its handlers: one may wait for something that never comes. */
const MAX_HANDLER_MS = 2_000;

/** An HTTP server that is listening. */
export interface Listening {
  port: number;
  /**
   * Closes the server and all its connections, including active ones, and waits for handlers that are still at work, so that
   * they do not use a store after it is closed.
   */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server.
 * @param options `port`: 0 picks a free one. `setting`: the name of the port's setting, for the error message
 * @throws BAD_SETTING when the port is taken or may not be opened, or the address is not this machine's
 */
export const serve = async (
  fetch: (request: Request) => Response | Promise<Response>,
  { port, host, setting }: { port: number; host: string | undefined; setting: string },
): Promise<Listening> => {
  const atWork = new Set<Promise<Response>>();
  // Hono's apps get Node's own request and response as a second argument.
  const counted = async (...args: Parameters<typeof fetch>): Promise<Response> => {
    const response = Promise.resolve(fetch(...args));
    atWork.add(response);
    try {
      return await response;
    } finally {
      atWork.delete(response);
    }
  };
  const server = createAdaptorServer({ fetch: counted, hostname: host }) as Server;
  server.keepAliveTimeout = KEEP_IDLE_MS;
  await listening(server, { port, host, setting });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      const timer = new AbortController();
      const limit = sleep(MAX_HANDLER_MS, undefined, { signal: timer.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(atWork), limit]);
      timer.abort();
    },
  };
};
