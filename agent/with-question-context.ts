import { BaseChannel, BinaryOperatorAggregate, isCommand, Overwrite } from '@langchain/langgraph';
import { ParleyError } from '../core/errors.ts';
import { isQuestionContext, type QuestionContext } from './question-context.ts';
import type { Reasoning } from './state.ts';

interface StreamOptions {
  context?: unknown;
  configurable?: { thread_id?: string };
}

/** The part of a compiled graph that is used here. */
interface Streaming {
  channels: Record<string, unknown>;
  /** An object when the graph itself keeps threads. */
  checkpointer?: unknown;
  getState(options: StreamOptions): Promise<{ values: Partial<Reasoning> }>;
  stream(input: unknown, options?: StreamOptions): Promise<unknown>;
}

/**
 * The input of a question, which starts anew: in a thread that is kept, the state of the question before it is cleared, and it
 * goes into the history. Other inputs go on with a run: `null` after an interrupt, or a command.
 * @throws BAD_USAGE when there is no question
 */
const inputOf = async (graph: Streaming, input: unknown, options: StreamOptions): Promise<unknown> => {
  if (input === null || input === undefined || isCommand(input)) return input;
  const given = input as Partial<Reasoning>;
  if (typeof given.question !== 'string' || given.question.trim() === '')
    throw new ParleyError('BAD_USAGE', {
      message: 'The input holds no question.',
      remedy: 'Give {"question": "…"}.',
    });
  const isThread = typeof graph.checkpointer === 'object' && graph.checkpointer !== null;
  if (!isThread || !options.configurable?.thread_id) return input;
  const { values: last } = await graph.getState(options);
  const { question, written, history = [] } = last;
  const earlier = question && written ? [...history, { question, answer: written.text }] : history;
  return { ...emptyState(graph), history: earlier, ...given };
};

const emptyState = ({ channels }: Streaming): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(channels).flatMap(([name, channel]): [string, unknown][] => {
      if (channel instanceof BinaryOperatorAggregate) return [[name, new Overwrite(channel.initialValueFactory?.())]];
      return channel instanceof BaseChannel && channel.lc_graph_name === 'LastValue' ? [[name, undefined]] : [];
    }),
  );

/**
 * Wraps a strategy's graph for callers without a Parley context, such as a LangGraph server or an outer graph. Each run
 * gets a new context from the factory, unless it is started with a question's context.
 * @param openContext creates the context of one run from the caller's own context
 * @example
 * const graph = withQuestionContext(vanilla, () => createQuestionContext({ models, stores, retriever, scopes }));
 * const { written } = await graph.invoke({ question: 'How long is parental leave?' });
 */
export const withQuestionContext = <Graph extends object>(
  graph: Graph,
  openContext: (given: unknown) => Promise<QuestionContext>,
): Graph => {
  // LangGraph copies a graph (`withConfig`) by calling its constructor, so a subclass survives copying.
  const Compiled = graph.constructor as new (fields: object) => Streaming;
  class WithContext extends Compiled {
    // `invoke` and `streamEvents` go through `stream` too.
    override async stream(input: unknown, options: StreamOptions = {}) {
      const given = options.context;
      const context = isQuestionContext(given) ? given : await openContext(given);
      return super.stream(await inputOf(this, input, options), { ...options, context });
    }
  }
  return new WithContext({ ...graph }) as unknown as Graph;
};
