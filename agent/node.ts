import { asParleyError, ParleyError } from '../core/errors.ts';
import { contextOfNode, isQuestionContext, type QuestionContext } from './question-context.ts';
import type { Reasoning, ReasoningUpdate } from './state.ts';

/** A step of a strategy: from the state, and what it needs from around, to what changes. */
export type NodeFunction<State, Update> = (state: State, context: QuestionContext) => Promise<Update> | Update;

/**
 * Makes a graph's node of a function: hands it its view of the question's context, records its look-ups in the state and
 * its time in the trace, and turns an exhausted budget into `exhausted` (the routes then lead to the end with what is
 * there). Other failures pass.
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
    try {
      update = await work(state, context);
    } catch (error) {
      const failure = asParleyError(error);
      context.trace({ kind: 'note', name: failure.code, data: { message: failure.message } });
      if (failure.code !== 'BUDGET_EXHAUSTED' || context.signal.aborted) throw failure;
      update = { exhausted: true } as typeof update;
    }
    // A node that carries on a model's own tool calls hands over their messages itself.
    if (context.toolMessages.length === 0 || update.messages !== undefined) return update;
    return { ...update, messages: context.toolMessages };
  };

const withoutContext = (node: string) =>
  new ParleyError('BAD_USAGE', {
    message: `The node ${node} was run without a question's context.`,
    remedy: 'Pass createQuestionContext(…) as `context`, or open the graph by withQuestionContext(graph, …).',
  });

/** For each node of a strategy that is to be replaced, by name: a function from the strategy's own node to another. */
export type NodeReplacements<Nodes> = { readonly [Name in keyof Nodes]?: (own: Nodes[Name]) => Nodes[Name] };

/** A strategy's nodes with some of them replaced, so that an experiment changes a method without a switch inside it. */
export const replaceNodes = <Nodes extends object>(own: Nodes, replacements: NodeReplacements<Nodes>): Nodes => {
  const nodes = { ...own };
  for (const name of Object.keys(own) as (keyof Nodes)[]) {
    const replace = replacements[name];
    if (replace) nodes[name] = replace(own[name]);
  }
  return nodes;
};
