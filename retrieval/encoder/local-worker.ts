import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type TokenOutputs, tokenCoverage } from '../ranking/token-coverage.ts';
import { knownEncoder } from './known-encoders.ts';
import type { LocalModel } from './local-supply.ts';
import { tokenMeanOf } from './token-means.ts';
import { toUnit } from './unit-vector.ts';

/** What the thread is asked: vectors of texts, how well texts cover a question, or the mean of all their tokens' outputs. */
export type EncoderWork =
  | { kind: 'embed'; texts: string[] }
  | { kind: 'coverage'; question: string; texts: string[] }
  | { kind: 'token-mean'; texts: string[] };
export type EncodeRequest = { id: number } & EncoderWork;
/** What it answers: a vector a text, a share a text, or the one mean. */
export type EncodeReply =
  | { id: number; vectors: Float32Array[] }
  | { id: number; shares: number[] }
  | { id: number; error: string };

/** Of a model that Parley does not know: what all-MiniLM-L6-v2 was trained to read. */
const MAX_TOKENS = 256;
/** Tokens a run, padding included: eight passages are as fast as 32, in half the memory. */
const RUN_TOKENS = 1024;
/** UTF-16 units of a text that are taken apart: longer words than 100 are one token, so 256 tokens end well before. */
const MAX_CHARACTERS = 50_000;

