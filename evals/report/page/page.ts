import { counted } from '../../../core/text/counted.ts';
import { browser } from './browser.ts';
import { curves, trends } from './curves.ts';
import { differences } from './differences.ts';
import { h, section } from './dom.ts';
import { heatMap } from './heat-map.ts';
import { metricTable } from './metric-table.ts';
import type { ReportData } from './report-data.ts';
import { scatter } from './scatter.ts';

const start = async (): Promise<void> => {
  const data = await unpack();
  const page = element('page');
  const questions = browser(data);
  page.replaceChildren(
    ...[
      header(data),
      data.gate && gate(data.gate),
      problems(data),
      metricTable(data),
      tradeOff(data),
      trends(data),
      curves(data),
      heatMap(data, questions.open),
      differences(data),
      data.questions.length > 0 && questions.element,
      glossary(data),
    ].filter((part): part is HTMLElement => part instanceof HTMLElement),
  );
  document.body.dataset.ready = 'true';
};

/** An element of the page's own template. */
const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The report has no element ${id}.`);
  return found;
};

const unpack = async (): Promise<ReportData> => {
  const bytes = Uint8Array.from(atob(element('data').textContent ?? ''), (mark) => mark.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json() as Promise<ReportData>;
};

const header = (data: ReportData): HTMLElement =>
  h(
    'header',
    {},
    h('div', { class: 'brand' }, h('span', {}, 'Parley evals'), themeButton()),
    h('h1', {}, data.title),
    h(
      'ul',
      { class: 'facts' },
      data.facts.map(({ label, value }) => h('li', {}, h('span', {}, label), h('b', {}, value))),
    ),
    data.simulated &&
      h(
        'p',
        { class: 'notice' },
        h('b', {}, 'Simulated. '),
        'A simulated model answered questions about an invented world. This measures orchestration (did the right passage arrive, was the plan kept), never language ability.',
      ),
  );

/** A switch between light and dark that follows the system until it is pressed. */
const themeButton = (): HTMLElement => {
  const root = document.documentElement;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  return h(
    'button',
    {
      class: 'theme',
      'aria-label': 'Light or dark',
      onclick: () => {
        root.dataset.theme = isDark() ? 'light' : 'dark';
      },
    },
    '◐',
  );
};

const gate = ({ met, lines }: { met: boolean; lines: string[] }): HTMLElement =>
  met
    ? h('p', { class: 'gate met' }, h('b', {}, 'Gate met.'))
    : h(
        'div',
        { class: 'gate broken' },
        h('b', {}, 'Gate broken.'),
        h(
          'ul',
          {},
          lines.map((line) => h('li', { class: line.startsWith('  ') ? 'row' : '' }, line.trim())),
        ),
      );

const problems = ({ problems: lines }: ReportData): HTMLElement | undefined =>
  lines.length === 0
    ? undefined
    : h(
        'details',
        { class: 'problems' },
        h('summary', {}, `${counted(lines.length, 'thing')} that the figures leave out`),
        h(
          'ul',
          {},
          lines.map((line) => h('li', {}, line)),
        ),
      );

const tradeOff = (data: ReportData): HTMLElement | undefined => {
  const gain = ['accuracy', 'entity_recall', 'recall@5'].find((name) => data.arms.some((arm) => arm.metrics[name]));
  if (gain === undefined) return undefined;
  const label = data.metrics.find(({ name }) => name === gain)?.label ?? gain;
  const charts = [
    scatter(data, gain, 'tokens', `${label} against tokens`),
    scatter(data, gain, 'seconds_p50', `${label} against seconds`),
  ];
  const drawn = charts.filter((chart) => chart !== null);
  return drawn.length === 0
    ? undefined
    : section(
        'cost',
        'What it costs to be right',
        'Up is better, left is cheaper. The dotted line is the Pareto front: whatever lies under it is beaten by something cheaper.',
        h('div', { class: 'charts' }, drawn),
      );
};

const glossary = (data: ReportData): HTMLElement =>
  h(
    'details',
    { class: 'glossary' },
    h('summary', {}, 'What the metrics mean'),
    h(
      'dl',
      {},
      data.metrics
        .filter(({ name }) => data.arms.some((arm) => arm.metrics[name]))
        .map(({ name, label, meaning }) => h('div', {}, h('dt', {}, label, h('code', {}, name)), h('dd', {}, meaning))),
    ),
  );

start().catch((error: unknown) => {
  element('page').textContent = `This report could not be drawn: ${String(error)}`;
});
