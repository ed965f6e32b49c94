import { formatMetric } from '../../metrics/metric.ts';
import { h, section, select } from './dom.ts';
import type { ReportData } from './report-data.ts';

/** Kinds of question by arms, coloured by one metric; a cell opens its questions. */
export const heatMap = (data: ReportData, open: (kind: string, arm: number) => void): HTMLElement | null => {
  const kinds = [...new Set(data.arms.flatMap((arm) => Object.keys(arm.kinds)))].sort();
  const shown = data.metrics.filter(
    ({ name, unit }) =>
      unit !== 'seconds' && data.arms.some((arm) => Object.values(arm.kinds).some((kind) => kind.metrics[name])),
  );
  if (kinds.length < 2 || shown.length === 0) return null;
  const first =
    ['accuracy', 'recall@5', 'entity_recall'].find((name) => shown.some((metric) => metric.name === name)) ??
    shown[0]?.name ??
    '';
  const holder = h('div', { class: 'scroll' });
  const draw = (name: string) => holder.replaceChildren(grid(data, kinds, name, open));
  draw(first);
  return section(
    'kinds',
    'By kind of question',
    'Where a strategy shines and where it does not. A cell opens its questions.',
    select(
      'Metric',
      shown.map((metric) => ({ value: metric.name, text: metric.label })),
      first,
      draw,
    ),
    holder,
  );
};

const grid = (
  data: ReportData,
  kinds: readonly string[],
  name: string,
  open: (kind: string, arm: number) => void,
): HTMLElement => {
  const metric = data.metrics.find((one) => one.name === name);
  if (!metric) return h('div', {});
  const values = data.arms.flatMap((arm) =>
    Object.values(arm.kinds).flatMap((kind) => kind.metrics[name]?.value ?? []),
  );
  const [low, high] = metric.unit === 'share' ? [0, 1] : [Math.min(0, ...values), Math.max(...values, 1e-9)];
  const good = (value: number) => {
    const share = (value - low) / (high - low || 1);
    return metric.better === 'higher' ? share : 1 - share;
  };
  return h(
    'table',
    { class: 'heat' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', {}, 'Kind'),
        h('th', { class: 'number' }, 'n'),
        data.arms.map(({ label }) => h('th', {}, label)),
      ),
    ),
    h(
      'tbody',
      {},
      kinds.map((kind) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, kind),
          h('td', { class: 'number' }, Math.max(...data.arms.map((arm) => arm.kinds[kind]?.n ?? 0))),
          data.arms.map((arm, index) => {
            const estimate = arm.kinds[kind]?.metrics[name];
            if (estimate === undefined) return h('td', { class: 'none' }, '–');
            const share = good(estimate.value);
            return h(
              'td',
              { class: 'cell' },
              h(
                'button',
                {
                  style: `--share:${(share * 100).toFixed(1)}%`,
                  title: `${arm.label}, ${kind}: ${formatMetric(name, estimate.low)} to ${formatMetric(name, estimate.high)}, n ${estimate.n}`,
                  onclick: () => open(kind, index),
                },
                formatMetric(name, estimate.value),
              ),
            );
          }),
        ),
      ),
    ),
  );
};
