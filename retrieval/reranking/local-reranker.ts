import { asParleyError, isParleyError, ParleyError } from '../../core/errors.ts';
import type { LocalModel, ModelLocation } from '../encoder/local-files.ts';
import { prepareLocalModel } from '../encoder/local-files.ts';
import { lazyThread, raceWithSignal, type Thread } from '../encoder/local-thread.ts';
import { passageText } from '../passage-text.ts';
import { knownReranker } from './known-rerankers.ts';
import { type Reranker, type Reranking, rerankerUnavailable } from './reranker.ts';

/** Pairs per message to the thread. A cancelled search still takes one message: half a second of a small model. */
const BATCH = 4;
/** After this time, no further passages are scored. A small model scores thirty in less, a large one only the best few. */
const ENOUGH_MS = 3_000;
/** Time limit of a search for reranking. Loading a large model at the first search takes seconds. */
export const LOCAL_TIMEOUT_MS = 10_000;

/**
 * A cross-encoder in this process, on a separate thread like the local encoder. It is loaded at the first search. It scores a
 * few pairs at a time, so that a cancelled search stops soon. Passages that are not scored within `enoughMs` have no score.
 *
 * @example
 * const reranker = localReranker('local:ms-marco-MiniLM-L-6-v2', { folder: '/models', base: '', consent: false });
 * @throws from `score`: RERANKER_UNAVAILABLE with what is missing or broken, CANCELLED. Later calls try again
 */
export const localReranker = (
  name: string,
  place: ModelLocation,
  { enoughMs = ENOUGH_MS }: { enoughMs?: number } = {},
): Reranker => {
  const started = lazyThread(() => prepareLocalModel(name, place), failed);
  return {
    name,
    async score(question, passages, signal) {
      if (passages.length === 0) return { scores: [], cost: { calls: 0 } };
      try {
        return await scoreBest(await started(signal), question, passages.map(passageText), { signal, enoughMs });
      } catch (error) {
        throw isParleyError(error, 'ENCODER_UNAVAILABLE') ? asUnavailable(name, asParleyError(error)) : error;
      }
    },
  };
};

/** Scores texts in the search's order until the time is up. The others have no score. */
const scoreBest = async (
  thread: Thread,
  question: string,
  texts: readonly string[],
  { signal, enoughMs }: { signal?: AbortSignal; enoughMs: number },
): Promise<Reranking> => {
  const scores = new Array<number | undefined>(texts.length).fill(undefined);
  const startedAt = performance.now();
  let [read, tokens] = [0, 0];
  while (read < texts.length && (read === 0 || performance.now() - startedAt < enoughMs)) {
    const batch = texts.slice(read, read + BATCH);
    const reply = await raceWithSignal(thread.ask({ kind: 'relevance', question, texts: batch }), signal);
    if (!('relevances' in reply)) break;
    for (const [i, relevance] of reply.relevances.entries()) scores[read + i] = logistic(relevance);
    tokens += reply.tokens;
    read += batch.length;
  }
  return { scores, read, cost: { calls: 1, tokens } };
};

/** Converts a logit to a score from 0 to 1, the scale of providers. */
const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

const failed = ({ name, onnx, packagesFrom }: LocalModel, reason: string): ParleyError =>
  rerankerUnavailable(name, reason.trim().replace(/\.$/, ''), {
    remedy: `Check ${onnx} and the packages beside ${packagesFrom}, or unset PARLEY_RERANKER.`,
  });

/** Converts the error for missing files of an encoder, with a remedy for the reranker. */
const asUnavailable = (name: string, { message, details, cause }: ParleyError): ParleyError => {
  const known = knownReranker(name);
  return new ParleyError('RERANKER_UNAVAILABLE', {
    message: message.replace(/^The encoder/, 'The reranker'),
    remedy: known
      ? `Put its files there, from ${known.repository} (about ${known.megabytes} MB${known.sizeFrom === 'estimate' ? ', estimated' : ''}, ${known.licence}; Parley has no checksum of them); the packages come with \`parley doctor --fix\` for a local encoder, or beside Parley by npm.`
      : 'Put its files there, as docs/search.md lays them out.',
    details: { ...details, calls: 0 },
    cause,
  });
};
