import { asParleyError, isParleyError, ParleyError } from '../../core/errors.ts';
import type { LocalModel, LocalPlace } from '../encoder/local-supply.ts';
import { readyLocalModel } from '../encoder/local-supply.ts';
import { lazyThread, orCancelled, type Thread } from '../encoder/local-thread.ts';
import { passageText } from '../passage-text.ts';
import { knownReranker } from './known-rerankers.ts';
import { type Reranker, type Reranking, rerankerUnavailable } from './reranker.ts';

/** Pairs a message to the thread: what a question that is over still takes, half a second of a small model. */
const BATCH = 4;
/** After this no further passages are begun: a small model reads thirty in less, a large one only the best few. */
const ENOUGH_MS = 3_000;
/** Longest that a search waits: a large model loads for seconds at the first one. */
export const LOCAL_TIMEOUT_MS = 10_000;

/**
 * A cross-encoder in this process: ONNX Runtime on a thread of its own, which is the local encoder's code with other files.
 * It is loaded at the first search and scores pairs a few at a time, so that a search that is over stops within those; what it
 * does not come to in `enoughMs` has no score.
 *
 * @example
 * const reranker = localReranker('local:ms-marco-MiniLM-L-6-v2', { folder: '/models', base: '', consent: false });
 * @throws at `score`: RERANKER_UNAVAILABLE naming what is missing or broken, CANCELLED; a later call tries again
 */
export const localReranker = (
  name: string,
  place: LocalPlace,
  { enoughMs = ENOUGH_MS }: { enoughMs?: number } = {},
): Reranker => {
  const started = lazyThread(() => readyLocalModel(name, place), failed);
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

/** Scores texts in the search's order until time runs out; the rest stay unscored and keep their order. */
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
    const reply = await orCancelled(thread.ask({ kind: 'relevance', question, texts: batch }), signal);
    if (!('relevances' in reply)) break;
    for (const [i, relevance] of reply.relevances.entries()) scores[read + i] = logistic(relevance);
    tokens += reply.tokens;
    read += batch.length;
  }
  return { scores, read, cost: { calls: 1, tokens } };
};

/** A logit as the share that the model means by it, as providers give their scores. */
const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

const failed = ({ name, onnx, packagesFrom }: LocalModel, reason: string): ParleyError =>
  rerankerUnavailable(name, reason.trim().replace(/\.$/, ''), {
    remedy: `Check ${onnx} and the packages beside ${packagesFrom}, or unset PARLEY_RERANKER.`,
  });

/** What lacks, said of the reranker; whoever knows its name says where to have it. */
const asUnavailable = (name: string, { message, details, cause }: ParleyError): ParleyError => {
  const known = knownReranker(name);
  return new ParleyError('RERANKER_UNAVAILABLE', {
    message: message.replace(/^The encoder/, 'The reranker'),
    remedy: known
      ? `Put its files there, from ${known.repository} (about ${known.megabytes} MB${known.sizeFrom === 'memory' ? ', from memory' : ''}, ${known.licence}; Parley has no checksum of them); the packages come with \`parley doctor --fix\` for a local encoder, or beside Parley by npm.`
      : 'Put its files there, as docs/search.md lays them out.',
    details: { ...details, calls: 0 },
    cause,
  });
};
