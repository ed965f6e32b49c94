import { ParleyError } from '../../core/errors.ts';
import { readStrategy, withOptions } from './options.ts';
import type { Strategy, StrategyGraph } from './strategy.ts';
import * as table from './table.ts';

export type { Strategy, StrategyGraph } from './strategy.ts';

/** The names of the strategies; some take options too, as `crp:evaluation=false`. */
export type StrategyName = (typeof table)[keyof typeof table]['name'];

/** What answers when the asker names no strategy. */
export const DEFAULT_STRATEGY = 'auto';

/** Answers by quoting, without a model; a strategy by name too, so that evals can compare it with the others. */
export const QUOTE = 'quote';

const rank = ({ name, baseline }: Strategy) => (name === DEFAULT_STRATEGY ? 0 : baseline ? 2 : 1);

/** Every strategy in the order in which lists show them: the default, the published methods, the baselines. */
export const STRATEGIES: readonly Strategy[] = Object.values<Strategy>(table).sort(
  (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name),
);

/** Their names, and that of quoting. */
export const STRATEGY_NAMES: readonly string[] = [...STRATEGIES.map(({ name }) => name), QUOTE];

/** The strategy that a text names, with or without options; undefined where there is none, or it takes no options. */
export const findStrategy = (text: string, strategies: readonly Strategy[] = STRATEGIES): Strategy | undefined => {
  const [name, ...options] = text.split(':');
  const strategy = strategies.find((one) => one.name === name);
  return strategy && options.length > 0 && Object.keys(strategy.defaults).length === 0 ? undefined : strategy;
};

/**
 * The compiled graph of a strategy, made with the options that the text gives after a colon.
 * @throws UNKNOWN_STRATEGY; BAD_USAGE for options that it does not have
 */
export const loadStrategy = async (
  text: string,
  strategies: readonly Strategy[] = STRATEGIES,
): Promise<StrategyGraph> => {
  const strategy = findStrategy(text, strategies);
  if (!strategy) throw unknownStrategy(text, strategies);
  const { options } = readStrategy(text);
  return options.size > 0 ? strategy.create(withOptions(strategy.defaults, options)) : strategy.create();
};

export const unknownStrategy = (text: string, strategies: readonly Strategy[]): ParleyError =>
  new ParleyError('UNKNOWN_STRATEGY', {
    message: `There is no strategy "${text}".`,
    remedy: `Use one of ${[...strategies.map(({ name }) => name), QUOTE].join(', ')}.`,
  });
