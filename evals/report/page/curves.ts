import { formatMetric } from '../../metrics/metric.ts';
import { armColor, h, s, section } from './dom.ts';
import { ticks } from './format.ts';
import type { Curve, ReportData } from './report-data.ts';

const WIDTH = 560;
const HEIGHT = 320;
const LEFT = 52;
const RIGHT = 96;
const TOP = 20;
const BOTTOM = 44;

/** How each arm responds to a setting: one chart for each setting and metric, with the 95 % interval as a band. */
export const curves = (data: ReportData): HTMLElement | null =>
  charts(
    data,
    data.curves.filter(({ labels }) => labels === undefined),
    {
      id: 'robustness',
      title: 'Robustness',
      about: 'What happens to each strategy when the world gets worse, step by step. Bands are 95 % intervals.',
    },
  );

/** The figures night by night, with the commit of each. */
export const trends = (data: ReportData): HTMLElement | null =>
  charts(
    data,
    data.curves.filter(({ labels }) => labels !== undefined),
    {
      id: 'trends',
      title: 'Night by night',
      about:
        'The same questions of the same model, oldest night first. A point names its date and commit; bands are 95 % intervals.',
    },
  );

const charts = (
  data: ReportData,
  shown: readonly Curve[],
  { id, title, about }: { id: string; title: string; about: string },
): HTMLElement | null =>
  shown.length === 0
    ? null
    : section(
        id,
        title,
        about,
        h(
          'div',
          { class: 'charts' },
          shown.map((curve) => chart(data, curve)),
        ),
      );

/** Labels of two lines that stand below a chart without touching each other. */
const MAX_LABELS = 4;

const chart = (data: ReportData, { knob, metric, series, labels, turns = [] }: Curve): HTMLElement => {
  const points = series.flatMap((one) => one.points);
  const label = data.metrics.find(({ name }) => name === metric)?.label ?? metric;
  const [x0, x1] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const values = points.flatMap(({ estimate }) => [estimate.low, estimate.high]);
  // Night by night differences are small: there the axis begins near them.
  const near = labels !== undefined;
  const [y0, y1] = near
    ? [Math.min(...values), Math.max(...values)]
    : [
        Math.min(0, ...points.map(({ estimate }) => estimate.low)),
        Math.max(1, ...points.map(({ estimate }) => estimate.high)),
      ];
  const px = (x: number) => LEFT + ((x - x0) / (x1 - x0 || 1)) * (WIDTH - LEFT - RIGHT);
  const py = (y: number) => HEIGHT - BOTTOM - ((y - y0) / (y1 - y0 || 1)) * (HEIGHT - TOP - BOTTOM);
  const places = [...new Set(points.map(({ x }) => x))];
  const labelled = labels ? evenly(places, MAX_LABELS) : places;
  const caption = labels ? `${label} night by night` : `${label} as ${knob} rises`;
  const ends = spread(series.map((one) => py(one.points.at(-1)?.estimate.value ?? 0)));
  return h(
    'figure',
    {},
    h('figcaption', {}, caption),
    s(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'chart', role: 'img', 'aria-label': caption },
      ticks(y0, y1, 4).flatMap((tick) => [
        s('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: py(tick), y2: py(tick), class: 'grid' }),
        s('text', { x: LEFT - 8, y: py(tick) + 4, class: 'tick end' }, formatMetric(metric, tick)),
      ]),
      labelled.map((x) =>
        s(
          'text',
          { x: px(x), y: HEIGHT - BOTTOM + 18, class: 'tick middle' },
          // A date, and the commit below it.
          (labels?.[x] ?? String(x)).split(' ').map((line, i) => s('tspan', { x: px(x), dy: i === 0 ? 0 : 14 }, line)),
        ),
      ),
      labels === undefined && s('text', { x: WIDTH - RIGHT, y: HEIGHT - 8, class: 'axis end' }, `${knob} →`),
      turns.flatMap(({ x, label: name }) => [
        s('line', { x1: px(x), x2: px(x), y1: TOP, y2: HEIGHT - BOTTOM, class: 'turn' }),
        s(
          'text',
          {
            x: px(x) + (x > (x0 + x1) / 2 ? -6 : 6),
            y: TOP + 10,
            class: `turned ${x > (x0 + x1) / 2 ? 'end' : 'start'}`,
          },
          `${name} turned, ${labels?.[x] ?? x}`,
        ),
      ]),
      series.map(({ label: name, points: ofSeries }, i) => {
        const index = Math.max(
          0,
          data.arms.findIndex((arm) => arm.label === name),
        );
        const line = ofSeries.map(({ x, estimate }) => `${px(x)},${py(estimate.value)}`).join(' ');
        const band = [
          ...ofSeries.map(({ x, estimate }) => `${px(x)},${py(estimate.high)}`),
          ...[...ofSeries].reverse().map(({ x, estimate }) => `${px(x)},${py(estimate.low)}`),
        ].join(' ');
        return s(
          'g',
          {},
          s('polygon', { points: band, fill: armColor(index), class: 'band' }),
          s('polyline', { points: line, stroke: armColor(index), class: 'line' }),
          ofSeries.map(({ x, estimate }) =>
            s(
              'circle',
              { cx: px(x), cy: py(estimate.value), r: near ? 2.5 : 3.5, fill: armColor(index) },
              s('title', {}, `${name}, ${labels?.[x] ?? `${knob} ${x}`}: ${formatMetric(metric, estimate.value)}`),
            ),
          ),
          s('text', { x: WIDTH - RIGHT + 8, y: (ends[i] ?? 0) + 4, class: 'name start', fill: armColor(index) }, name),
        );
      }),
    ),
  );
};

/** At most `most` of the items, the first and the last among them, equally far apart. */
const evenly = <Item>(items: readonly Item[], most: number): Item[] =>
  items.length <= most
    ? [...items]
    : Array.from({ length: most }, (_, i) => items[Math.round((i * (items.length - 1)) / (most - 1))] as Item);

/** Moves labels at the lines' ends apart, top to bottom. */
const spread = (heights: readonly number[]): number[] => {
  const placed = [...heights];
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  let last = Number.NEGATIVE_INFINITY;
  for (const { height, index } of order) {
    last = Math.max(height, last + 14);
    placed[index] = last;
  }
  return placed;
};
