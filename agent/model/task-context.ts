import type { QuestionContext } from '../question-context.ts';
import type { FunctionSpec, Message, Sampling } from './model.ts';

/** The part of a question's context that tasks use. */
export type TaskContext = Pick<
  QuestionContext,
  'models' | 'meter' | 'clock' | 'signal' | 'show' | 'status' | 'trace'
> & {
  /** False if answers may contain only what sources state. True by default. */
  allowsLikely?: boolean;
};

export interface RunOptions {
  /** Status text of this call, if more specific than the task's, such as "step 2 of 4". */
  doing?: string;
  sampling?: Sampling;
  logprobs?: boolean;
  /** Functions that the model may call, instead of the task's structured output. */
  functions?: readonly FunctionSpec[];
  /** Messages after the task's prompt: the model's function calls and their results. */
  transcript?: readonly Message[];
  /** The rule for likely answers; `LIKELY_RULE` by default. */
  likelyRule?: string;
  /** True to show the task's `stream` field to the asker as it streams. */
  show?: boolean;
}
