import type { Reasoning, ReasoningUpdate } from '../state.ts';

/** A compiled strategy, as far as the agent needs to know it. */
export interface StrategyGraph {
  stream(
    input: ReasoningUpdate,
    options: { context: unknown; streamMode: 'values'; recursionLimit: number },
  ): Promise<AsyncIterable<Reasoning>>;
}

/** Each strategy's graph, loaded when it is first asked for: nobody waits for those that are not used. */
export const strategies = {
  direct: async () => (await import('./direct.ts')).direct,
  vanilla: async () => (await import('./vanilla.ts')).vanilla,
  iterdrag: async () => (await import('./iterdrag.ts')).iterdrag,
  ircot: async () => (await import('./ircot.ts')).ircot,
  ppr: async () => (await import('./ppr.ts')).ppr,
  airrag: async () => (await import('./airrag.ts')).airrag,
  'airrag-lite': async () => (await import('./airrag-lite.ts')).airragLite,
  'airrag-blender': async () => (await import('./airrag-blender.ts')).airragBlender,
  auto: async () => (await import('./auto.ts')).auto,
  par: async () => (await import('./par.ts')).par,
  crp: async () => (await import('./crp.ts')).crp,
  rok: async () => (await import('./rok.ts')).rok,
  hybrid: async () => (await import('./hybrid.ts')).hybrid,
};
export type StrategyName = keyof typeof strategies;

/** What answers when the asker names no strategy. */
export const DEFAULT_STRATEGY: StrategyName = 'auto';

/** Answers by quoting, without a model; a strategy by name too, so that evals can hold it against the others. */
export const QUOTE = 'quote';
export const STRATEGY_NAMES: readonly string[] = [...Object.keys(strategies), QUOTE];