/** What Parley uses of onnxruntime-node and @huggingface/tokenizers; both are optional, so their types may be absent. */
interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}
interface Ort {
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => unknown;
  InferenceSession: { create(file: string, options: object): Promise<Session> };
}
interface Session {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run(inputs: Record<string, unknown>): Promise<Record<string, Tensor>>;
}
interface Tokenizers {
  Tokenizer: new (tokenizer: object, config: object) => { encode(text: string): Tokens };
}
interface Tokens {
  ids: number[];
  tokens: string[];
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as object;

const load = async ({ onnx, tokenizer, tokenizerConfig, packagesFrom }: LocalModel) => {
  const require = createRequire(packagesFrom);
  const ort = require('onnxruntime-node') as Ort;
  const { Tokenizer } = require('@huggingface/tokenizers') as Tokenizers;
  const session = await ort.InferenceSession.create(onnx, {
    executionProviders: ['cpu'],
    // By itself it takes the machine's cores, where a container or an affinity may allow fewer.
    ...(availableParallelism() < cpus().length && { intraOpNumThreads: availableParallelism() }),
    // Threads that wait by spinning take half the processor from everything else on a small machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const words = new Tokenizer(json(tokenizer), json(tokenizerConfig));

  /** A text's tokens, cut so that the closing one stays. */
  const tokensOf = (text: string): Tokens => {
    const { ids, tokens } = words.encode(text.slice(0, MAX_CHARACTERS));
    return { ids: cut(ids), tokens: cut(tokens) };
  };

  const runModel = async (batch: readonly Tokens[]): Promise<Tensor> => {
    const width = Math.max(...batch.map(({ ids }) => ids.length));
    const shape = [batch.length, width];
    const ids = new BigInt64Array(batch.length * width);
    const mask = new BigInt64Array(batch.length * width);
    for (const [row, { ids: tokens }] of batch.entries()) {
      for (const [at, id] of tokens.entries()) {
        ids[row * width + at] = BigInt(id);
        mask[row * width + at] = 1n;
      }
    }
    const inputs: Record<string, BigInt64Array> = {
      input_ids: ids,
      attention_mask: mask,
      token_type_ids: new BigInt64Array(ids.length),
    };
    const output = await session.run(
      Object.fromEntries(session.inputNames.map((name) => [name, new ort.Tensor('int64', inputs[name]!, shape)])),
    );
    return output[session.outputNames[0]!]!;
  };

  /** Runs the model over texts in batches of like length, and makes of each text's token outputs what `make` does. */
  return async <Made>(texts: readonly string[], make: (outputs: TokenOutputs) => Made): Promise<Made[]> => {
    const rows = texts.map((text, at) => ({ at, tokens: tokensOf(text) }));
    rows.sort((a, b) => a.tokens.ids.length - b.tokens.ids.length);
    const made = new Array<Made>(texts.length);
    for (let start = 0; start < rows.length; ) {
      let end = start + 1;
      // Sorted, so the last one is the width of all.
      while (end < rows.length && (end + 1 - start) * rows[end]!.tokens.ids.length <= RUN_TOKENS) end++;
      const run = rows.slice(start, end);
      const { data, dims } = await runModel(run.map(({ tokens }) => tokens));
      const [, width = 0, dimensions = 0] = dims;
      for (const [row, { at, tokens }] of run.entries()) {
        const from = row * width * dimensions;
        const vectors = data.subarray(from, from + tokens.ids.length * dimensions);
        made[at] = make({ tokens: tokens.tokens, vectors, dimensions });
      }
      start = end;
    }
    return made;
  };
};

const { name: modelName } = workerData as LocalModel;
const known = knownEncoder(modelName);
const maxTokens = known?.maxTokens ?? MAX_TOKENS;

const cut = <Token>(tokens: Token[]): Token[] =>
  tokens.length <= maxTokens ? tokens : [...tokens.slice(0, maxTokens - 1), tokens.at(-1)!];

/** A text's vector as the model was trained to give it: of its first token, or the mean of all. */
const pooled = (outputs: TokenOutputs): Float32Array =>
  known?.pooling === 'cls' ? toUnit(outputs.vectors.slice(0, outputs.dimensions)) : meanPooled(outputs);

/** The mean of a text's token vectors, at unit length. */
const meanPooled = (outputs: TokenOutputs): Float32Array => toUnit(sumOf(outputs));

const sumOf = ({ vectors, dimensions }: TokenOutputs): Float32Array => {
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < vectors.length; at++) sum[at % dimensions]! += vectors[at]!;
  return sum;
};

/** Token outputs less the model's mean, each at unit length, without the two special tokens: what they share says nothing. */
const centred =
  (mean: Float32Array) =>
  ({ tokens, vectors, dimensions }: TokenOutputs): TokenOutputs => {
    const own = vectors.slice(dimensions, -dimensions);
    for (let start = 0; start < own.length; start += dimensions) {
      const one = own.subarray(start, start + dimensions);
      for (let i = 0; i < dimensions; i++) one[i]! -= mean[i]!;
      one.set(toUnit(one));
    }
    return { tokens: tokens.slice(1, -1), vectors: own, dimensions };
  };

type Run = Awaited<ReturnType<typeof load>>;

/** Texts whose token outputs are kept, at most 400 kB each: a strategy asks for the same passages again and again. */
const KEPT_TEXTS = 64;
const kept = new Map<string, TokenOutputs>();

/** Centred token outputs of texts, from those kept where they are. */
const outputsOf = async (run: Run, texts: readonly string[], mean: Float32Array): Promise<TokenOutputs[]> => {
  const fresh = [...new Set(texts.filter((text) => !kept.has(text)))];
  const made = new Map<string, TokenOutputs>();
  for (const [i, outputs] of (await run(fresh, centred(mean))).entries()) made.set(fresh[i]!, outputs);
  return texts.map((text) => {
    const outputs = made.get(text) ?? kept.get(text)!;
    kept.delete(text);
    kept.set(text, outputs);
    if (kept.size > KEPT_TEXTS) kept.delete(kept.keys().next().value!);
    return outputs;
  });
};

const coverage = async (run: Run, question: string, texts: readonly string[]): Promise<number[]> => {
  const mean = tokenMeanOf(modelName);
  if (!mean) throw new Error('the mean of its token outputs is not known');
  const make = centred(mean);
  const [asked] = await run([question], make);
  return tokenCoverage(asked!, await outputsOf(run, texts, mean));
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

let loading: ReturnType<typeof load> | undefined;
parentPort?.on('message', async ({ id, ...work }: EncodeRequest) => {
  try {
    loading ??= load(workerData as LocalModel);
    // A file that was broken may be whole at the next text.
    loading.catch(() => {
      loading = undefined;
    });
    const run = await loading;
    if (work.kind === 'coverage') {
      const shares = await coverage(run, work.question, work.texts);
      parentPort!.postMessage({ id, shares } satisfies EncodeReply);
      return;
    }
    const vectors = work.kind === 'embed' ? await run(work.texts, pooled) : [await tokenMean(run, work.texts)];
    parentPort!.postMessage(
      { id, vectors } satisfies EncodeReply,
      vectors.map((vector) => vector.buffer as ArrayBuffer),
    );
  } catch (error) {
    parentPort!.postMessage({
      id,
      error: error instanceof Error ? error.message : String(error),
    } satisfies EncodeReply);
  }
});
