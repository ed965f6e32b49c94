import type { Citation, TraceEvent, Usage } from '../../../core/answer.ts';
import type { Estimate } from '../../metrics/bootstrap.ts';
import type { Metric } from '../../metrics/metric.ts';
import type { Difference, Metrics } from '../../run/summary.ts';

/** All that the page shows; plain JSON inside the HTML file. */
export interface ReportData {
  title: string;
  /** Facts about the run, shown under the title. */
  facts: { label: string; value: string }[];
  simulated: boolean;
  gate?: { met: boolean; lines: string[] };
  problems: string[];
  metrics: Metric[];
  arms: Arm[];
  differences: Difference[];
  curves: Curve[];
  questions: PageQuestion[];
  /** The arms that the browser shows first, left and right. */
  sides: [number, number];
  /** A note under the browser when traces were left out to keep the file small. */
  note?: string;
}

/** A strategy of a run: one row of the table, one point of a chart, one side of the browser. */
export interface Arm {
  label: string;
  n: number;
  graded: number;
  metrics: Metrics;
  kinds: Record<string, { n: number; metrics: Metrics }>;
}

/** How a metric changes with the values of a setting. */
export interface Curve {
  knob: string;
  metric: string;
  /** What stands under each x in place of its number: a date and a commit. */
  labels?: Record<number, string>;
  /** Places from which a series went for the worse. */
  turns?: { x: number; label: string }[];
  series: { label: string; points: { x: number; estimate: Estimate }[] }[];
}

/** A question with each arm's result, in the order of the arms. */
export interface PageQuestion {
  id: string;
  question: string;
  kind: string;
  expected: string[];
  gold: string[];
  results: (PageResult | null)[];
}

/** One arm's answer to one question. */
export interface PageResult {
  text?: string;
  short?: string;
  verdict?: string;
  citations: Pick<Citation, 'n' | 'title' | 'quote' | 'url' | 'documentId'>[];
  scores: Record<string, number>;
  notGraded?: Record<string, string>;
  usage: Usage;
  retrieved: string[];
  trace: TraceEvent[];
}
