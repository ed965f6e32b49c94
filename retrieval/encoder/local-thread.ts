import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ParleyError } from '../../core/errors.ts';
import type { LocalModel } from './local-files.ts';
import type { EncodeReply, EncoderWork } from './local-worker.ts';

/** Stops waiting for `work` when the signal aborts. The work itself continues, because other callers may need it. */
export const raceWithSignal = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work;
  work.catch(() => {}); // avoids an unhandled rejection after the signal has won the race
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

/** A thread that runs one model. */
export interface Thread {
  /** @throws the error that `failed` creates */
  ask(work: EncoderWork): Promise<Made>;
}

/**
 * Starts a model's thread at the first call, and again at the first call after the thread ended.
 * @param ready finds or downloads the model's files
 * @param failed creates the error for a failure of the model or the thread
 * @returns a function that returns the thread, and throws the errors of `ready` and CANCELLED
 */
export const lazyThread = (
  ready: () => Promise<LocalModel>,
  failed: (model: LocalModel, reason: string) => ParleyError,
): ((signal?: AbortSignal) => Promise<Thread>) => {
  let thread: Thread | undefined;
  return async (signal) => {
    if (thread) return thread;
    const model = await raceWithSignal(ready(), signal);
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
 * Starts a thread, which loads the model at the first request. The thread alone does not keep the process alive.
 * @param ended called when the thread has ended
 * @param failed creates the error for a failure of the model or the thread
 */
const startThread = (model: LocalModel, ended: () => void, failed: (reason: string) => ParleyError): Thread => {
  // The worker's file has the same extension as this one: TypeScript from source, JavaScript in the package.
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
        // Keeps the process alive while a reply is pending.
        worker.ref();
        waiting.set(++last, { resolve, reject });
        worker.postMessage({ id: last, ...work });
      }),
  };
};

const cancelled = () =>
  new ParleyError('CANCELLED', { message: 'The encoding was cancelled.', remedy: 'Ask again to start anew.' });
