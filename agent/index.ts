import '../core/supported-node.ts';

import type { QuestionContextOptions } from './create-question-context.ts';
import type { QuestionContext } from './question-context.ts';

export type { Agent, AgentEvent, AgentQuestion } from './agent.ts';
export { MODEL_FAILED } from './answer-by-strategy.ts';
export { type AgentOptions, createAgent } from './create-agent.ts';
export { createQuestionGrouper, type GroupQuestions } from './group-questions.ts';
export { type Models, openModels } from './model/open-model.ts';
export { probeForm } from './model/probe-form.ts';
export { modelReranker, modelRerankerForSearch } from './model-reranker.ts';
export { createFactReader, type ReadFact } from './read-facts.ts';
export { loadStrategy, STRATEGIES, type Strategy, type StrategyGraph, type StrategyName } from './strategies/index.ts';
export { withQuestionContext } from './with-question-context.ts';
export type { QuestionContext, QuestionContextOptions };

/**
 * Creates the context in which a strategy's graph answers one question. Loads LangChain's tools when called.
 * @example
 * const context = await createQuestionContext({ models, retriever, stores, scopes: ['everyone'] });
 * const { written } = await auto.invoke({ question: 'How long is parental leave?' }, { context });
 */
export const createQuestionContext = async (options: QuestionContextOptions): Promise<QuestionContext> =>
  (await import('./create-question-context.ts')).createQuestionContext(options);
export { followUpQuestions } from './quote/suggestions/follow-up-questions.ts';
export { suggestQuestions } from './quote/suggestions/suggest-questions.ts';
