import { STRATEGIES, type Strategy } from '../../agent/index.ts';
import { CRP_DEFAULTS } from '../../agent/strategies/crp/options.ts';
import { PAR_DEFAULTS } from '../../agent/strategies/par/options.ts';
import { ROK_DEFAULTS } from '../../agent/strategies/rok/options.ts';
import { defineStrategy } from '../../agent/strategies/strategy.ts';
import { autoNoise, crpNoise, NO_NOISE } from './noise.ts';
import { ALL_OF_AUTO, autoWithout, parWithout, rokWithout } from './without-a-part.ts';

const titled = (name: string): Pick<Strategy, 'title' | 'about' | 'paper'> => {
  const strategy = STRATEGIES.find((one) => one.name === name);
  if (!strategy) throw new Error(`There is no strategy ${name} to experiment with.`);
  const { title, about, paper } = strategy;
  return { title, about, paper };
};

/** Strategies with the options that only experiments have: noise (`crp:noise.steps=0.4`) and left-out parts. */
const experiments: readonly Strategy[] = [
  defineStrategy({
    ...titled('auto'),
    name: 'auto',
    defaults: { noise: NO_NOISE, ...ALL_OF_AUTO },
    load: async ({ noise = NO_NOISE, ...parts }) =>
      (await import('../../agent/strategies/auto/graph.ts')).createAuto({
        ...autoNoise(noise),
        ...autoWithout({ ...ALL_OF_AUTO, ...parts }),
      }),
  }),
  defineStrategy({
    ...titled('crp'),
    name: 'crp',
    defaults: { ...CRP_DEFAULTS, noise: NO_NOISE },
    load: async ({ noise = NO_NOISE, ...options }) =>
      (await import('../../agent/strategies/crp/graph.ts')).createCrp(options, crpNoise(noise)),
  }),
  defineStrategy({
    ...titled('par'),
    name: 'par',
    defaults: { ...PAR_DEFAULTS, plan: true, review: true },
    load: async ({ plan = true, review = true, ...options }) =>
      (await import('../../agent/strategies/par/graph.ts')).createPar(options, parWithout({ plan, review })),
  }),
  defineStrategy({
    ...titled('rok'),
    name: 'rok',
    defaults: { ...ROK_DEFAULTS, extension: true, branches: true },
    load: async ({ extension = true, branches = true, ...options }) =>
      (await import('../../agent/strategies/rok/graph.ts')).createRok(options, rokWithout({ extension, branches })),
  }),
];

/** What evals run: every strategy, with its experiments' options where it has some. */
export const EVAL_STRATEGIES: readonly Strategy[] = STRATEGIES.map(
  (strategy) => experiments.find(({ name }) => name === strategy.name) ?? strategy,
);
