/** How to run an encoder as it was trained. */
export interface KnownEncoder {
  /** Repository on the Hugging Face Hub, which contains `onnx/model.onnx` or has a copy that does. */
  repository: string;
  /** A text's vector is the `mean` of its token outputs or the output of its first token (`cls`). */
  pooling: 'mean' | 'cls';
  /** Maximum number of tokens, including special tokens. Longer texts are truncated. */
  maxTokens: number;
  dimensions: number;
  /** Texts that the model expects before a question and before a passage; absent if it was trained without. */
  prefixes?: { question: string; passage: string };
  /**
   * Mean cosine of unrelated questions and passages, measured on three corpora. If absent, it is measured at the first
   * question (`unrelated.ts`).
   */
  unrelated?: number;
  licence: string;
  /** Size of `onnx/model.onnx` with 32-bit floats. */
  megabytes: number;
  /**
   * `file`: `megabytes` is the size of the file in `hosted-models.ts`. `estimate`: it is computed from the model's number of
   * parameters, which is enough to plan disk space.
   */
  sizeFrom: 'file' | 'estimate';
  /** Languages of its training data: English only, or many. */
  languages: 'en' | 'many';
  /**
   * Whether its vectors were compared with a reference implementation. The values of the other encoders follow their model
   * cards but were not checked with the models; tests only check that prefixes, pooling and length are applied.
   */
  isVerified?: true;
}

const BGE = { question: 'Represent this sentence for searching relevant passages: ', passage: '' };
const E5 = { question: 'query: ', passage: 'passage: ' };

/**
 * Encoders by the last part of their name. Parley downloads only `all-MiniLM-L6-v2` (see `hosted-models.ts`). For the others,
 * users put the files into a folder with the encoder's name, or run an OpenAI-compatible server, which does not add prefixes.
 */
export const KNOWN_ENCODERS: Readonly<Record<string, KnownEncoder>> = {
  'all-MiniLM-L6-v2': {
    repository: 'sentence-transformers/all-MiniLM-L6-v2',
    pooling: 'mean',
    maxTokens: 256,
    dimensions: 384,
    // Measured 0.02, but the ranking's weights were fitted with this encoder's raw cosines.
    unrelated: 0,
    licence: 'Apache-2.0',
    megabytes: 90,
    sizeFrom: 'file',
    languages: 'en',
    isVerified: true,
  },
  'bge-small-en-v1.5': {
    repository: 'BAAI/bge-small-en-v1.5',
    pooling: 'cls',
    maxTokens: 512,
    dimensions: 384,
    prefixes: BGE,
    unrelated: 0.37,
    licence: 'MIT',
    megabytes: 133,
    sizeFrom: 'estimate',
    languages: 'en',
    isVerified: true,
  },
  'bge-base-en-v1.5': {
    repository: 'BAAI/bge-base-en-v1.5',
    pooling: 'cls',
    maxTokens: 512,
    dimensions: 768,
    prefixes: BGE,
    licence: 'MIT',
    megabytes: 436,
    sizeFrom: 'estimate',
    languages: 'en',
  },
  'e5-small-v2': {
    repository: 'intfloat/e5-small-v2',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 384,
    prefixes: E5,
    unrelated: 0.72,
    licence: 'MIT',
    megabytes: 133,
    sizeFrom: 'estimate',
    languages: 'en',
    isVerified: true,
  },
  'e5-base-v2': {
    repository: 'intfloat/e5-base-v2',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 768,
    prefixes: E5,
    licence: 'MIT',
    megabytes: 436,
    sizeFrom: 'estimate',
    languages: 'en',
  },
  'multilingual-e5-small': {
    repository: 'intfloat/multilingual-e5-small',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 384,
    prefixes: E5,
    licence: 'MIT',
    megabytes: 470,
    sizeFrom: 'estimate',
    languages: 'many',
  },
  'multilingual-e5-base': {
    repository: 'intfloat/multilingual-e5-base',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 768,
    prefixes: E5,
    licence: 'MIT',
    megabytes: 1110,
    sizeFrom: 'estimate',
    languages: 'many',
  },
  'paraphrase-multilingual-MiniLM-L12-v2': {
    repository: 'sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2',
    pooling: 'mean',
    maxTokens: 128,
    dimensions: 384,
    licence: 'Apache-2.0',
    megabytes: 470,
    sizeFrom: 'estimate',
    languages: 'many',
  },
  'gte-small': {
    repository: 'thenlper/gte-small',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 384,
    licence: 'MIT',
    megabytes: 133,
    sizeFrom: 'estimate',
    languages: 'en',
  },
  'gte-base': {
    repository: 'thenlper/gte-base',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 768,
    licence: 'MIT',
    megabytes: 436,
    sizeFrom: 'estimate',
    languages: 'en',
  },
  'nomic-embed-text-v1.5': {
    repository: 'nomic-ai/nomic-embed-text-v1.5',
    pooling: 'mean',
    maxTokens: 2048,
    dimensions: 768,
    prefixes: { question: 'search_query: ', passage: 'search_document: ' },
    licence: 'Apache-2.0',
    megabytes: 547,
    sizeFrom: 'estimate',
    languages: 'en',
  },
  'snowflake-arctic-embed-s': {
    repository: 'Snowflake/snowflake-arctic-embed-s',
    pooling: 'cls',
    maxTokens: 512,
    dimensions: 384,
    prefixes: BGE,
    licence: 'Apache-2.0',
    megabytes: 133,
    sizeFrom: 'estimate',
    languages: 'en',
  },
};

/** Other names of the same models on some servers. */
const ALIASES: Readonly<Record<string, string>> = {
  'all-minilm': 'all-MiniLM-L6-v2',
  'nomic-embed-text': 'nomic-embed-text-v1.5',
};

const byName = new Map(
  [...Object.keys(KNOWN_ENCODERS).map((name) => [name, name] as const), ...Object.entries(ALIASES)].map(
    ([name, model]) => [name.toLowerCase(), KNOWN_ENCODERS[model]],
  ),
);

/**
 * Looks up an encoder by its model's name, whichever provider runs it.
 * @param name `local:bge-small-en-v1.5`, `openai:intfloat/e5-base-v2`, `ollama:nomic-embed-text:latest`
 */
export const knownEncoder = (name: string): KnownEncoder | undefined => {
  const model = name.slice(name.indexOf(':') + 1);
  const last = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return byName.get(last) ?? byName.get(last.replace(/:[^:]*$/, ''));
};
