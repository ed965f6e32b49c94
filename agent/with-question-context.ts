import { isQuestionContext, type QuestionContext } from './question-context.ts';

/** The part of a compiled graph that is used here. */
interface Streaming {
  stream(input: unknown, options?: { context?: unknown }): Promise<unknown>;
}

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
    override async stream(input: unknown, options?: { context?: unknown }) {
      const given = options?.context;
      const context = isQuestionContext(given) ? given : await openContext(given);
      return super.stream(input, { ...options, context });
    }
  }
  return new WithContext({ ...graph }) as unknown as Graph;
};
