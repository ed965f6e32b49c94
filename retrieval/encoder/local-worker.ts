import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { LocalModel } from './local-supply.ts';
import { toUnit } from './unit-vector.ts';

/** What the thread is asked, and what it answers. */
export interface EncodeRequest {
  id: number;
  texts: string[];
}
export type EncodeReply = { id: number; vectors: Float32Array[] } | { id: number; error: string };

/** As all-MiniLM-L6-v2 was trained: longer texts are cut here. */
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
  Tokenizer: new (tokenizer: object, config: object) => { encode(text: string): { ids: number[] } };
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

  /** Token ids, cut so that the closing token stays. */
  const tokens = (text: string): number[] => {
    const { ids } = words.encode(text.slice(0, MAX_CHARACTERS));
    return ids.length <= MAX_TOKENS ? ids : [...ids.slice(0, MAX_TOKENS - 1), ids.at(-1)!];
  };

  const encodeRun = async (batch: number[][]): Promise<Float32Array[]> => {
    const width = Math.max(...batch.map((ids) => ids.length));
    const shape = [batch.length, width];
    const ids = new BigInt64Array(batch.length * width);
    const mask = new BigInt64Array(batch.length * width);
    for (const [row, tokens] of batch.entries()) {
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
    const hidden = output[session.outputNames[0]!]!;
    return batch.map((tokens, row) => meanPooled(hidden, row, width, tokens.length));
  };

  return async (texts: readonly string[]): Promise<Float32Array[]> => {
    const rows = texts.map((text, at) => ({ at, ids: tokens(text) })).sort((a, b) => a.ids.length - b.ids.length);
    const vectors = new Array<Float32Array>(texts.length);
    for (let start = 0; start < rows.length; ) {
      let end = start + 1;
      // Sorted, so the last one is the width of all.
      while (end < rows.length && (end + 1 - start) * rows[end]!.ids.length <= RUN_TOKENS) end++;
      const run = rows.slice(start, end);
      const made = await encodeRun(run.map(({ ids }) => ids));
      for (const [i, { at }] of run.entries()) vectors[at] = made[i]!;
      start = end;
    }
    return vectors;
  };
};

/** The mean of a text's token vectors, at unit length. */
const meanPooled = ({ data, dims }: Tensor, row: number, width: number, count: number): Float32Array => {
  const size = dims.at(-1)!;
  const sum = new Float32Array(size);
  for (let token = 0; token < count; token++) {
    const from = (row * width + token) * size;
    for (let i = 0; i < size; i++) sum[i]! += data[from + i]!;
  }
  return toUnit(sum);
};

let encode: ReturnType<typeof load> | undefined;
parentPort?.on('message', async ({ id, texts }: EncodeRequest) => {
  try {
    encode ??= load(workerData as LocalModel);
    // A file that was broken may be whole at the next text.
    encode.catch(() => {
      encode = undefined;
    });
    const vectors = await (await encode)(texts);
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
