import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import type { TokenOutputs } from '../ranking/token-coverage.ts';
import type { LocalModel } from './local-supply.ts';

/** Tokens a run, padding included: eight passages are as fast as 32, in half the memory. */
const RUN_TOKENS = 1024;
/** UTF-16 units of a text that are taken apart: longer words than 100 are one token, so 512 tokens end well before. */
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
 * What a model reads of a text, or of a pair: its tokens, the special ones included, and to which of the two each belongs
 * (the first where `types` says nothing).
 */
export interface Tokens {
  ids: readonly number[];
  tokens: readonly string[];
  types: readonly number[];
}

/** What a model gives for some texts: `dims` is [text, token, dimension] of an encoder, [text, class] of a cross-encoder. */
export type Output = Tensor;

/** A model that is loaded, on the thread that runs it. */
export interface LoadedModel {
  /** The tokens of a text, cut so that the closing one stays. */
  tokensOf(text: string): Tokens;
  /** The tokens of two texts that are read together: the first one is cut to half of what the model reads, the second to the rest. */
  tokensOfPair(first: string, second: string): Tokens;
  /** Runs the model over texts in batches of like length. @param make what a batch's output says of each of its texts, by row */
  run<Made>(rows: readonly Tokens[], make: (output: Output, row: number, tokens: Tokens) => Made): Promise<Made[]>;
}

/**
 * Loads an ONNX model and its tokenizer.
 * @param maxTokens what it was trained to read at once, the special tokens included
 * @throws whatever ONNX Runtime, the tokenizer or the files' reading throw
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
    // By itself it takes the machine's cores, where a container or an affinity may allow fewer.
    ...(availableParallelism() < cpus().length && { intraOpNumThreads: availableParallelism() }),
    // Threads that wait by spinning take half the processor from everything else on a small machine.
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
      // A text's tokens are as many as it has words, or more: shortened by what is too much, it soon fits.
      for (let { length } = tokensOf(short).ids; length > maxTokens / 2; { length } = tokensOf(short).ids)
        short = short.slice(0, Math.floor((short.length * (maxTokens / 2)) / (length + 1)));
      // An empty second text would count as none.
      const text_pair = second.slice(0, MAX_CHARACTERS).trim() || '.';
      return cutOf(words.encode(short, { text_pair, return_token_type_ids: true }));
    },
    async run(given, make) {
      const rows = given.map((tokens, at) => ({ at, tokens }));
      rows.sort((a, b) => a.tokens.ids.length - b.tokens.ids.length);
      const made = new Array<ReturnType<typeof make>>(given.length);
      for (let start = 0; start < rows.length; ) {
        let end = start + 1;
        // Sorted, so the last one is the width of all.
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
 * A text's token outputs in those of its batch.
 * @throws where the model gave other rows than one a token: those of a pooled vector, or of another text
 */
export const tokenOutputsOf = (output: Output, row: number, { tokens }: Tokens): TokenOutputs => {
  const [, width = 0, dimensions = 0] = output.dims;
  if (output.dims.length !== 3 || width < tokens.length) throw unlike(output, `${tokens.length} tokens`);
  const from = row * width * dimensions;
  return { tokens, vectors: output.data.subarray(from, from + tokens.length * dimensions), dimensions };
};

/**
 * What a cross-encoder says of a pair: its one output, a logit.
 * @throws where the model gives something else than one number a pair
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

/** The first tokens, and the last one, which closes the text. */
const cut = <Token>(tokens: Token[], most: number): Token[] =>
  tokens.length <= most ? tokens : [...tokens.slice(0, most - 1), tokens.at(-1)!];

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as object;
