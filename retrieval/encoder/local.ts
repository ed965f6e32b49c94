import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ParleyError } from '../../core/errors.ts';
import type { Encoder } from './encoder.ts';
import { type LocalModel, type ModelsPlace, readyLocalModel } from './local-model.ts';
import type { EncodeReply } from './local-worker.ts';

/** Texts a message to the thread: a cancelled call wastes one of these at most. */
const BATCH = 128;

/**
 * An encoder in this process: ONNX Runtime on a thread of its own, loaded at the first text and not kept alive by itself.
 * Needs `onnxruntime-node` and `@huggingface/tokenizers`, which Parley does not install (290 MB that most do without).
 *
 * @example
 * const encoder = localEncoder('local:all-MiniLM-L6-v2', { folder: '/models', base: 'https://huggingface.co', consent: false });
 * @throws at the first `embed`: ENCODER_UNAVAILABLE naming the package or file that is missing
 */
export const localEncoder = (name: string, place: ModelsPlace): Encoder => {
  let thread: Thread | undefined;
  return {
    name,
    async embed(texts, signal) {
      if (!thread) {
        const model = await orCancelled(readyLocalModel(name, place), signal);
        thread ??= startThread(model, () => {
          thread = undefined;
        });
      }
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        if (signal?.aborted) throw cancelled();
        vectors.push(...(await thread.encode(texts.slice(at, at + BATCH))));
      }
      return vectors;
    },
  };
};

/** A fetch that was begun goes on for the next call when this one's wait is over. */
const orCancelled = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (!signal) return work;
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

interface Thread {
  encode(texts: readonly string[]): Promise<Float32Array[]>;
}

const startThread = (model: LocalModel, ended: () => void): Thread => {
  // From source the thread runs TypeScript, built it runs JavaScript: the neighbour has this file's extension.
  const worker = new Worker(new URL(`./local-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: model,
  });
  const waiting = new Map<number, { resolve(vectors: Float32Array[]): void; reject(error: Error): void }>();
  let last = 0;
  const failAll = (reason: string) => {
    ended();
    for (const { reject } of waiting.values()) reject(unavailable(model.name, reason));
    waiting.clear();
  };
  worker.on('message', (reply: EncodeReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('vectors' in reply) asked?.resolve(reply.vectors);
    else asked?.reject(unavailable(model.name, reply.error));
  });
  worker.on('error', (error) => failAll(error.message));
  worker.on('exit', () => failAll('its thread ended'));
  worker.unref();
  return {
    encode: (texts) =>
      new Promise((resolve, reject) => {
        // While somebody waits for a reply the process must not end.
        worker.ref();
        waiting.set(++last, { resolve, reject });
        worker.postMessage({ id: last, texts: [...texts] });
      }),
  };
};

const unavailable = (name: string, reason: string) => {
  const missing = /Cannot find (?:package|module) '([^']+)'/.exec(reason)?.[1];
  return new ParleyError('ENCODER_UNAVAILABLE', {
    message: missing
      ? `PARLEY_EMBEDDINGS=${name} needs the package ${missing}.`
      : `The encoder ${name} failed: ${reason}.`,
    remedy: missing
      ? 'Run `npm install --no-save --ignore-scripts onnxruntime-node @huggingface/tokenizers`, or use an embeddings server.'
      : 'Check the files in PARLEY_MODELS, or unset PARLEY_EMBEDDINGS to search by words alone.',
  });
};

const cancelled = () =>
  new ParleyError('CANCELLED', { message: 'The encoding was cancelled.', remedy: 'Ask again to start anew.' });
