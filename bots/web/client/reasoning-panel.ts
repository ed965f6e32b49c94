import type { TraceEvent } from '../../../core/answer.ts';
import type { Drawing } from '../../../core/drawing.ts';
import { h, type IconName, icon } from './dom.ts';
import { draw } from './drawings.ts';

const icons: Record<TraceEvent['kind'], IconName> = { task: 'ask', tool: 'page', state: 'path', note: 'info' };
const kinds = { plan: 'Plan', tree: 'Search tree', graph: 'Reasoning graph', paths: 'Knowledge paths' } as const;

/** How an answer came about: its plan, tree, graph or paths as they ended, then everything that happened, in order. */
export const reasoning = (trace: readonly TraceEvent[]): HTMLElement => {
  if (trace.length === 0) return h('p', { class: 'muted' }, 'Nothing was recorded for this answer.');
  return h('div', { class: 'reasoning' }, ...lastDrawings(trace), timeline(trace));
};

const lastDrawings = (trace: readonly TraceEvent[]) => {
  const last = new Map<string, Drawing>();
  for (const { kind, name, data } of trace) {
    if (kind === 'state' && isDrawing(data)) last.set(name, data);
  }
  return Array.from(last.values(), (drawing) =>
    h('section', { class: 'drawing' }, h('h3', {}, kinds[drawing.drawing]), draw(drawing)),
  );
};

const timeline = (trace: readonly TraceEvent[]) => {
  const end = Math.max(...trace.map(({ at, ms = 0 }) => at + ms), 1);
  return h(
    'section',
    { class: 'drawing' },
    h('h3', {}, 'What happened'),
    h(
      'ol',
      { class: 'timeline' },
      ...trace.map((event) => h('li', { class: `event event-${event.kind}` }, eventRow(event, end))),
    ),
  );
};

const eventRow = ({ node, kind, name, at, ms, data }: TraceEvent, end: number) => {
  const bar = h('span', { class: 'bar', attr: { 'aria-hidden': 'true' } });
  bar.style.setProperty('--from', `${(100 * at) / end}%`);
  bar.style.setProperty('--size', `${Math.max(1, (100 * (ms ?? 0)) / end)}%`);
  const head = [
    icon(icons[kind]),
    h('span', { class: 'event-name' }, name === node ? name : `${node} · ${name}`),
    h('span', { class: 'event-time' }, `${Math.round(at + (ms ?? 0))} ms`),
    bar,
  ];
  if (data === undefined || isDrawing(data)) return h('div', { class: 'event-head' }, ...head);
  return h('details', {}, h('summary', { class: 'event-head' }, ...head), h('pre', {}, JSON.stringify(data, null, 2)));
};

/** The server checks the form (core/drawing.ts); the page only tells drawings from other data. */
const isDrawing = (data: unknown): data is Drawing =>
  typeof data === 'object' && data !== null && 'drawing' in data && String(data.drawing) in kinds;
