import { estimate } from '../metrics/bootstrap.ts';

/** Kinds of questions that take several steps. */
export const SEVERAL_STEPS = /^(?:bridge|comparison|intersection)/;

/** A share in percent, to one place; a dash for none. */
export const percent = (share: number | undefined): string => (share === undefined ? '–' : (100 * share).toFixed(1));

/** The mean of shares in percent, with its 95 % interval. */
export const percentWithInterval = (shares: readonly number[]): string => {
  const found = estimate(shares);
  return `${percent(found?.value)} (${percent(found?.low)} to ${percent(found?.high)})`;
};

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
