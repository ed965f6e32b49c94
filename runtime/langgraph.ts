import '../core/supported-node.ts';

import type { RunnableConfig } from '@langchain/core/runnables';
import type { AgentQuestion } from '../agent/agent.ts';
import type { StrategyName } from '../agent/index.ts';
import type { Answer } from '../core/answer.ts';
import { ParleyError } from '../core/errors.ts';
import type { AskOptions, Parley } from './parley.ts';

export type { StrategyName } from '../agent/index.ts';
export type { Answer } from '../core/answer.ts';

/** Options of a strategy node: the Parley instance, options of the question, and the mapping to and from the state. */
export interface StrategyNodeOptions<State, Update> extends Omit<AskOptions, 'strategy' | 'signal'> {
  parley: Pick<Parley, 'agent' | 'scopes'>;
  /** Reads the question from the state; `question` by default. */
  ask?(state: State): string | AskedTurn;
  /** Returns the state update for an answer; `{ answer }` by default. */
  write?(answer: Answer, state: State): Update;
}

/** A question with the earlier turns of its conversation. */
export interface AskedTurn {
  question: string;
  history?: AskOptions['history'];
}

/** A node for a LangGraph graph. */
export type StrategyNode<State, Update> = (
  state: State,
  config?: RunnableConfig & { writer?: ((event: unknown) => void) | undefined },
) => Promise<Update>;

/**
 * One of Parley's strategies as a node for your own StateGraph. Each run is a separate question with its own budget and
 * numbering of sources, and checks citations like `parley.ask`. The events of `parley.stream` are streamed in the mode
 * `custom`.
 *
 * @param name a strategy's name, with options if it has any: `crp:evaluation=false`
 * @example
 * const Mine = Annotation.Root({ question: Annotation<string>, answer: Annotation<Answer> });
 * new StateGraph(Mine).addNode('parley', strategy('par', { parley, scopes: ['everyone'] }));
 */
export const strategy = <State = { question: string }, Update = { answer: Answer }>(
  name: StrategyName | 'quote' | `${StrategyName}:${string}`,
  options: StrategyNodeOptions<State, Update>,
): StrategyNode<State, Update> => {
  const { parley, ask = questionOf, write = asAnswer<Update>, ...how } = options;
  return async (state, config) => {
    const asked = ask(state);
    const turn = typeof asked === 'string' ? { question: asked } : asked;
    const question: AgentQuestion = {
      ...how,
      scopes: how.scopes ?? parley.scopes,
      ...(turn.history && { history: turn.history }),
      text: turn.question,
      strategy: name,
      signal: config?.signal,
    };
    return write(await parley.agent.answer(question, config?.writer), state);
  };
};

const questionOf = (state: unknown): string => {
  const { question } = (state ?? {}) as { question?: unknown };
  if (typeof question === 'string') return question;
  throw new ParleyError('BAD_USAGE', {
    message: 'The state has no `question` to ask.',
    remedy: 'Give the state a `question`, or give `strategy` an `ask` that reads the question from your state.',
  });
};

const asAnswer = <Update>(answer: Answer): Update => ({ answer }) as Update;
