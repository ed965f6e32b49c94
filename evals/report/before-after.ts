import type { AgainstBaseline, BeforeAfter, TurnedQuestion } from '../gates/against-baseline.ts';
import { formatMetric, metricNamed } from '../metrics/metric.ts';

/** Turned questions that are listed each way. */
const MAX_TURNED = 20;

/** What a change does to the figures, and the questions that turned, both ways: the middle of a pull request's comment. */
export const beforeAfterSection = ({ metrics, turned }: AgainstBaseline, table: Table): string => {
  const rows = metrics.map((one) => [
    one.strategy,
    metricNamed(one.metric)?.label ?? one.metric,
    formatMetric(one.metric, one.before),
    formatMetric(one.metric, one.after),
    one.difference === 0
      ? 'same'
      : `${signed(one.metric, one.difference)} (${signed(one.metric, one.low)} … ${signed(one.metric, one.high)})`,
    verdictOf(one),
  ]);
  const worse = turned.filter(({ nowRight }) => !nowRight);
  const better = turned.filter(({ nowRight }) => nowRight);
  return [
    '**Before and after**, over the same questions (95 % interval of the difference)',
    table(['Strategy', 'Metric', 'Before', 'After', 'Difference', ''], rows),
    turned.length === 0 ? 'No question turned.' : '',
    listOf(worse, 'answered rightly before and wrongly now'),
    listOf(better, 'answered wrongly before and rightly now'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

type Table = (header: readonly string[], rows: readonly (readonly string[])[]) => string;

const listOf = (turned: readonly TurnedQuestion[], how: string): string => {
  if (turned.length === 0) return '';
  const lines = turned
    .slice(0, MAX_TURNED)
    .map(
      ({ strategy, id, question, expected, given }) =>
        `- ${strategy} \`${id}\` ${safe(question, 120)} expected **${safe(expected.join(' / '), 60)}**, given **${safe(given || 'nothing', 60)}**`,
    );
  const more = turned.length > MAX_TURNED ? [`- and ${turned.length - MAX_TURNED} more`] : [];
  return `<details><summary>${turned.length} ${how}</summary>\n\n${[...lines, ...more].join('\n')}\n\n</details>`;
};

const verdictOf = ({ metric, difference, real }: BeforeAfter): string => {
  if (!real) return '';
  return difference > 0 !== (metricNamed(metric)?.better === 'lower') ? 'better' : 'worse';
};

const signed = (metric: string, value: number): string =>
  `${value >= 0 ? '+' : '−'}${formatMetric(metric, Math.abs(value))}`;

/** Questions and answers are data: they open no HTML and mention nobody. */
const safe = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim().replaceAll('<', '&lt;').replaceAll('@', '@\u200b').replaceAll('*', '∗');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};
