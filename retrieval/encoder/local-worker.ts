import { parentPort, workerData } from 'node:worker_threads';
import { type TokenOutputs, tokenCoverage } from '../ranking/token-coverage.ts';
import { knownReranker } from '../reranking/known-rerankers.ts';
import { knownEncoder } from './known-encoders.ts';
import type { LocalModel } from './local-files.ts';
import { type LoadedModel, loadModel, relevanceOf, tokenOutputsOf } from './local-model.ts';
import { tokenMeanOf } from './token-means.ts';
import { toUnit } from './unit-vector.ts';

/**
 * A request to the thread: vectors of texts, coverage of a question by texts, the mean of all token outputs of texts, or a
 * cross-encoder's scores of texts for a question.
 */
export type EncoderWork =
  | { kind: 'embed'; texts: string[] }
  /** `until`: reads no text that would take longer than this time (`Date.now()`). */
  | { kind: 'coverage'; question: string; texts: string[]; until: number }
  | { kind: 'token-mean'; texts: string[] }
  | { kind: 'relevance'; question: string; texts: string[] };
export type EncodeRequest = { id: number } & EncoderWork;
/** The reply: one vector or relevance per text, one share per text read; for `token-mean` a single vector. `tokens` is the number read. */
export type EncodeReply =
  | { id: number; vectors: Float32Array[] }
  | { id: number; shares: number[] }
  | { id: number; relevances: number[]; tokens: number }
  | { id: number; error: string };

/** Maximum number of tokens for unknown models: that of all-MiniLM-L6-v2. */
const MAX_TOKENS = 256;

const { name: modelName } = workerData as LocalModel;
const known = knownEncoder(modelName);
const maxTokens = (known ?? knownReranker(modelName))?.maxTokens ?? MAX_TOKENS;

/** A text's unit vector with the model's pooling. */
const pooled = (outputs: TokenOutputs): Float32Array =>
  known?.pooling === 'cls' ? toUnit(outputs.vectors.slice(0, outputs.dimensions)) : meanPooled(outputs);

/** Scaling to unit length makes the division by the number of tokens unnecessary. */
const meanPooled = (outputs: TokenOutputs): Float32Array => toUnit(sumOf(outputs));

const sumOf = ({ vectors, dimensions }: TokenOutputs): Float32Array => {
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < vectors.length; at++) sum[at % dimensions]! += vectors[at]!;
  return sum;
};

/** Subtracts the model's mean from token outputs, scales them to unit length and drops the first and last special token. */
const centred =
  (mean: Float32Array) =>
  ({ tokens, vectors, dimensions }: TokenOutputs): TokenOutputs => {
    const own = vectors.slice(dimensions, -dimensions);
    for (let start = 0; start < own.length; start += dimensions) {
      const one = own.subarray(start, start + dimensions);
      for (let i = 0; i < dimensions; i++) one[i]! -= mean[i]!;
      one.set(toUnit(one));
    }
    // NaN must throw here: comparisons with it are false, so the text would seem to cover nothing.
    if (!own.every(Number.isFinite)) throw noNumber();
    return { tokens: tokens.slice(1, -1), vectors: own, dimensions };
  };

/** Runs the model over texts and converts the token outputs of each with `make`. */
type Run = <Made>(texts: readonly string[], make: (outputs: TokenOutputs) => Made) => Promise<Made[]>;

const runner =
  ({ tokensOf, run }: LoadedModel): Run =>
  (texts, make) =>
    run(texts.map(tokensOf), (output, row, tokens) => make(tokenOutputsOf(output, row, tokens)));

/** Size of the cache of token outputs, at most 400 kB per text. Strategies request the same passages repeatedly. */
const KEPT_TEXTS = 64;
const kept = new Map<string, TokenOutputs>();

/** Milliseconds per token, as measured by earlier runs; the start value is that of a slow machine. */
let msPerToken = 0.3;
/** Weight of the last run in the measured pace. */
const LAST_RUN_WEIGHT = 0.3;

