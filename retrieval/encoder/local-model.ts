import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import type { TokenOutputs } from '../ranking/token-coverage.ts';
import type { LocalModel } from './local-files.ts';

/** Maximum number of tokens per run, including padding: eight passages. 32 passages are as fast but need twice the memory. */
const RUN_TOKENS = 1024;
/** UTF-16 units of a text that are tokenized. Words over 100 characters are one token, so 512 tokens end well before this. */
const MAX_CHARACTERS = 50_000;

/** The used parts of onnxruntime-node and @huggingface/tokenizers, which are optional, so their types may be missing. */
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
  Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => { encode(text: string, options?: { text_pair: string; return_token_type_ids: true }): Encoded };
}
interface Encoded {
  ids: number[];
  tokens: string[];
  token_type_ids?: number[];
}

/**
 * The tokens of a text or a pair of texts, including special tokens. `types` is 0 for the first text and 1 for the second;
 * missing values count as 0.
 */
export interface Tokens {
  ids: readonly number[];
  tokens: readonly string[];
  types: readonly number[];
}

/** A model's output for a batch. `dims` is [text, token, dimension] for an encoder, [text, class] for a cross-encoder. */
export type Output = Tensor;

/** A loaded model. Runs on the calling thread. */
export interface LoadedModel {
  /** Tokenizes a text and truncates it, keeping the closing special token. */
  tokensOf(text: string): Tokens;
  /** Tokenizes a pair of texts. Truncates the first to half of the model's maximum and the second to the rest. */
  tokensOfPair(first: string, second: string): Tokens;
  /** Runs the model in batches of texts with similar length. @param make converts the output of one text, at its row */
  run<Made>(rows: readonly Tokens[], make: (output: Output, row: number, tokens: Tokens) => Made): Promise<Made[]>;
}

/**
 * Loads an ONNX model and its tokenizer.
 * @param maxTokens the model's maximum number of tokens, including special tokens
 * @throws errors of ONNX Runtime, the tokenizer and the file system, unchanged
 */
export const loadModel = async (
  { onnx, tokenizer, tokenizerConfig, packagesFrom }: LocalModel,
  maxTokens: number,
): Promise<LoadedModel> => {
  const require = createRequire(packagesFrom);
  const ort = require('onnxruntime-node') as Ort;
  const { Tokenizer } = require('@huggingface/tokenizers') as Tokenizers;
  const session = await ort.InferenceSession.create(onnx, {
    executionProviders: ['cpu'],
    // By default ONNX Runtime uses all cores, even if a container or an affinity allows fewer.
    ...(availableParallelism() < cpus().length && { intraOpNumThreads: availableParallelism() }),
    // Spinning threads would take half the processor from everything else on a small machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const words = new Tokenizer(json(tokenizer), json(tokenizerConfig));

  const cutOf = ({ ids, tokens, token_type_ids = [] }: Encoded): Tokens => ({
    ids: cut(ids, maxTokens),
    tokens: cut(tokens, maxTokens),
    types: cut(token_type_ids, maxTokens),
  });
  const tokensOf = (text: string) => words.encode(text.slice(0, MAX_CHARACTERS));

  const runBatch = async (batch: readonly Tokens[]): Promise<Tensor> => {
    const width = Math.max(...batch.map(({ ids }) => ids.length));
    const shape = [batch.length, width];
    const length = batch.length * width;
    const inputs: Record<string, BigInt64Array> = {
      input_ids: new BigInt64Array(length),
      attention_mask: new BigInt64Array(length),
      token_type_ids: new BigInt64Array(length),
    };
    for (const [row, { ids, types }] of batch.entries()) {
      for (const [at, id] of ids.entries()) {
        inputs.input_ids![row * width + at] = BigInt(id);
        inputs.attention_mask![row * width + at] = 1n;
        inputs.token_type_ids![row * width + at] = BigInt(types[at] ?? 0);
      }
    }
    const given = session.inputNames.map((name): [string, unknown] => {
      if (!inputs[name]) throw new Error(`its model asks for an input "${name}", which Parley does not know`);
      return [name, new ort.Tensor('int64', inputs[name], shape)];
    });
    const output = (await session.run(Object.fromEntries(given)))[session.outputNames[0]!]!;
    if (output.dims[0] !== batch.length) throw unlike(output, `${batch.length} texts`);
    return output;
  };

  return {
    tokensOf: (text) => cutOf(tokensOf(text)),
    tokensOfPair(first, second) {
      let short = first.slice(0, MAX_CHARACTERS);
      // Shortens the text in proportion to the surplus until it fits.
      for (let { length } = tokensOf(short).ids; length > maxTokens / 2; { length } = tokensOf(short).ids)
        short = short.slice(0, Math.floor((short.length * (maxTokens / 2)) / (length + 1)));
      // The tokenizer would treat an empty second text as absent.
      const text_pair = second.slice(0, MAX_CHARACTERS).trim() || '.';
      return cutOf(words.encode(short, { text_pair, return_token_type_ids: true }));
    },
    async run(given, make) {
      const rows = given.map((tokens, at) => ({ at, tokens }));
      rows.sort((a, b) => a.tokens.ids.length - b.tokens.ids.length);
      const made = new Array<ReturnType<typeof make>>(given.length);
      for (let start = 0; start < rows.length; ) {
        let end = start + 1;
        // The rows are sorted, so the last one determines the width of the batch.
        while (end < rows.length && (end + 1 - start) * rows[end]!.tokens.ids.length <= RUN_TOKENS) end++;
        const batch = rows.slice(start, end);
        const output = await runBatch(batch.map(({ tokens }) => tokens));
        for (const [row, { at, tokens }] of batch.entries()) made[at] = make(output, row, tokens);
        start = end;
      }
      return made;
    },
  };
};

/**
 * The token outputs of one text in the output of its batch.
 * @throws if the output does not have one row per token, such as that of a model with built-in pooling
 */
export const tokenOutputsOf = (output: Output, row: number, { tokens }: Tokens): TokenOutputs => {
  const [, width = 0, dimensions = 0] = output.dims;
  if (output.dims.length !== 3 || width < tokens.length) throw unlike(output, `${tokens.length} tokens`);
  const from = row * width * dimensions;
  return { tokens, vectors: output.data.subarray(from, from + tokens.length * dimensions), dimensions };
};

/**
 * A cross-encoder's score for a pair, which is a logit.
 * @throws if the model does not return one number per pair
 */
export const relevanceOf = (output: Output, row: number): number => {
  const value = output.data[row];
  if (output.dims.length > 2 || output.data.length !== output.dims[0] || value === undefined)
    throw unlike(output, 'pairs, of which a cross-encoder gives one number each');
  if (!Number.isFinite(value)) throw new Error('its model gave what is no number');
  return value;
};

const unlike = ({ dims }: Output, what: string) =>
  new Error(`its model gave an output of shape ${dims.join(' x ')} for ${what}`);

/** Truncates to `most` tokens, keeping the last one, which is the closing special token. */
const cut = <Token>(tokens: Token[], most: number): Token[] =>
  tokens.length <= most ? tokens : [...tokens.slice(0, most - 1), tokens.at(-1)!];

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as object;
