import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';

/** How long, in ms, and how much of a refused body is still taken in, and thrown away. */
const LINGER_MS = 2000;
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Ends the connection of a request that was too large (413), once its client had time to read the answer: the answer goes
 * out at once with its length, but the connection stays open while the client still sends. Closed at once, a client that
 * is writing meets a broken pipe, and loses the answer that it was sent.
 */
export const closeIfTooLarge = (): MiddlewareHandler => async (c, next) => {
  await next();
  if (c.res.status !== 413) return;
  const answer = new Uint8Array(await c.res.arrayBuffer());
  // Tests may call the app without a server.
  const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(answer),
    async pull(stream) {
      if (incoming) await thrownAway(incoming);
      stream.close();
    },
  });
  const headers = new Headers(c.res.headers);
  headers.set('connection', 'close');
  headers.set('content-length', String(answer.length));
  // Headers of a response that is replaced are merged into the new one, so there must be none.
  c.res = undefined;
  c.res = new Response(body, { status: 413, headers });
};

/** Reads the rest of a body away. @returns when it ended or was cut off, or the limits above are reached */
const thrownAway = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    if (incoming.readableEnded || incoming.destroyed) return resolve();
    let taken = 0;
    const done = (): void => {
      clearTimeout(timer);
      incoming.off('data', count);
      resolve();
    };
    const count = (piece: Buffer): void => {
      taken += piece.length;
      if (taken > LINGER_BYTES) done();
    };
    const timer = setTimeout(done, LINGER_MS);
    // Whoever read the body until it was too large keeps nothing of what follows.
    incoming.removeAllListeners('data');
    incoming.on('data', count).once('end', done).once('close', done).once('error', done);
    incoming.resume();
  });
