import type { Breach } from '../gates/gate.ts';
import { metrics, metricsAmong } from '../metrics/metric.ts';
import type { EvalRow } from '../run/row.ts';
import { type Difference, type StrategySummary, type Summary, withoutVectors } from '../run/summary.ts';
import { breachLines } from './markdown.ts';
import type { Arm, Curve, PageQuestion, PageResult, ReportData } from './page/report-data.ts';

/** One run for the page: its summary, and its rows as a stream. */
export interface PageRun {
  /** A prefix of the strategy's name where a page shows two runs. */
  label?: string;
  summary: Summary;
  rows: AsyncIterable<EvalRow>;
}

/** Bounds on the page's size, in characters of answers and traces: beyond the first, traces are left out; beyond the second, answers. */
const MAX_TRACE_CHARACTERS = 60_000_000;
const MAX_ANSWER_CHARACTERS = 150_000_000;

/** Collects the page's data of one run, or of two side by side. */
export const reportData = async (
  runs: readonly PageRun[],
  {
    breaches,
    curves = [],
    differences,
  }: { breaches?: readonly Breach[]; curves?: Curve[]; differences?: readonly Difference[] } = {},
): Promise<ReportData> => {
  const arms: Arm[] = [];
  const questions = new Map<string, PageQuestion>();
  const places = new Map<string, number>();
  for (const { label, summary } of runs) {
    for (const strategy of summary.strategies) {
      places.set(armLabel(label, strategy.strategy), arms.length);
      arms.push(armOf(armLabel(label, strategy.strategy), strategy));
    }
  }
  let characters = 0;
  let leftOut = 0;
  for (const { label, rows } of runs) {
    for await (const row of rows) {
      const place = places.get(armLabel(label, row.strategy));
      if (place === undefined) continue;
      const question = questions.get(row.id) ?? questionOf(row, arms.length);
      questions.set(row.id, question);
      if (characters >= MAX_ANSWER_CHARACTERS) {
        leftOut += 1;
        continue;
      }
      const result = resultOf(row, characters < MAX_TRACE_CHARACTERS);
      characters += JSON.stringify(result).length;
      if (characters >= MAX_TRACE_CHARACTERS && row.answer?.trace.length) leftOut += 1;
      question.results[place] = result;
    }
  }
  const [first] = runs;
  return {
    title: runs
      .map(({ summary }) => summary.run.dataset)
      .filter((name, i, all) => all.indexOf(name) === i)
      .join(' and '),
    facts: runs.flatMap(({ label, summary }) => factsOf(summary, label)),
    simulated: runs.some(({ summary }) => summary.run.simulated),
    ...(breaches && { gate: { met: breaches.length === 0, lines: breachLines(breaches) } }),
    problems: runs.flatMap(({ summary }) => problemsOf(summary)),
    metrics: metricsAmong([...metrics.map(({ name }) => name), ...arms.flatMap((arm) => Object.keys(arm.metrics))]),
    arms,
    differences: [...(differences ?? first?.summary.differences ?? [])],
    curves,
    questions: [...questions.values()],
    // Two runs: the same strategy before and after. One run: its first two strategies.
    sides: [0, Math.min(runs.length > 1 ? (first?.summary.strategies.length ?? 1) : 1, arms.length - 1)],
    ...(leftOut > 0 && {
      note: `${leftOut} answers are left out of this page, or stand without their traces; rows.jsonl holds them all.`,
    }),
  };
};

/** A strategy as the report names it: with its run where runs are compared. */
export const armLabel = (run: string | undefined, strategy: string): string =>
  run === undefined ? strategy : `${run}: ${strategy}`;

const armOf = (label: string, { n, graded, metrics: found, kinds }: StrategySummary): Arm => ({
  label,
  n,
  graded,
  metrics: found,
  kinds,
});

const questionOf = ({ id, gold }: EvalRow, arms: number): PageQuestion => ({
  id,
  question: gold.question,
  kind: gold.kind,
  expected: gold.answerable ? gold.answers : [],
  gold: gold.supportingIds,
  results: new Array<PageResult | null>(arms).fill(null),
});

const resultOf = ({ answer, scores, notGraded, usage, retrieved }: EvalRow, withTrace: boolean): PageResult => ({
  ...(answer && { text: answer.text, short: answer.shortAnswer, verdict: answer.verdict }),
  citations: (answer?.citations ?? []).map(({ n, title, quote, url, documentId }) => ({
    n,
    title,
    quote,
    url,
    documentId,
  })),
  scores,
  ...(notGraded && { notGraded }),
  usage,
  retrieved: retrieved.slice(0, 20),
  trace: withTrace ? (answer?.trace ?? []).map((event) => ({ ...event, data: clipped(event.data, 0) })) : [],
});

/** A trace's data short enough to look at: long texts, lists and depths are cut and say so. */
const clipped = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string')
    return value.length > 600 ? `${value.slice(0, 600)}… (${value.length} characters)` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= 6) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, 12).map((one) => clipped(one, depth + 1));
    return value.length > 12 ? [...shown, `… ${value.length - 12} more`] : shown;
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clipped(one, depth + 1)]));
};

const factsOf = ({ run }: Summary, label?: string): { label: string; value: string }[] =>
  [
    { label: label ?? 'Run', value: run.createdAt.slice(0, 16).replace('T', ' ') },
    { label: 'Questions', value: String(run.questions) },
    { label: 'Mode', value: run.mode },
    { label: 'Model', value: run.model ?? 'none' },
    { label: 'Fast model', value: run.fastModel ?? '' },
    { label: 'Embeddings', value: run.embeddings ?? 'none' },
    { label: 'Reranker', value: run.reranker ?? 'none' },
    { label: 'Prompts', value: run.promptHash?.slice(0, 8) ?? '' },
    { label: 'Dataset', value: run.datasetHash.slice(0, 8) },
    { label: 'Seed', value: String(run.seed) },
    { label: 'Commit', value: run.commit?.slice(0, 10) ?? '' },
    { label: 'Took', value: `${run.seconds.toFixed(0)} s` },
  ].filter(({ value }) => value !== '');

const problemsOf = (summary: Summary): string[] => {
  const { problems, missingGold, needGold = [], failures, judgements = {}, run } = summary;
  const byWords = withoutVectors(summary);
  return [
    ...(run.complete ? [] : [`${run.missing} answers are missing: the run is not complete.`]),
    ...problems.slice(0, 20).map(({ place, message }) => `${place} ${message}`),
    ...(missingGold.questions > 0
      ? [`The corpus lacks ${missingGold.ids.length} gold ids; recall leaves ${missingGold.questions} questions out.`]
      : []),
    ...(needGold.length > 0
      ? [`${needGold.length} questions need a person's gold answer before they can be graded.`]
      : []),
    ...Object.entries(judgements).flatMap(([metric, { judged, failed }]) =>
      failed > 0 ? [`${failed} of ${judged + failed} judgements failed for ${metric}.`] : [],
    ),
    ...failures.slice(0, 20).map(({ id, strategy, message }) => `${strategy} on ${id}: ${message}`),
    ...(byWords ? [byWords] : []),
  ];
};
