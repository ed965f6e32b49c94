import type { AgainstBaseline } from '../gates/against-baseline.ts';
import type { Breach } from '../gates/gate.ts';
import { formatMetric, metricNamed, metricsAmong } from '../metrics/metric.ts';
import type { Comparison } from '../run/compare-runs.ts';
import { type Difference, type StrategySummary, type Summary, withoutVectors } from '../run/summary.ts';
import { beforeAfterSection } from './before-after.ts';
import { clip } from './clip.ts';
import { signed } from './page/format.ts';

/** By it a workflow finds its own comment on a pull request, and edits no other. */
const COMMENT_MARKER = '<!-- parley-evals -->';

/**
 * The run as a comment on a pull request: what was run, one table, the real differences and the problems. Details are folded.
 */
export const markdownReport = (
  summary: Summary,
  breaches?: readonly Breach[],
  changes: readonly string[] = [],
  against?: AgainstBaseline,
): string =>
  [
    COMMENT_MARKER,
    heading(summary),
    gateSection(breaches),
    changes.length > 0 ? `**Since the baseline**\n${changes.map((change) => `- ${change}`).join('\n')}` : '',
    against ? beforeAfterSection(against, table) : '',
    metricTable(summary.strategies, chiefColumns),
    differenceSection(summary.differences),
    problemSection(summary),
    `<sub>Shares in percent; ± is half of the 95 % bootstrap interval. ${provenance(summary)}</sub>`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');

/** Strategies by metrics, with half of the interval; a judged metric says on how many rows, where some were not graded. */
export const metricTable = (strategies: readonly StrategySummary[], only?: readonly string[]): string => {
  const shown = columnsOf(strategies).filter(
    ({ name }) => only === undefined || only.includes(name) || name.startsWith('judge_'),
  );
  const rows = strategies.map(({ strategy, n, graded, metrics: found }) => [
    strategy,
    graded === n ? String(n) : `${n} (${graded} graded)`,
    ...shown.map(({ name }) => {
      const estimate = found[name];
      if (estimate === undefined) return '–';
      const half = (estimate.high - estimate.low) / 2;
      const value = formatMetric(name, estimate.value);
      const partial = name.startsWith('judge_') && estimate.n < n ? ` (n ${estimate.n})` : '';
      return half > 0 && !name.startsWith('seconds')
        ? `${value} ± ${formatMetric(name, half)}${partial}`
        : `${value}${partial}`;
    }),
  ]);
  return table(['Strategy', 'n', ...shown.map(({ label }) => label)], rows);
};

/** A comparison of two runs, for the terminal and for a pull request. */
export const comparisonTable = ({ a, b, changed, differences }: Comparison): string =>
  [
    `**${a}** → **${b}**`,
    changed.length > 0
      ? `Changed: ${changed.map((change) => `${change.name} (${brief(change.a)} → ${brief(change.b)})`).join(', ')}.`
      : 'Nothing that decides answers differs between the runs’ settings.',
    table(
      ['Strategy', 'Metric', 'Difference', '95 % interval', 'n', 'Real'],
      differences.map((one) => [
        one.a === one.b ? one.a : `${one.a} → ${one.b}`,
        labelOf(one.metric),
        signed(one.metric, one.difference),
        `${signed(one.metric, one.low)} … ${signed(one.metric, one.high)}`,
        String(one.n),
        one.metric === 'seconds' ? 'two runs, not told' : one.real ? verdictOf(one) : 'no',
      ]),
    ),
  ].join('\n\n');

/** What a gate found, one line a breach with the rows that broke it. */
export const breachLines = (breaches: readonly Breach[]): string[] =>
  breaches.flatMap(({ message, rows }) => [
    message,
    ...rows.map(
      ({ id, question, expected, given }) =>
        `  ${id}: ${clip(question, 90)} expected ${clip(expected.join(' | ') || '–', 50)}, given ${clip(given || '(nothing)', 50)}`,
    ),
  ]);

/** What was run: data set, number of questions, model, and whether answers are missing. */
export const heading = ({ run }: Summary): string => {
  const what =
    run.mode === 'retrieval'
      ? 'retrieval'
      : run.mode === 'quote'
        ? 'quote mode, no model'
        : run.simulated
          ? 'simulated model'
          : (run.model ?? 'no model');
  const unfinished = run.complete ? '' : ` **${run.missing} answers are missing.**`;
  return `### Parley evals: ${run.dataset}, ${run.questions} questions, ${what}${unfinished}`;
};

const gateSection = (breaches: readonly Breach[] | undefined): string => {
  if (breaches === undefined) return '';
  if (breaches.length === 0) return '**Gate met.**';
  const lines = breaches.map(({ message, rows }) =>
    rows.length === 0
      ? `- ${message}`
      : `- ${message}\n  <details><summary>${rows.length} rows</summary>\n\n${rows
          .map(
            (row) =>
              `  - \`${row.id}\` ${clip(row.question, 120)} expected **${clip(row.expected.join(' / '), 60)}**, given **${clip(row.given || 'nothing', 60)}**`,
          )
          .join('\n')}\n  </details>`,
  );
  return `**Gate broken.**\n${lines.join('\n')}`;
};

const REPORTED = ['accuracy', 'recall@5', 'citation_precision', 'tokens', 'seconds'];
const MAX_DIFFERENCES = 30;

const differenceSection = (differences: readonly Difference[]): string => {
  const compared = differences.filter(({ metric }) => REPORTED.includes(metric));
  if (compared.length === 0) return '';
  const real = compared.filter((one) => one.real);
  const rows = table(
    ['Difference', 'Metric', 'By', '95 % interval'],
    real
      .slice(0, MAX_DIFFERENCES)
      .map((one) => [
        `${one.a} → ${one.b}`,
        labelOf(one.metric),
        signed(one.metric, one.difference),
        `${signed(one.metric, one.low)} … ${signed(one.metric, one.high)}`,
      ]),
  );
  const more = real.length > MAX_DIFFERENCES ? `, the first ${MAX_DIFFERENCES} here` : '';
  const summary = `${real.length} of ${compared.length} paired differences are real (95 %, Holm${more})`;
  return real.length === 0 ? `${summary}.` : `<details><summary>${summary}</summary>\n\n${rows}\n\n</details>`;
};

const MAX_PROBLEMS = 10;

const problemSection = (summary: Summary): string => {
  const { problems, missingGold, needGold = [], failures, judgements = {} } = summary;
  const byWords = withoutVectors(summary);
  const lines = [
    ...problems.slice(0, MAX_PROBLEMS).map(({ place, message }) => `- ${place} ${message}`),
    ...(problems.length > MAX_PROBLEMS
      ? [`- and ${problems.length - MAX_PROBLEMS} more rows that could not be read`]
      : []),
    ...(missingGold.questions > 0
      ? [
          `- the corpus lacks ${missingGold.ids.length} gold ids (${missingGold.ids.slice(0, 5).join(', ')}${missingGold.ids.length > 5 ? ', …' : ''}); recall leaves their ${missingGold.questions} questions out`,
        ]
      : []),
    ...(needGold.length > 0
      ? [
          `- ${needGold.length} questions need a person's gold answer: ${needGold.slice(0, 5).join(', ')}${needGold.length > 5 ? ', …' : ''}`,
        ]
      : []),
    ...Object.entries(judgements).flatMap(([metric, { judged, failed, reasons }]) =>
      failed === 0
        ? []
        : [`- ${failed} of ${judged + failed} judgements failed for ${labelOf(metric)}: ${reasonsIn(reasons)}`],
    ),
    ...[...countBy(failures.map(({ code, message }) => `${code}: ${message}`))]
      .slice(0, MAX_PROBLEMS)
      .map(([what, n]) => `- ${n} answers failed: ${what}`),
    ...(byWords ? [`- ${byWords}`] : []),
  ];
  return lines.length === 0 ? '' : `**Problems**\n${lines.join('\n')}`;
};

