/** What an encoder needs to give the vectors that it was trained for. */
export interface KnownEncoder {
  /** Where its files are: a repository of Hugging Face's hub, with `onnx/model.onnx` in it or in its ONNX copy. */
  repository: string;
  /** `mean` of a text's token outputs, or that of its first token (`cls`). */
  pooling: 'mean' | 'cls';
  /** Tokens that it was trained to read, the special ones included; longer texts are cut there. */
  maxTokens: number;
  dimensions: number;
  /** What it expects before a question and before a passage; absent where it was trained without. */
  prefixes?: { question: string; passage: string };
  /**
   * Mean cosine of questions and passages of three corpora that have nothing in common; measured at the first question
   * where absent (`unrelated.ts`).
   */
  unrelated?: number;
  licence: string;
  /** Of `onnx/model.onnx`, as 32-bit floats. */
  megabytes: number;
  /**
   * `file`: the size of the file whose hash stands in `hosted-models.ts`. `memory`: written down without the file at hand, from
   * what the model's parameters make; good enough to plan a disk, and no check of a download.
   */
  sizeFrom: 'file' | 'memory';
  /** Languages that it was trained on: English alone, or many. */
  languages: 'en' | 'many';
  /**
   * True where its vectors were compared with a reference on this project's machines. Of the others the plumbing is tested
   * (prefixes, pooling, length) and the values are their authors' model cards', written down from memory: no hub is reached from
   * here. Checksums stand in `hosted-models.ts`, of the files that Parley fetches alone.
   */
  ran?: true;
}

const BGE = { question: 'Represent this sentence for searching relevant passages: ', passage: '' };
const E5 = { question: 'query: ', passage: 'passage: ' };

/**
 * Encoders by the last part of their name, as their model cards describe them. Only `all-MiniLM-L6-v2` is fetched by Parley
 * (`hosted-models.ts` has its bytes and hashes); the others' files are put into a folder of their name by hand, or served by
 * an OpenAI-compatible server, which leaves prefixes to its callers.
 */
export const KNOWN_ENCODERS: Readonly<Record<string, KnownEncoder>> = {
  'all-MiniLM-L6-v2': {
    repository: 'sentence-transformers/all-MiniLM-L6-v2',
    pooling: 'mean',
    maxTokens: 256,
    dimensions: 384,
    // .02; the weights were fitted with its cosines as they are.
    unrelated: 0,
    licence: 'Apache-2.0',
    megabytes: 90,
    sizeFrom: 'file',
    languages: 'en',
    ran: true,
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
    sizeFrom: 'memory',
    languages: 'en',
    ran: true,
  },
  'bge-base-en-v1.5': {
    repository: 'BAAI/bge-base-en-v1.5',
    pooling: 'cls',
    maxTokens: 512,
    dimensions: 768,
    prefixes: BGE,
    licence: 'MIT',
    megabytes: 436,
    sizeFrom: 'memory',
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
    sizeFrom: 'memory',
    languages: 'en',
    ran: true,
  },
  'e5-base-v2': {
    repository: 'intfloat/e5-base-v2',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 768,
    prefixes: E5,
    licence: 'MIT',
    megabytes: 436,
    sizeFrom: 'memory',
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
    sizeFrom: 'memory',
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
    sizeFrom: 'memory',
    languages: 'many',
  },
  'paraphrase-multilingual-MiniLM-L12-v2': {
    repository: 'sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2',
    pooling: 'mean',
    maxTokens: 128,
    dimensions: 384,
    licence: 'Apache-2.0',
    megabytes: 470,
    sizeFrom: 'memory',
    languages: 'many',
  },
  'gte-small': {
    repository: 'thenlper/gte-small',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 384,
    licence: 'MIT',
    megabytes: 133,
    sizeFrom: 'memory',
    languages: 'en',
  },
  'gte-base': {
    repository: 'thenlper/gte-base',
    pooling: 'mean',
    maxTokens: 512,
    dimensions: 768,
    licence: 'MIT',
    megabytes: 436,
    sizeFrom: 'memory',
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
    sizeFrom: 'memory',
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
    sizeFrom: 'memory',
    languages: 'en',
  },
};

/** Other names under which servers offer the same models. */
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
 * What is known of an encoder, whoever serves it.
 * @param name `local:bge-small-en-v1.5`, `openai:intfloat/e5-base-v2`, `ollama:nomic-embed-text:latest`
 */
export const knownEncoder = (name: string): KnownEncoder | undefined => {
  const model = name.slice(name.indexOf(':') + 1);
  const last = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return byName.get(last) ?? byName.get(last.replace(/:[^:]*$/, ''));
};
