import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { QuestionContext } from '../question-context.ts';
import type { Reasoning, ReasoningUpdate } from '../state.ts';
import { readStrategy, withOptions } from './options.ts';

/** A compiled strategy, as far as the agent needs to know it. */
export interface StrategyGraph {
  stream(
    input: ReasoningUpdate,
    options: {
      context: QuestionContext;
      streamMode: 'values';
      recursionLimit: number;
      runName: string;
      callbacks?: BaseCallbackHandler[];
    },
  ): Promise<AsyncIterable<Reasoning>>;
}

/** Each strategy's graph, loaded when it is first asked for: nobody waits for those that are not used. */
export const strategies = {
  direct: async () => (await import('./baselines/direct.ts')).direct,
  vanilla: async () => (await import('./baselines/vanilla.ts')).vanilla,
  iterdrag: async () => (await import('./baselines/iterdrag/graph.ts')).iterdrag,
  ircot: async () => (await import('./baselines/ircot/graph.ts')).ircot,
  ppr: async () => (await import('./baselines/ppr.ts')).ppr,
  airrag: async () => (await import('./airrag/graph.ts')).airrag,
  'airrag-lite': async () => (await import('./airrag/lite.ts')).airragLite,
  'airrag-blender': async () => (await import('./airrag/blender.ts')).airragBlender,
  auto: async () => (await import('./auto/graph.ts')).auto,
  par: async () => (await import('./par/graph.ts')).par,
  crp: async () => (await import('./crp/graph.ts')).crp,
  rok: async () => (await import('./rok/graph.ts')).rok,
  hybrid: async () => (await import('./hybrid/graph.ts')).hybrid,
};
export type StrategyName = keyof typeof strategies;

/** What answers when the asker names no strategy. */
export const DEFAULT_STRATEGY: StrategyName = 'auto';

/** Answers by quoting, without a model; a strategy by name too, so that evals can hold it against the others. */
export const QUOTE = 'quote';
export const STRATEGY_NAMES: readonly string[] = [...Object.keys(strategies), QUOTE];

/** Strategies that can be made with options of their own, for ablations: `crp:evaluation=false`. */
const made: Record<string, (options: ReadonlyMap<string, string>) => Promise<unknown>> = {
  airrag: async (options) => {
    const [{ createAirrag }, { AIRRAG }] = await Promise.all([
      import('./airrag/graph.ts'),
      import('./airrag/options.ts'),
    ]);
    return createAirrag(withOptions(AIRRAG, options));
  },
  auto: async (options) => {
    const [{ createAuto }, { AUTO_DEFAULTS }] = await Promise.all([
      import('./auto/graph.ts'),
      import('./auto/options.ts'),
    ]);
    return createAuto(withOptions(AUTO_DEFAULTS, options));
  },
  crp: async (options) => {
    const [{ createCrp }, { CRP_DEFAULTS }] = await Promise.all([import('./crp/graph.ts'), import('./crp/options.ts')]);
    return createCrp(withOptions(CRP_DEFAULTS, options));
  },
  hybrid: async (options) => {
    const [{ createHybrid }, { HYBRID_DEFAULTS }] = await Promise.all([
      import('./hybrid/graph.ts'),
      import('./hybrid/options.ts'),
    ]);
    return createHybrid(withOptions(HYBRID_DEFAULTS, options));
  },
  par: async (options) => {
    const [{ createPar }, { PAR_DEFAULTS }] = await Promise.all([import('./par/graph.ts'), import('./par/options.ts')]);
    return createPar(withOptions(PAR_DEFAULTS, options));
  },
  rok: async (options) => {
    const [{ createRok }, { ROK_DEFAULTS }] = await Promise.all([import('./rok/graph.ts'), import('./rok/options.ts')]);
    return createRok(withOptions(ROK_DEFAULTS, options));
  },
};

/** True for a name that `loadStrategy` knows; its options are judged when it is loaded. */
export const isStrategy = (text: string): boolean => {
  const colon = text.indexOf(':');
  return colon === -1 ? Object.hasOwn(strategies, text) : Object.hasOwn(made, text.slice(0, colon));
};

/**
 * A strategy's compiled graph.
 * @throws BAD_USAGE for options that it does not have
 */
export const loadStrategy = async (text: string): Promise<StrategyGraph> => {
  const { name, options } = readStrategy(text);
  return (options.size > 0 ? await made[name]!(options) : await strategies[name as StrategyName]()) as StrategyGraph;
};
