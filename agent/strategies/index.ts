import { ParleyError } from '../../core/errors.ts';
import { readStrategy, withOptions } from './options.ts';
import type { Strategy, StrategyGraph } from './strategy.ts';
import * as table from './table.ts';

export type { Strategy, StrategyGraph } from './strategy.ts';

/** Names of the strategies. Some take options in their name, such as `crp:evaluation=false`. */
export type StrategyName = (typeof table)[keyof typeof table]['name'];

/** The strategy used if the asker names none. */
export const DEFAULT_STRATEGY = 'auto';

/**
 * Answers by quoting, without a model. It is also accepted as a strategy name, so that evals can compare it with the
 * others.
 */
export const QUOTE = 'quote';

const rank = ({ name, baseline }: Strategy) => (name === DEFAULT_STRATEGY ? 0 : baseline ? 2 : 1);

/** Every strategy in display order: the default, the other methods, the baselines. */
export const STRATEGIES: readonly Strategy[] = Object.values<Strategy>(table).sort(
  (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name),
);

/** Names of all strategies, and `QUOTE`. */
export const STRATEGY_NAMES: readonly string[] = [...STRATEGIES.map(({ name }) => name), QUOTE];

/**
 * Finds a strategy by its name, with or without options. Undefined if there is none, or if it takes no options but some
 * are given.
 */
export const findStrategy = (text: string, strategies: readonly Strategy[] = STRATEGIES): Strategy | undefined => {
  const [name, ...options] = text.split(':');
  const strategy = strategies.find((one) => one.name === name);
  return strategy && options.length > 0 && Object.keys(strategy.defaults).length === 0 ? undefined : strategy;
};

/**
 * The compiled graph of a strategy, with the options given after its name's colon.
 * @throws UNKNOWN_STRATEGY; BAD_USAGE for an option that the strategy does not have
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

/** The error for the name of no strategy, with the names that there are. */
export const unknownStrategy = (text: string, strategies: readonly Strategy[]): ParleyError =>
  new ParleyError('UNKNOWN_STRATEGY', {
    message: `There is no strategy "${text}".`,
    remedy: `Use one of ${[...strategies.map(({ name }) => name), QUOTE].join(', ')}.`,
  });
