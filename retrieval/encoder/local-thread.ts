import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ParleyError } from '../../core/errors.ts';
import type { LocalModel } from './local-supply.ts';
import type { EncodeReply, EncoderWork } from './local-worker.ts';

/** Ends the wait with the signal. The work goes on for others: a fetch that was begun, a batch that the thread is at. */
export const orCancelled = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work;
  work.catch(() => {}); // met by the race, unless that is over
  if (signal.aborted) throw cancelled();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(cancelled());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

type Made = Exclude<EncodeReply, { error: string }>;

/** A model's thread. */
export interface Thread {
  /** @throws what `failed` makes of the reason */
  ask(work: EncoderWork): Promise<Made>;
}

/**
 * A model's thread, started at the first call and again at the first one after it ended.
 * @param ready finds the model's files, or fetches them
 * @param failed what a failure of the model, or of the thread, is to its caller
 * @returns the thread; it throws what `ready` throws, and CANCELLED with the signal
 */
export const lazyThread = (
  ready: () => Promise<LocalModel>,
  failed: (model: LocalModel, reason: string) => ParleyError,
): ((signal?: AbortSignal) => Promise<Thread>) => {
  let thread: Thread | undefined;
  return async (signal) => {
    if (thread) return thread;
    const model = await orCancelled(ready(), signal);
    thread ??= startThread(
      model,
      () => {
        thread = undefined;
      },
      (reason) => failed(model, reason),
    );
    return thread;
  };
};

/**
 * Starts the thread that loads a model at the first work, and which does not keep the process alive by itself.
 * @param ended hears that it is no more: the next work wants another one
 * @param failed what a failure of the model, or of the thread, is to its caller
 */
const startThread = (model: LocalModel, ended: () => void, failed: (reason: string) => ParleyError): Thread => {
  // From source the thread runs TypeScript, built it runs JavaScript: the neighbour has this file's extension.
  const worker = new Worker(new URL(`./local-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: model,
  });
  const waiting = new Map<number, { resolve(made: Made): void; reject(error: Error): void }>();
  let last = 0;
  const failAll = (reason: string) => {
    ended();
    for (const { reject } of waiting.values()) reject(failed(reason));
    waiting.clear();
  };
  worker.on('message', (reply: EncodeReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in reply) asked?.reject(failed(reply.error));
    else asked?.resolve(reply);
  });
  worker.on('error', (error) => failAll(error.message));
  worker.on('exit', () => failAll('its thread ended'));
  worker.unref();
  return {
    ask: (work) =>
      new Promise((resolve, reject) => {
        // While somebody waits for a reply the process must not end.
        worker.ref();
        waiting.set(++last, { resolve, reject });
        worker.postMessage({ id: last, ...work });
      }),
  };
};

const cancelled = () =>
  new ParleyError('CANCELLED', { message: 'The encoding was cancelled.', remedy: 'Ask again to start anew.' });
