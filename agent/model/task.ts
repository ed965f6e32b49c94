import { z } from 'zod';
import type { JsonSchema, Message, Sampling } from './model.ts';

/** One kind of model call: what it asks, with what, and the shape of what comes back. One file a task. */
export interface Task<Input, Output> {
  /** Stands in the prompt and names the JSON schema; a simulated or hand-played model knows the task by it. */
  readonly name: string;
  /** What is done while it runs, in plain words for the asker. */
  readonly doing: string;
  /** Absent for a task that answers in plain text. */
  readonly output: z.ZodType<Output> | undefined;
  readonly json: JsonSchema | undefined;
  readonly prompt: (input: Input) => Message[];
  /** The output's field that may be shown while it streams. */
  readonly stream?: keyof Output & string;
  /** A small task, for PARLEY_FAST_MODEL. */
  readonly fast: boolean;
  readonly sampling: Sampling;
  /** Output tokens: a call is not started with fewer than `min` left, and gives at most `max`. */
  readonly outputTokens: { min: number; max: number };
}

interface TaskOptions {
  name: string;
  doing: string;
  fast?: boolean;
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
  const { $schema: _, ...json } = z.toJSONSchema(options.output) as JsonSchema;
  return { fast: false, ...DEFAULTS, ...options, json };
};

/** Defines a task that answers in plain text. */
export const textTask = <Input>(
  options: TaskOptions & { prompt: (input: Input) => Message[] },
): Task<Input, string> => ({ fast: false, ...DEFAULTS, ...options, output: undefined, json: undefined });
