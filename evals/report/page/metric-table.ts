import { formatMetric, type Metric } from '../../metrics/metric.ts';
import { armColor, h, s, section } from './dom.ts';
import type { ReportData } from './report-data.ts';

/** Every arm by every metric, each value over its interval, drawn to the column's scale. */
export const metricTable = (data: ReportData): HTMLElement => {
  const present = data.metrics.filter(({ name, unit }) =>
    data.arms.some((arm) => (arm.metrics[name]?.value ?? 0) !== 0 || (arm.metrics[name] && unit !== 'count')),
  );
  const chief = present.filter(({ name }) => !minor.has(name));
  // Recall alone is all that a run of retrieval has to show.
  const first = chief.some(({ name }) => name === 'accuracy') ? chief : present;
  const holder = h('div', { class: 'scroll' }, tableOf(data, first));
  return section(
    'table',
    'At a glance',
    'Under each value: its 95 % bootstrap interval on the scale of its column.',
    holder,
    first.length < present.length &&
      h(
        'button',
        {
          class: 'more',
          onclick: (event) => {
            holder.replaceChildren(tableOf(data, present));
            (event.currentTarget as HTMLElement).remove();
          },
        },
        `Show all ${present.length} metrics`,
      ),
  );
};

/** Less important metrics, which a click shows. */
const minor = new Set(['em', 'recall@2', 'recall@10', 'false_premise_precision', 'seconds_p95']);

const tableOf = (data: ReportData, shown: readonly Metric[]): HTMLElement =>
  h(
    'table',
    { class: 'metrics' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', {}, 'Strategy'),
        h('th', { class: 'number' }, 'n'),
        shown.map((metric) => h('th', { class: 'number', title: metric.meaning }, metric.label)),
      ),
    ),
    h(
      'tbody',
      {},
      data.arms.map((arm, index) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, h('i', { class: 'dot', style: `background:${armColor(index)}` }), arm.label),
          h('td', { class: 'number' }, arm.n, arm.graded < arm.n && h('small', {}, `${arm.graded} graded`)),
          shown.map((metric) => cell(data, metric, index)),
        ),
      ),
    ),
  );

const cell = (data: ReportData, metric: Metric, index: number): HTMLElement => {
  const arm = data.arms[index];
  const estimate = arm?.metrics[metric.name];
  if (estimate === undefined) return h('td', { class: 'number none' }, '–');
  const values = data.arms.flatMap((one) => one.metrics[metric.name] ?? []);
  const best =
    metric.better === 'higher'
      ? Math.max(...values.map(({ value }) => value))
      : Math.min(...values.map(({ value }) => value));
  const [low, high] =
    metric.unit === 'share'
      ? [0, 1]
      : [Math.min(0, ...values.map((one) => one.low)), Math.max(...values.map((one) => one.high)) || 1];
  const x = (value: number) => 2 + ((value - low) / (high - low || 1)) * 68;
  return h(
    'td',
    {
      class: `number${values.some(({ value }) => value !== best) && estimate.value === best ? ' best' : ''}`,
      title: `${formatMetric(metric.name, estimate.low)} to ${formatMetric(metric.name, estimate.high)}, n ${estimate.n}`,
    },
    formatMetric(metric.name, estimate.value),
    estimate.n < (arm?.n ?? 0) && metric.name.startsWith('judge_') && h('small', {}, `n ${estimate.n}`),
    s(
      'svg',
      { viewBox: '0 0 72 8', class: 'whisker', 'aria-hidden': 'true' },
      s('line', { x1: 2, x2: 70, y1: 4, y2: 4, class: 'rail' }),
      s('line', {
        x1: x(estimate.low),
        x2: Math.max(x(estimate.high), x(estimate.low) + 1),
        y1: 4,
        y2: 4,
        stroke: armColor(index),
        class: 'span',
      }),
      s('circle', { cx: x(estimate.value), cy: 4, r: 3, fill: armColor(index) }),
    ),
  );
};
