import { z } from 'zod';
import type { JsonSchema, Message, Sampling } from './model.ts';

/** One kind of model call: its prompt, input and output. One file per task. */
export interface Task<Input, Output> {
  /** Part of the prompt and name of the JSON schema. The simulated model recognises the task by it. */
  readonly name: string;
  /** Status text shown to the asker while it runs. */
  readonly doing: string;
  /** Undefined for a task that answers in plain text. */
  readonly output: z.ZodType<Output> | undefined;
  readonly json: JsonSchema | undefined;
  readonly prompt: (input: Input) => Message[];
  /** The output's field that may be shown while it streams. */
  readonly stream?: keyof Output & string;
  /** True for a small task, which PARLEY_FAST_MODEL runs. */
  readonly fast: boolean;
  /** True if the answer may be likely. The prompt then contains the rule for it. */
  readonly mayBeLikely: boolean;
  readonly sampling: Sampling;
  /** Output tokens: a call starts only with `min` left in the budget, and returns at most `max`. */
  readonly outputTokens: { min: number; max: number };
}

interface TaskOptions {
  name: string;
  doing: string;
  fast?: boolean;
  mayBeLikely?: boolean;
  sampling?: Sampling;
  outputTokens?: { min: number; max: number };
}

const DEFAULTS = { sampling: { temperature: 0 }, outputTokens: { min: 120, max: 900 } };

/**
 * Defines a task with a structured answer. Every field of the schema is required, because providers' strict modes
 * demand it; an absent value is an empty string or list.
 * @example
 * export const standaloneQuestion = task({
 *   name: 'standalone-question',
 *   doing: 'Reading the thread',
 *   output: z.object({ question: z.string() }),
 *   prompt: ({ question, history }: { question: string; history: Turn[] }) => [system('…'), user('…')],
 * });
 */
export const task = <Input, Output>(
  options: TaskOptions & {
    output: z.ZodType<Output>;
    prompt: (input: Input) => Message[];
    stream?: keyof Output & string;
  },
): Task<Input, Output> => {
  return { fast: false, mayBeLikely: false, ...DEFAULTS, ...options, json: strictSchema(options.output) };
};

/** Keywords that zod writes and that strict modes reject, among them Azure's and those of OpenAI-compatible servers. */
const REFUSED_KEYWORDS = ['default', 'minimum', 'maximum'];

/**
 * The JSON schema of an output in the subset that strict modes accept. Only zod checks defaults and integer bounds,
 * when it parses the answer.
 */
const strictSchema = (output: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(output, {
    override: ({ jsonSchema }) => {
      for (const keyword of REFUSED_KEYWORDS) delete (jsonSchema as JsonSchema)[keyword];
    },
  }) as JsonSchema;
  return json;
};

/** Defines a task that answers in plain text. */
export const textTask = <Input>(
  options: TaskOptions & { prompt: (input: Input) => Message[] },
): Task<Input, string> => ({
  fast: false,
  mayBeLikely: false,
  ...DEFAULTS,
  ...options,
  output: undefined,
  json: undefined,
});
