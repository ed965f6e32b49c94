import { z } from 'zod';
import type { JsonSchema, Message, Sampling } from './model.ts';

/** One kind of model call: its prompt, its input and the shape of its output. One file per task. */
export interface Task<Input, Output> {
  /** Stands in the prompt and names the JSON schema; the simulated model recognises the task by it. */
  readonly name: string;
  /** What the task does, as shown to the asker while it runs. */
  readonly doing: string;
  /** Absent for a task that answers in plain text. */
  readonly output: z.ZodType<Output> | undefined;
  readonly json: JsonSchema | undefined;
  readonly prompt: (input: Input) => Message[];
  /** The output's field that may be shown while it streams. */
  readonly stream?: keyof Output & string;
  /** A small task, for PARLEY_FAST_MODEL. */
  readonly fast: boolean;
  /** The answer may be likely where the settings allow it: the rule for it joins the prompt. */
  readonly mayBeLikely: boolean;
  readonly sampling: Sampling;
  /** Output tokens: a call is not started with fewer than `min` left, and gives at most `max`. */
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
 * Defines a task with a structured answer. Every field of the schema is required (providers' strict modes want it so):
 * what may be missing is an empty string or an empty list.
 *
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

/** Keywords that zod writes and strict modes refuse, OpenAI-compatible servers and Azure among them. */
const REFUSED_KEYWORDS = ['default', 'minimum', 'maximum'];

/**
 * The JSON schema of an output in the subset that strict modes take. A default and the bounds of an integer stay with the
 * zod schema, which reads the answer.
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
