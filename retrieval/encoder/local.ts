import { ParleyError } from '../../core/errors.ts';
import type { Encoder } from './encoder.ts';
import { type LocalModel, type ModelLocation, prepareLocalModel } from './local-files.ts';
import { lazyThread, raceWithSignal, type Thread } from './local-thread.ts';
import { tokenMeanOf } from './token-means.ts';

/** Texts per message to the thread. While pages are encoded, a question waits for at most one message: a third of a second. */
const BATCH = 16;
/** Pending messages per call: two keep the thread busy and let messages of other calls in between. */
const AHEAD = 2;

/**
 * An encoder in this process, with ONNX Runtime on a separate thread that starts at the first text and does not keep the
 * process alive. Its files and packages are found or downloaded by `local-files.ts`.
 *
 * @example
 * const encoder = localEncoder('local:all-MiniLM-L6-v2', { folder: '/models', base: 'https://huggingface.co', consent: false });
 * @throws from `embed`: ENCODER_UNAVAILABLE with what is missing or broken, CANCELLED. Later calls try again
 */
export const localEncoder = (name: string, place: ModelLocation): Encoder & TokenMean => {
  const started = lazyThread(() => prepareLocalModel(name, place), failed);
  const coverage: Encoder['coverage'] = async (question, texts, signal, withinMs = Number.POSITIVE_INFINITY) => {
    const until = Date.now() + withinMs;
    const work = (await started(signal)).ask({ kind: 'coverage', question, texts: [...texts], until });
    const reply = await raceWithSignal(work, signal);
    return 'shares' in reply ? reply.shares : [];
  };
  return {
    name,
    async embed(texts, signal) {
      return raceWithSignal(encodeAll(await started(signal), texts, signal), signal);
    },
    ...(tokenMeanOf(name) && { coverage }),
    async tokenMean(texts) {
      const reply = await (await started()).ask({ kind: 'token-mean', texts: [...texts] });
      return 'vectors' in reply ? reply.vectors[0] : undefined;
    },
  };
};

/** Computes the mean of a model's token outputs, for `evals/search/measure-token-mean.ts`. */
interface TokenMean {
  tokenMean(texts: readonly string[]): Promise<Float32Array | undefined>;
}

/** Sends texts of similar length together, because padding takes as long as text. Returns vectors in the order of `texts`. */
const encodeAll = async (thread: Thread, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
  const order = texts.map((_, at) => at).sort((a, b) => texts[a]!.length - texts[b]!.length);
  const vectors = new Array<Float32Array>(texts.length);
  const batches = Array.from({ length: Math.ceil(order.length / BATCH) }, (_, i) =>
    order.slice(i * BATCH, (i + 1) * BATCH),
  );
  const lane = async () => {
    // Stops sending after a failure or the signal.
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
