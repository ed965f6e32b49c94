/** How to run a cross-encoder as it was trained. */
export interface KnownReranker {
  /** Repository on the Hugging Face Hub, which contains `onnx/model.onnx` or has a copy that does. */
  repository: string;
  /** Maximum number of tokens of question and passage together, including special tokens. */
  maxTokens: number;
  /** Size of `onnx/model.onnx` with 32-bit floats. */
  megabytes: number;
  /** As `KnownEncoder.sizeFrom`. */
  sizeFrom: 'file' | 'estimate';
  licence: string;
  /** Languages of its training data: English only, or many. */
  languages: 'en' | 'many';
  /** Whether its scores were compared with a reference implementation; none of these were so far. */
  isVerified?: true;
}

/**
 * Cross-encoders by name, for PARLEY_RERANKER=local:NAME. Each reads question and passage as a pair of its tokenizer and
 * returns one logit; none needs prefixes or pooling. Users put the files into a folder with the model's name. The values
 * follow model cards but were not checked with the models: tests use a small cross-encoder (testing/make-cross-encoder.py).
 * Models with licences that exclude companies, and models with several ONNX files, are not listed.
 */
export const KNOWN_RERANKERS: Readonly<Record<string, KnownReranker>> = {
  'ms-marco-MiniLM-L-6-v2': {
    repository: 'cross-encoder/ms-marco-MiniLM-L-6-v2',
    maxTokens: 512,
    megabytes: 92,
    sizeFrom: 'estimate',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'ms-marco-MiniLM-L-12-v2': {
    repository: 'cross-encoder/ms-marco-MiniLM-L-12-v2',
    maxTokens: 512,
    megabytes: 132,
    sizeFrom: 'estimate',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'ms-marco-TinyBERT-L-2-v2': {
    repository: 'cross-encoder/ms-marco-TinyBERT-L-2-v2',
    maxTokens: 512,
    megabytes: 16,
    sizeFrom: 'estimate',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'mmarco-mMiniLMv2-L12-H384-v1': {
    repository: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    maxTokens: 512,
    megabytes: 472,
    sizeFrom: 'estimate',
    licence: 'Apache-2.0',
    languages: 'many',
  },
  'bge-reranker-base': {
    repository: 'BAAI/bge-reranker-base',
    maxTokens: 512,
    megabytes: 1112,
    sizeFrom: 'estimate',
    licence: 'MIT',
    languages: 'many',
  },
  'mxbai-rerank-xsmall-v1': {
    repository: 'mixedbread-ai/mxbai-rerank-xsmall-v1',
    maxTokens: 512,
    megabytes: 284,
    sizeFrom: 'estimate',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'jina-reranker-v1-tiny-en': {
    repository: 'jinaai/jina-reranker-v1-tiny-en',
    // The model's maximum is 8,192. Passages are shorter, and a search's time grows with the number of tokens.
    maxTokens: 1024,
    megabytes: 132,
    sizeFrom: 'estimate',
    licence: 'Apache-2.0',
    languages: 'en',
  },
};

const byName = new Map(Object.entries(KNOWN_RERANKERS).map(([name, known]) => [name.toLowerCase(), known]));

/**
 * Looks up a cross-encoder.
 * @param name `local:ms-marco-MiniLM-L-6-v2`, or the last part of its name
 */
export const knownReranker = (name: string): KnownReranker | undefined =>
  byName.get(name.slice(name.indexOf(':') + 1).toLowerCase());
