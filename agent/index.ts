export type { Agent, AgentEvent, AgentQuestion } from './agent.ts';
export type { ReasoningContext } from './context.ts';
export { type AgentParts, createAgent, MODEL_FAILED } from './create-agent.ts';
export { type Models, openModels } from './model/open-model.ts';
export { modelReranker, modelRerankerForSearch } from './model-reranker.ts';
export { type OpenContext, openContext } from './open-context.ts';
export { createFactReader, type ReadFact } from './read-facts.ts';
export { type StrategyName, strategies } from './strategies/index.ts';
