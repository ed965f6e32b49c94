/** What a cross-encoder needs to give the relevance that it was trained for. */
export interface KnownReranker {
  /** Where its files are: a repository of Hugging Face's hub, with `onnx/model.onnx` in it or in its ONNX copy. */
  repository: string;
  /** Tokens of question and passage together that it was trained to read, the special ones included. */
  maxTokens: number;
  /** As 32-bit ONNX. */
  megabytes: number;
  /** `file`: of the file whose hash stands in `hosted-models.ts`. `memory`: written down without the file at hand. */
  sizeFrom: 'file' | 'memory';
  licence: string;
  /** Languages that it was trained on: English alone, or many. */
  languages: 'en' | 'many';
  /** True where its scores were compared with a reference on this project's machines: of none, so far. */
  ran?: true;
}

/**
 * Cross-encoders by name, for PARLEY_RERANKER=local:NAME, as their model cards describe them, written down from memory. Each reads question and passage
 * as its tokenizer joins a pair and gives one logit; none takes a prefix, none is pooled. Their files are put into a folder of
 * their name by hand. None was run on this project's machines, which reach
 * no hub: the plumbing is tested with a cross-encoder made by hand (testing/make-cross-encoder.py), the values are their
 * authors'. Models whose licence keeps companies out are not listed, nor those whose ONNX is more than one file.
 */
export const KNOWN_RERANKERS: Readonly<Record<string, KnownReranker>> = {
  'ms-marco-MiniLM-L-6-v2': {
    repository: 'cross-encoder/ms-marco-MiniLM-L-6-v2',
    maxTokens: 512,
    megabytes: 92,
    sizeFrom: 'memory',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'ms-marco-MiniLM-L-12-v2': {
    repository: 'cross-encoder/ms-marco-MiniLM-L-12-v2',
    maxTokens: 512,
    megabytes: 132,
    sizeFrom: 'memory',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'ms-marco-TinyBERT-L-2-v2': {
    repository: 'cross-encoder/ms-marco-TinyBERT-L-2-v2',
    maxTokens: 512,
    megabytes: 16,
    sizeFrom: 'memory',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'mmarco-mMiniLMv2-L12-H384-v1': {
    repository: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    maxTokens: 512,
    megabytes: 472,
    sizeFrom: 'memory',
    licence: 'Apache-2.0',
    languages: 'many',
  },
  'bge-reranker-base': {
    repository: 'BAAI/bge-reranker-base',
    maxTokens: 512,
    megabytes: 1112,
    sizeFrom: 'memory',
    licence: 'MIT',
    languages: 'many',
  },
  'mxbai-rerank-xsmall-v1': {
    repository: 'mixedbread-ai/mxbai-rerank-xsmall-v1',
    maxTokens: 512,
    megabytes: 284,
    sizeFrom: 'memory',
    licence: 'Apache-2.0',
    languages: 'en',
  },
  'jina-reranker-v1-tiny-en': {
    repository: 'jinaai/jina-reranker-v1-tiny-en',
    // It reads 8,192; passages are shorter, and what a search waits for grows with them.
    maxTokens: 1024,
    megabytes: 132,
    sizeFrom: 'memory',
    licence: 'Apache-2.0',
    languages: 'en',
  },
};

const byName = new Map(Object.entries(KNOWN_RERANKERS).map(([name, known]) => [name.toLowerCase(), known]));

/**
 * What is known of a cross-encoder.
 * @param name `local:ms-marco-MiniLM-L-6-v2`, or the last part of its name
 */
export const knownReranker = (name: string): KnownReranker | undefined =>
  byName.get(name.slice(name.indexOf(':') + 1).toLowerCase());
