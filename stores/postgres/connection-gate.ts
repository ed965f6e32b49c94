import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { ConnectionState } from '../connections.ts';
import type { Patiently } from './patiently.ts';
import { gaveNoConnection, wasCutOff } from './server-error.ts';

/** A connection that nobody else uses until it is released. */
export interface LeasedConnection {
  client: pg.PoolClient;
  /** @param broken closes the connection, because its state is unknown */
  release(broken?: Error): void;
}

export interface ConnectionGate {
  /**
   * Waits for the next connection that is free, or a new one, whichever comes first.
   * @param priority who has a higher one goes first
   * @param waitMs a longer wait throws STORE_UNAVAILABLE
   * @throws STORE_UNAVAILABLE; errors of the driver when there is no connection and none can be made
   */
  acquire(options?: { priority?: number; waitMs?: number }): Promise<LeasedConnection>;
  state(): ConnectionState;
}

export interface GateOptions {
  /** The most connections. */
  most: number;
  /** How long whoever waits is patient with a server that gives no connection at all, in milliseconds. */
  connectMs: number;
  /** How long they wait while others use the connections that there are, in milliseconds. */
  maxWaitMs: number;
  /** The server's address, for errors. */
  server: string;
  /** Waits for the server while there is no connection at all. */
  patiently: Patiently;
  log: Pick<Log, 'warn'>;
}

/** The pause before a further connection is asked for, after the server gave none, and after another failure. */
const REFUSED_MS = 15_000;
const FAILED_MS = 250;
/** Somebody who came this much later than the attempt began has waited for all of it. */
const ALMOST_MS = 250;

interface Waiting {
  priority: number;
  since: number;
  grant(connection: LeasedConnection): void;
  fail(error: unknown): void;
}

/**
 * Hands out a pool's connections by priority. The driver's pool lets whoever finds none free wait for a connection of their
 * own: where a server refuses further ones they fail, and where a pooler keeps them waiting they wait in vain, although others
 * are free a moment later. Here connections are made one after another, for whoever is first in the line by then.
 */
export const createConnectionGate = (
  pool: pg.Pool,
  { most, connectMs, maxWaitMs, server, patiently, log }: GateOptions,
): ConnectionGate => {
  const line: Waiting[] = [];
  /** Free connections that are on their way to somebody. */
  let promised = 0;
  let isGrowing = false;
  let isConnecting = false;
  let growAfter = Number.NEGATIVE_INFINITY;
  /** How many connections there were when the server gave no further one. */
  let refusedAt: number | undefined;

  const serve = (): void => {
    while (line.length > 0 && pool.idleCount > promised) {
      const next = line.shift()!;
      promised += 1;
      pool
        .connect()
        .finally(() => {
          promised -= 1;
        })
        .then((client) => next.grant(lease(client)), next.fail);
    }
    if (line.length > 0) void grow();
  };

  const lease = (client: pg.PoolClient): LeasedConnection => {
    let failure: Error | undefined;
    const onError = (error: Error) => {
      failure = error;
    };
    client.on('error', onError);
    return {
      client,
      release(broken = failure) {
        client.off('error', onError);
        client.release(broken);
        serve();
      },
    };
  };

  const grow = async (): Promise<void> => {
    const isFirst = pool.totalCount === 0;
    if (isGrowing || pool.totalCount >= most || (!isFirst && performance.now() < growAfter)) return;
    isGrowing = true;
    try {
      // The pool would give this a connection that is promised.
      while (promised > 0) await setImmediate();
      if (pool.idleCount > 0) return;
      const client = await (isFirst ? patiently(connect, wasCutOff) : connect());
      client.release();
      if (refusedAt !== undefined && pool.totalCount > refusedAt) {
        refusedAt = undefined;
        log.warn({ server }, 'Postgres gives this process further connections again');
      }
    } catch (error) {
      if (pool.totalCount > 0) noteRefusal(error);
      else failLine(error);
    } finally {
      isGrowing = false;
      serve();
    }
  };

  const connect = (): Promise<pg.PoolClient> => {
    isConnecting = true;
    return pool.connect().finally(() => {
      isConnecting = false;
    });
  };

  const noteRefusal = (error: unknown): void => {
    const isRefused = gaveNoConnection(error);
    const pauseMs = isRefused ? REFUSED_MS : FAILED_MS;
    growAfter = performance.now() + pauseMs;
    // Nobody may release one until then: who holds the lock of a change waits for a second.
    setTimeout(serve, pauseMs + 1).unref();
    if (!isRefused) return;
    if (refusedAt === undefined)
      log.warn(
        { err: error, server, connections: pool.totalCount, most },
        'Postgres gives this process no further connection; it goes on with those that it has, slower',
      );
    refusedAt = pool.totalCount;
  };

  /** Fails whoever waits, with the error that there is no connection at all. Who has just come waits for another attempt. */
  const failLine = (error: unknown): void => {
    const before = performance.now() - (gaveNoConnection(error) ? connectMs - ALMOST_MS : 0);
    for (const waiting of line.filter(({ since }) => since <= before)) {
      line.splice(line.indexOf(waiting), 1);
      waiting.fail(error);
    }
  };

  const tooLong = () =>
    new ParleyError('STORE_UNAVAILABLE', {
      message: 'Postgres has more to do for Parley than it can.',
      remedy:
        refusedAt === undefined
          ? 'Look at its load, or let fewer questions run at once (PARLEY_AT_ONCE).'
          : `It gave this process only ${refusedAt} of ${most} connections: give it more, at least 2, or let fewer questions run at once (PARLEY_AT_ONCE).`,
      details: { server },
    });

  return {
    state: () => ({ open: pool.totalCount - (isConnecting ? 1 : 0), most, isRefusedMore: refusedAt !== undefined }),
    acquire: ({ priority = 0, waitMs = maxWaitMs } = {}) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const place = line.indexOf(waiting);
          if (place < 0) return;
          line.splice(place, 1);
          reject(tooLong());
        }, waitMs);
        const waiting: Waiting = {
          priority,
          since: performance.now(),
          grant(connection) {
            clearTimeout(timer);
            resolve(connection);
          },
          fail(error) {
            clearTimeout(timer);
            reject(error);
          },
        };
        const place = line.findIndex((other) => other.priority < priority);
        line.splice(place < 0 ? line.length : place, 0, waiting);
        serve();
      }),
  };
};
