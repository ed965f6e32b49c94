import { armColor, h, section, select } from './dom.ts';
import { signed } from './format.ts';
import type { ReportData } from './report-data.ts';

/** Paired differences of one metric: the row's arm minus the column's, coloured where the difference is real. */
export const differences = (data: ReportData): HTMLElement | null => {
  const names = [...new Set(data.differences.map(({ metric }) => metric))];
  if (names.length === 0) return null;
  const label = (name: string) =>
    data.metrics.find((metric) => metric.name === name)?.label ?? (name === 'seconds' ? 'Seconds, mean' : name);
  const first = ['accuracy', 'recall@5'].find((name) => names.includes(name)) ?? names[0] ?? '';
  const holder = h('div', { class: 'scroll' });
  const draw = (name: string) => holder.replaceChildren(matrix(data, name));
  draw(first);
  const real = data.differences.filter((one) => one.real).length;
  return section(
    'differences',
    'Which differences are real',
    `The row's strategy minus the column's, question by question. Coloured where the difference holds at 95 % with all pairs asked at once (Holm): ${real} of ${data.differences.length}. The rest may be chance.`,
    select(
      'Metric',
      names.map((name) => ({ value: name, text: label(name) })),
      first,
      draw,
    ),
    holder,
  );
};

const matrix = (data: ReportData, name: string): HTMLElement => {
  const found = data.differences.filter(({ metric }) => metric === name);
  const lower = name === 'seconds' || data.metrics.find((metric) => metric.name === name)?.better === 'lower';
  const labels = data.arms
    .map((arm) => arm.label)
    .filter((label) => found.some(({ a, b }) => a === label || b === label));
  return h(
    'table',
    { class: 'matrix' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', {}, ''),
        labels.map((label) => h('th', {}, `− ${label}`)),
      ),
    ),
    h(
      'tbody',
      {},
      labels.map((row) =>
        h(
          'tr',
          {},
          h(
            'th',
            { scope: 'row' },
            h('i', {
              class: 'dot',
              style: `background:${armColor(data.arms.findIndex(({ label }) => label === row))}`,
            }),
            row,
          ),
          labels.map((column) => {
            const one = found.find(({ a, b }) => (a === row && b === column) || (a === column && b === row));
            if (one === undefined) return h('td', { class: 'none' }, row === column ? '' : '–');
            const sign = one.b === row ? 1 : -1;
            const difference = sign * one.difference;
            const [low, high] = sign === 1 ? [one.low, one.high] : [-one.high, -one.low];
            const good = lower ? difference < 0 : difference > 0;
            return h(
              'td',
              {
                class: `number ${one.real ? (good ? 'gain' : 'loss') : 'noise'}`,
                title: `${signed(name, low)} to ${signed(name, high)}, n ${one.n}`,
              },
              h('b', {}, signed(name, difference)),
              h('small', {}, `${signed(name, low)} … ${signed(name, high)}`),
            );
          }),
        ),
      ),
    ),
  );
};
