import { formatMetric } from '../../metrics/metric.ts';
import { armColor, h, s } from './dom.ts';
import { ticks } from './format.ts';
import type { ReportData } from './report-data.ts';

const WIDTH = 560;
const HEIGHT = 400;
const LEFT = 52;
const RIGHT = 24;
const TOP = 18;
const BOTTOM = 46;

interface Point {
  label: string;
  index: number;
  x: number;
  y: number;
  low: number;
  high: number;
}

/**
 * What is got (up) against what it costs (right, on a log scale where the costs lie far apart), with the Pareto front: the arms that
 * no other both beats and undercuts.
 */
export const scatter = (data: ReportData, gain: string, cost: string, title: string): HTMLElement | null => {
  const points = data.arms.flatMap((arm, index): Point[] => {
    const [y, x] = [arm.metrics[gain], arm.metrics[cost]];
    return y && x ? [{ label: arm.label, index, x: x.value, y: y.value, low: y.low, high: y.high }] : [];
  });
  if (points.length < 2) return null;
  const costs = points.map(({ x }) => x);
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  const log = least > 0 && most / least > 8;
  const scale = (x: number) => (log ? Math.log10(x) : x);
  const [x0, x1] = log ? [Math.log10(least) - 0.12, Math.log10(most) + 0.3] : [0, most * 1.22 || 1];
  const y0 = Math.max(0, Math.floor((Math.min(...points.map(({ low }) => low)) - 0.03) * 20) / 20);
  const y1 = Math.min(1, Math.ceil((Math.max(...points.map(({ high }) => high)) + 0.03) * 20) / 20);
  const px = (x: number) => LEFT + ((scale(x) - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const py = (y: number) => HEIGHT - BOTTOM - ((y - y0) / (y1 - y0 || 1)) * (HEIGHT - TOP - BOTTOM);
  const front = paretoFront(points);
  const label = (name: string) => data.metrics.find((metric) => metric.name === name)?.label ?? name;
  const xTicks = log ? logTicks(x0, x1) : ticks(x0, x1, 5);
  const labels = placeLabels(points.map((point) => ({ text: point.label, x: px(point.x), y: py(point.y) })));
  return h(
    'figure',
    {},
    h('figcaption', {}, title),
    s(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: 'chart',
        role: 'img',
        'aria-label': `${title}. ${points.map(({ label: name, x, y }) => `${name}: ${formatMetric(gain, y)} at ${formatMetric(cost, x)}`).join('; ')}`,
      },
      ticks(y0, y1, 5).flatMap((tick) => [
        s('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: py(tick), y2: py(tick), class: 'grid' }),
        s('text', { x: LEFT - 8, y: py(tick) + 4, class: 'tick end' }, formatMetric(gain, tick)),
      ]),
      xTicks.flatMap((tick) => [
        s('line', { x1: px(tick), x2: px(tick), y1: TOP, y2: HEIGHT - BOTTOM, class: 'grid' }),
        s('text', { x: px(tick), y: HEIGHT - BOTTOM + 18, class: 'tick middle' }, short(tick)),
      ]),
      s('text', { x: WIDTH - RIGHT, y: HEIGHT - 8, class: 'axis end' }, `${label(cost)}${log ? ', log scale' : ''} →`),
      s('text', { x: LEFT, y: TOP - 6, class: 'axis' }, `${label(gain)} ↑`),
      s('path', { d: stairs(front, px, py, WIDTH - RIGHT), class: 'front' }),
      points.map((point) =>
        s(
          'g',
          {},
          s(
            'title',
            {},
            `${point.label}: ${formatMetric(gain, point.y)} (${formatMetric(gain, point.low)} to ${formatMetric(gain, point.high)}) at ${formatMetric(cost, point.x)}`,
          ),
          s('line', {
            x1: px(point.x),
            x2: px(point.x),
            y1: py(point.low),
            y2: py(point.high),
            stroke: armColor(point.index),
            class: 'interval',
          }),
          s('circle', {
            cx: px(point.x),
            cy: py(point.y),
            r: front.includes(point) ? 7 : 5,
            fill: armColor(point.index),
            class: 'point',
          }),
        ),
      ),
      labels.flatMap(({ text, x, y, anchor, to }) => [
        Math.abs(y - 4 - to.y) > 20 && s('line', { x1: to.x, y1: to.y, x2: x, y2: y - 4, class: 'leader' }),
        s('text', { x, y, class: `name ${anchor}` }, text),
      ]),
    ),
  );
};

/** Points that no other point equals or beats at no more cost, from cheap to dear. */
export const paretoFront = <P extends { x: number; y: number }>(points: readonly P[]): P[] => {
  const front: P[] = [];
  for (const point of [...points].sort((a, b) => a.x - b.x || b.y - a.y)) {
    if (point.y > (front.at(-1)?.y ?? Number.NEGATIVE_INFINITY)) front.push(point);
  }
  return front;
};

/** The Pareto front as a staircase: between two arms, the cheaper one is the best. */
const stairs = (front: readonly Point[], px: (x: number) => number, py: (y: number) => number, right: number): string =>
  `${front.map(({ x, y }, i) => (i === 0 ? `M${px(x)},${py(y)}` : `H${px(x)}V${py(y)}`)).join('')}H${right}`;

const logTicks = (from: number, to: number): number[] => {
  const found: number[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power++) {
    for (const factor of to - from > 2.2 ? [1] : [1, 2, 5]) {
      const tick = factor * 10 ** power;
      if (Math.log10(tick) >= from && Math.log10(tick) <= to) found.push(tick);
    }
  }
  return found;
};

const short = (value: number): string =>
  value >= 1000 ? `${Number((value / 1000).toPrecision(3))}k` : String(Number(value.toPrecision(3)));

interface Label {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end' | 'middle';
  /** The point that it names. */
  to: { x: number; y: number };
}

/** Puts each name near its point, wherever no other name or point lies; far ones get a line to their point. */
const placeLabels = (points: { text: string; x: number; y: number }[]): Label[] => {
  const taken = points.map(({ x, y }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 }));
  return points.map(({ text, x, y }) => {
    const width = text.length * 7.8;
    const beside = (dy: number) => [
      { x: x + 12, y: y + 4 + dy, anchor: 'start' as const, left: x + 12 },
      { x: x - 12, y: y + 4 + dy, anchor: 'end' as const, left: x - 12 - width },
    ];
    const places = [
      ...beside(0),
      { x, y: y - 14, anchor: 'middle' as const, left: x - width / 2 },
      { x, y: y + 22, anchor: 'middle' as const, left: x - width / 2 },
      ...[-16, 18, -32, 34, -48, 50, 66, 82].flatMap(beside),
    ];
    const boxOf = ({ left, y: base }: { left: number; y: number }) => ({
      left,
      right: left + width,
      top: base - 12,
      bottom: base + 3,
    });
    const free = places.find((place) => {
      const box = boxOf(place);
      return (
        box.left >= LEFT &&
        box.right <= WIDTH - 2 &&
        box.top >= 2 &&
        box.bottom <= HEIGHT - BOTTOM &&
        taken.every(
          (other) =>
            box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
        )
      );
    });
    const { left: _, ...place } = free ?? places[0]!;
    taken.push(boxOf(free ?? places[0]!));
    return { text, ...place, to: { x, y } };
  });
};
