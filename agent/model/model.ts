/** One message of a prompt. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  /** Function calls of an assistant message. */
  calls?: readonly FunctionCall[];
  /** Of a tool message: id of the call that it answers. */
  callId?: string;
}

/** A function that a model called. */
export interface FunctionCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** The raw arguments, if they are not one JSON object; `arguments` is then empty. */
  unreadable?: string;
}

/** Sampling parameters. Providers ignore those that they do not support. */
export interface Sampling {
  temperature?: number;
  topP?: number;
  topK?: number;
  /** Differs between samples of one prompt, so that a cache by prompt does not return the same answer. */
  seed?: number;
}

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
  /** The answer must be a JSON object of this schema. `name` is the task's name. */
  schema?: { name: string; json: JsonSchema };
  functions?: readonly FunctionSpec[];
  sampling?: Sampling;
  maxOutputTokens?: number;
  /** Asks for the log-probability of each output token. */
  logprobs?: boolean;
  signal?: AbortSignal;
  /** Called with pieces of the answer's text as they stream. */
  onText?: (delta: string) => void;
}

/** Tokens of one call. `estimated` is true if the provider reports none. */
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
  /** Natural log-probabilities, one per output token; absent if not requested or not supported. */
  logprobs?: number[];
  /** True if a limit of output tokens ended the answer, so that its end is missing. */
  cut?: boolean;
  /** True if the model used output tokens for thinking. */
  thought?: boolean;
}

/**
 * Capabilities of a model, and what Parley does without them:
 * - structuredOutput `json-schema`: the provider enforces the schema; `function`: one forced function call carries the
 *   answer; `text`: the schema is in the prompt and the answer is parsed as JSON.
 * - functions false: functions are chosen by structured output.
 * - logprobs false: CRP-RAG judges sufficiency by the agreement of samples instead of perplexity.
 */
export interface Capabilities {
  structuredOutput: 'json-schema' | 'function' | 'text';
  functions: boolean;
  logprobs: boolean;
  /**
   * Tokens that it may use for thinking before the answer. They count as output, so the output limit includes them. Grows
   * when a model that was not known to think is seen to do so.
   */
  hiddenTokens: number;
  /** True for a small model, which is asked for fewer fields; Parley finds its quotes. */
  compact: boolean;
}

/** A chat model, whatever its provider. */
export interface Model {
  /** `provider:name`, as in the settings. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /**
   * Makes one call without retry or repair; `runTask` does these within the budget.
   * @throws MODEL_UNAVAILABLE, MODEL_KEY_REFUSED, MODEL_NOT_FOUND, MODEL_RATE_LIMITED (details.retryAfterSeconds),
   * MODEL_REFUSED, CANCELLED
   */
  call(call: ModelCall): Promise<ModelReply>;
}