/**
 * Centred token outputs of texts, from the cache if possible. The cache drops the least recently used text. Each text runs
 * by itself: a batch of six takes a third more CPU time, because of the padding.
 * @returns the outputs of the first texts, as many as can be read in time
 */
const outputsOf = async (
  { tokensOf, run }: LoadedModel,
  texts: readonly string[],
  mean: Float32Array,
  until: number,
): Promise<TokenOutputs[]> => {
  const make = centred(mean);
  // Reads the cache before writing to it, which may drop texts of this call.
  const outputs = new Map(texts.flatMap((text) => (kept.has(text) ? [[text, kept.get(text)!]] : [])));
  const read: TokenOutputs[] = [];
  for (const text of texts) {
    if (!outputs.has(text)) {
      const tokens = tokensOf(text);
      const began = Date.now();
      if (began + tokens.ids.length * msPerToken > until) break;
      const [made] = await run([tokens], (output, row, of) => make(tokenOutputsOf(output, row, of)));
      outputs.set(text, made!);
      msPerToken += LAST_RUN_WEIGHT * ((Date.now() - began) / tokens.ids.length - msPerToken);
    }
    read.push(outputs.get(text)!);
  }
  for (const [text, made] of outputs) {
    kept.delete(text);
    kept.set(text, made);
    if (kept.size > KEPT_TEXTS) kept.delete(kept.keys().next().value!);
  }
  return read;
};

const coverage = async (
  model: LoadedModel,
  { question, texts, until }: EncoderWork & { kind: 'coverage' },
): Promise<number[]> => {
  const mean = tokenMeanOf(modelName);
  if (!mean) throw new Error('the mean of its token outputs is not known');
  const [asked] = await runner(model)([question], centred(mean));
  return tokenCoverage(asked!, await outputsOf(model, texts, mean, until));
};

const tokenMean = async (run: Run, texts: readonly string[]): Promise<Float32Array> => {
  let tokens = 0;
  const sums = await run(texts, (outputs) => {
    tokens += outputs.tokens.length;
    return sumOf(outputs);
  });
  const mean = new Float32Array(sums[0]?.length ?? 0);
  for (const sum of sums) for (const [i, value] of sum.entries()) mean[i]! += value / tokens;
  return mean;
};

const answer = async (
  model: LoadedModel,
  work: EncoderWork,
): Promise<Omit<Exclude<EncodeReply, { error: string }>, 'id'>> => {
  const run = runner(model);
  if (work.kind === 'coverage') return { shares: await coverage(model, work) };
  if (work.kind === 'token-mean') return { vectors: [await tokenMean(run, work.texts)] };
  if (work.kind === 'embed') {
    const vectors = await run(work.texts, pooled);
    if (!vectors.every((vector) => vector.every(Number.isFinite))) throw noNumber();
    return { vectors };
  }
  const pairs = work.texts.map((text) => model.tokensOfPair(work.question, text));
  return {
    relevances: await model.run(pairs, relevanceOf),
    tokens: pairs.reduce((sum, { ids }) => sum + ids.length, 0),
  };
};

const noNumber = () => new Error('its model gave what is no number');

let loading: Promise<LoadedModel> | undefined;
parentPort?.on('message', async ({ id, ...work }: EncodeRequest) => {
  try {
    loading ??= loadModel(workerData as LocalModel, maxTokens);
    // Loads again at the next request, because a broken file may be repaired by then.
    loading.catch(() => {
      loading = undefined;
    });
    const reply = { id, ...(await answer(await loading, work)) } as EncodeReply;
    const owned = 'vectors' in reply ? reply.vectors.map((vector) => vector.buffer as ArrayBuffer) : [];
    parentPort!.postMessage(reply, owned);
  } catch (error) {
    parentPort!.postMessage({
      id,
      error: error instanceof Error ? error.message : String(error),
    } satisfies EncodeReply);
  }
});