/** `too long (3), no score (1)`, the most frequent first. */
const reasonsIn = (reasons: Record<string, number>): string =>
  Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([reason, count]) => `${clip(reason, 100)} (${count})`)
    .join(', ');

const provenance = ({ run }: Summary): string =>
  [
    `Dataset ${run.datasetHash.slice(0, 12)}`,
    run.promptHash && `prompts ${run.promptHash.slice(0, 12)}`,
    `seed ${run.seed}`,
    run.embeddings && `embeddings ${run.embeddings}`,
    run.fastModel && `fast model ${run.fastModel}`,
    run.reranker && `reranker ${run.reranker}`,
    `${run.seconds.toFixed(0)} s`,
    run.version && `Parley ${run.version}${run.commit ? ` at ${run.commit.slice(0, 10)}` : ''}`,
    run.simulated && '**simulated**: it measures orchestration, never language ability',
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.');

/** What a comment on a pull request shows, beside every judgement. */
const chiefColumns = [
  'accuracy',
  'f1',
  'crag',
  'recall@2',
  'recall@5',
  'recall@10',
  'all_gold@5',
  'answer_in_context@5',
  'citation_precision',
  'citation_recall',
  'refusal_precision',
  'refusal_recall',
  'calls',
  'tokens',
  'seconds_p50',
];

/** The columns that any strategy has a value for; recall@2 and @10 only where recall is all there is. */
const columnsOf = (strategies: readonly StrategySummary[]) => {
  const present = metricsAmong(strategies.flatMap(({ metrics: found }) => Object.keys(found)));
  const answered = present.some(({ name }) => name === 'accuracy' || name === 'citation_recall');
  return answered
    ? present.filter(({ name }) => name !== 'recall@2' && name !== 'recall@10' && name !== 'em')
    : present.filter(({ name }) => name !== 'calls' && name !== 'tokens');
};

/** A GitHub table with its columns padded, so that it also reads well in a terminal. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const safe = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')));
  const widths = header.map((_, i) => Math.max(3, ...safe.map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const [head = [], ...body] = safe;
  return [line(head), rule, ...body.map(line)].join('\n');
};

const labelOf = (metric: string): string =>
  metricNamed(metric)?.label ?? (metric === 'seconds' ? 'Seconds, mean' : metric);

const verdictOf = ({ metric, difference }: Difference): string => {
  const lower = metric === 'seconds' || metricNamed(metric)?.better === 'lower';
  return difference > 0 !== lower ? 'better' : 'worse';
};

const brief = (value: unknown): string => clip(typeof value === 'string' ? value : (JSON.stringify(value) ?? '–'), 16);

const countBy = (items: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};
