import { ParleyError } from '../../core/errors.ts';
import type { Encoder } from './encoder.ts';
import { type LocalModel, type LocalPlace, readyLocalModel } from './local-supply.ts';
import { lazyThread, orCancelled, type Thread } from './local-thread.ts';
import { tokenMeanOf } from './token-means.ts';

/** Texts a message to the thread: what a question waits for at most while pages are encoded, a third of a second. */
const BATCH = 16;
/** Messages of one call under way: the thread never waits for the next one, and other calls get their turn between. */
const AHEAD = 2;

/**
 * An encoder in this process: ONNX Runtime on a thread of its own, loaded at the first text and not kept alive by itself.
 * Its files and packages are found or fetched by `local-supply.ts`.
 *
 * @example
 * const encoder = localEncoder('local:all-MiniLM-L6-v2', { folder: '/models', base: 'https://huggingface.co', consent: false });
 * @throws at `embed`: ENCODER_UNAVAILABLE naming what is missing or broken, CANCELLED; a later call tries again
 */
export const localEncoder = (name: string, place: LocalPlace): Encoder & TokenMean => {
  const started = lazyThread(() => readyLocalModel(name, place), failed);
  const coverage: Encoder['coverage'] = async (question, texts, signal) => {
    const work = (await started(signal)).ask({ kind: 'coverage', question, texts: [...texts] });
    const reply = await orCancelled(work, signal);
    return 'shares' in reply ? reply.shares : [];
  };
  return {
    name,
    async embed(texts, signal) {
      return orCancelled(encodeAll(await started(signal), texts, signal), signal);
    },
    ...(tokenMeanOf(name) && { coverage }),
    async tokenMean(texts) {
      const reply = await (await started()).ask({ kind: 'token-mean', texts: [...texts] });
      return 'vectors' in reply ? reply.vectors[0] : undefined;
    },
  };
};

/** For measuring the mean of a model's token outputs, which ships beside the code (`token-means.ts`). */
interface TokenMean {
  tokenMean(texts: readonly string[]): Promise<Float32Array | undefined>;
}

/** Texts of like length share a message, because padding costs as much as text; the vectors come back in the texts' order. */
const encodeAll = async (thread: Thread, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
  const order = texts.map((_, at) => at).sort((a, b) => texts[a]!.length - texts[b]!.length);
  const vectors = new Array<Float32Array>(texts.length);
  const batches = Array.from({ length: Math.ceil(order.length / BATCH) }, (_, i) =>
    order.slice(i * BATCH, (i + 1) * BATCH),
  );
  const lane = async () => {
    // A call that failed or is over sends no more.
    for (let batch = batches.shift(); batch && !signal?.aborted; batch = batches.shift()) {
      const reply = await thread
        .ask({ kind: 'embed', texts: batch.map((at) => texts[at]!) })
        .catch((error: unknown) => {
          batches.length = 0;
          throw error;
        });
      const made = 'vectors' in reply ? reply.vectors : [];
      for (const [i, at] of batch.entries()) vectors[at] = made[i]!;
    }
  };
  await Promise.all(Array.from({ length: AHEAD }, lane));
  return vectors;
};

const failed = ({ name, onnx, packagesFrom }: LocalModel, reason: string): ParleyError =>
  new ParleyError('ENCODER_UNAVAILABLE', {
    message: `The encoder ${name} failed: ${reason.trim().replace(/\.$/, '')}.`,
    remedy: `Check ${onnx} and the packages beside ${packagesFrom} (delete what is broken and run \`parley doctor --fix\`), or unset PARLEY_EMBEDDINGS to search by words alone.`,
  });
