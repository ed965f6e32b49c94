import type { Summary } from '../run/summary.ts';
import { heading, metricTable } from './markdown.ts';

/** Columns in the order in which a narrow terminal keeps them. */
const BY_IMPORTANCE = [
  'accuracy',
  'f1',
  'tokens',
  'seconds_p50',
  'citation_precision',
  'recall@5',
  'refusal_recall',
  'calls',
  'crag',
  'citation_recall',
  'refusal_precision',
  'leaks',
];

/**
 * The run for a terminal: what was run, as many columns as fit into its width, and what the figures are. A table whose lines
 * wrap cannot be read, so a narrow terminal gets the columns that matter most, and the report has the rest.
 * @param width characters of a line; without it every column is shown, as for a file or a CI log
 */
export const terminalTable = (summary: Summary, width = Number.POSITIVE_INFINITY): string => {
  const title = heading(summary).replaceAll(/^#+ |\*\*/g, '');
  const quoting = summary.run.mode === 'quote' && summary.strategies.some(({ strategy }) => strategy !== 'quote');
  const legend = quoting ? `${LEGEND} ${ALL_QUOTE}` : LEGEND;
  const whole = metricTable(summary.strategies);
  if (widthOf(whole) <= width) return [title, whole, legend].join('\n\n');
  const kept: string[] = [];
  for (const name of BY_IMPORTANCE)
    if (widthOf(metricTable(summary.strategies, [...kept, name])) <= width) kept.push(name);
  const left = columns(whole) - columns(metricTable(summary.strategies, kept));
  return [title, metricTable(summary.strategies, kept), `${legend} ${left} more columns are in the report.`].join(
    '\n\n',
  );
};

const LEGEND = 'Shares in percent; ± is half of the 95 % interval.';
const ALL_QUOTE = 'No model is set, so each strategy answers by quoting. Set PARLEY_MODEL to compare them.';

const firstLine = (table: string): string => table.slice(0, table.indexOf('\n'));
const widthOf = (table: string): number => firstLine(table).length;
const columns = (table: string): number => firstLine(table).split(' | ').length;
