/** One message of a prompt. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Of an assistant's message: the functions that it called. */
  calls?: readonly FunctionCall[];
  /** Of a tool's message: the call that it answers. */
  callId?: string;
}

/** A function that a model called. */
export interface FunctionCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** The arguments as the model wrote them, where they are not one JSON object; `arguments` is empty then. */
  unreadable?: string;
}

/** Sampling parameters; those that a provider does not support are left out. */
export interface Sampling {
  temperature?: number;
  topP?: number;
  topK?: number;
  /** Differs between the samples of one prompt, so that n samples are n draws even where answers are cached by prompt. */
  seed?: number;
}

/** A JSON schema as providers take it. */
export type JsonSchema = Record<string, unknown>;

/** A function that the model may choose to call. */
export interface FunctionSpec {
  name: string;
  description: string;
  parameters: JsonSchema;
}

/** One call of a chat model. */
export interface ModelCall {
  messages: readonly Message[];
  /** The answer must be one JSON object of this schema; `name` is the task's name. */
  schema?: { name: string; json: JsonSchema };
  functions?: readonly FunctionSpec[];
  sampling?: Sampling;
  maxOutputTokens?: number;
  /** Asks for the log-probability of each output token. */
  logprobs?: boolean;
  signal?: AbortSignal;
  /** Called with the answer's text as it comes; setting it requests streaming. */
  onText?: (delta: string) => void;
}

/** Tokens of one call; `estimated` where the provider reports none. */
export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
}

/** A model's answer. */
export interface ModelReply {
  text: string;
  functionCalls: FunctionCall[];
  usage: CallUsage;
  /** Natural logarithms, one per output token; absent when not requested or not supported. */
  logprobs?: number[];
}

/**
 * What a model can do by itself. What it can't, Parley does another way:
 * - structuredOutput `json-schema`: the provider holds the answer to the schema; `function`: one forced function call
 *   carries it; `text`: the schema stands in the prompt and the answer is read as JSON.
 * - functions false: the choice of a function is asked for as structured output.
 * - logprobs false: CRP-RAG judges sufficiency by the agreement of samples instead of perplexity.
 */
export interface Capabilities {
  structuredOutput: 'json-schema' | 'function' | 'text';
  functions: boolean;
  logprobs: boolean;
  /** Output tokens that it may think with before it writes: they count as output, so that a bound must leave room for them. */
  hiddenTokens: number;
  /** A small model: it is asked for fewer fields, and its quotes are found by Parley instead of copied by the model. */
  compact: boolean;
}

/** A chat model, whatever its provider. */
export interface Model {
  /** `provider:name`, as the settings give it. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /**
   * One call, once: no retries, no repair (tasks do these, under the budget).
   * @throws MODEL_UNAVAILABLE, MODEL_KEY_REFUSED, MODEL_NOT_FOUND, MODEL_RATE_LIMITED (details.retryAfterSeconds),
   *   MODEL_REFUSED, CANCELLED
   */
  call(call: ModelCall): Promise<ModelReply>;
}
