import { isQuestionContext, type QuestionContext } from './question-context.ts';

/** What is used of a compiled graph. */
interface Streaming {
  stream(input: unknown, options?: { context?: unknown }): Promise<unknown>;
}

/**
 * A strategy's graph for callers that know no Parley context, such as a LangGraph server or an outer graph: each run gets a
 * context of its own from the factory. A run that is started with a question's context keeps it.
 *
 * @param openContext is given what the caller passed as its own context, and makes the context of one run
 * @example
 * const graph = withQuestionContext(vanilla, () => createQuestionContext({ models, stores, retriever, scopes }));
 * const { written } = await graph.invoke({ question: 'How long is parental leave?' });
 */
export const withQuestionContext = <Graph extends object>(
  graph: Graph,
  openContext: (given: unknown) => Promise<QuestionContext>,
): Graph => {
  // LangGraph copies a graph (`withConfig`) by calling its constructor with its fields, so that a subclass outlives copies.
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
