import { formatMetric } from '../../metrics/metric.ts';

/** `+3.2`, `−0.41`: a difference, with a true minus. */
export const signed = (metric: string, value: number): string =>
  `${value >= 0 ? '+' : '−'}${formatMetric(metric === 'seconds' ? 'seconds_p50' : metric, Math.abs(value))}`;

/** Round steps that cover [low, high]: for axes. */
export const ticks = (low: number, high: number, count = 5): number[] => {
  const span = high - low || 1;
  const raw = span / count;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= raw) ?? 10 * magnitude;
  const found: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step)
    found.push(Number(tick.toPrecision(12)));
  return found;
};
