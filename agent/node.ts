import { asParleyError, ParleyError } from '../core/errors.ts';
import { contextOfNode, isQuestionContext, type QuestionContext } from './question-context.ts';
import type { Reasoning, ReasoningUpdate } from './state.ts';

/** A step of a strategy: computes a state update from the state and the context. */
export type NodeFunction<State, Update> = (state: State, context: QuestionContext) => Promise<Update> | Update;

/**
 * Makes a graph node of a function. Passes it its view of the question's context, records its look-ups in the state,
 * and turns an exhausted budget into `exhausted`, after which all routes lead to the end. Rethrows other failures.
 */
export const node =
  <State extends Reasoning, Update extends object>(name: string, work: NodeFunction<State, Update>) =>
  async (
    state: State,
    runtime: { context?: unknown; configurable?: unknown },
  ): Promise<Update & Pick<ReasoningUpdate, 'messages' | 'exhausted'>> => {
    if (!isQuestionContext(runtime.context)) throw withoutContext(name);
    const context = contextOfNode(runtime.context, name);
    context.signal.throwIfAborted();
    let update: Update & Pick<ReasoningUpdate, 'messages' | 'exhausted'>;
    if (state.asksNothing) return { exhausted: true } as typeof update;
    try {
      update = await work(state, context);
    } catch (error) {
      const failure = asParleyError(error);
      context.trace({ kind: 'note', name: failure.code, data: { message: failure.message } });
      if (failure.code !== 'BUDGET_EXHAUSTED' || context.signal.aborted) throw failure;
      update = { exhausted: true } as typeof update;
    }
    // A node that runs the model's own tool calls returns their messages itself.
    if (context.toolMessages.length === 0 || update.messages !== undefined) return update;
    return { ...update, messages: context.toolMessages };
  };

const withoutContext = (node: string) =>
  new ParleyError('BAD_USAGE', {
    message: `The node ${node} was run without a question's context.`,
    remedy: 'Pass createQuestionContext(…) as `context`, or open the graph by withQuestionContext(graph, …).',
  });

/** Replacements by node name: functions from the strategy's own node to another one. */
export type NodeReplacements<Nodes> = { readonly [Name in keyof Nodes]?: (own: Nodes[Name]) => Nodes[Name] };

/** A strategy's nodes with some replaced, so that an experiment needs no switch inside a method. */
export const replaceNodes = <Nodes extends object>(own: Nodes, replacements: NodeReplacements<Nodes>): Nodes => {
  const nodes = { ...own };
  for (const name of Object.keys(own) as (keyof Nodes)[]) {
    const replace = replacements[name];
    if (replace) nodes[name] = replace(own[name]);
  }
  return nodes;
};
