import type { TraceEvent } from '../../../core/answer.ts';
import { h } from './dom.ts';

/** An answer's trace as a waterfall: each event where it began and for how long, its data behind a click. */
export const traceView = (trace: readonly TraceEvent[]): HTMLElement => {
  if (trace.length === 0) return h('p', { class: 'quiet' }, 'No trace.');
  const whole = Math.max(1, ...trace.map(({ at, ms }) => at + (ms ?? 0)));
  return h(
    'ol',
    { class: 'trace' },
    trace.map((event) => {
      const left = (event.at / whole) * 100;
      const width = Math.max(0.8, ((event.ms ?? 0) / whole) * 100);
      const line = [
        h('span', { class: `kind ${event.kind}` }, event.kind),
        h('span', { class: 'what' }, h('b', {}, event.node), event.name !== event.node && ` ${event.name}`),
        h(
          'span',
          { class: 'bar' },
          h('i', { class: event.kind, style: `left:${Math.min(left, 99)}%;width:${Math.min(width, 100 - left)}%` }),
        ),
        h(
          'span',
          { class: 'ms' },
          event.ms === undefined ? '' : event.ms < 10 ? `${event.ms.toFixed(1)} ms` : `${Math.round(event.ms)} ms`,
        ),
      ];
      return event.data === undefined || event.data === null
        ? h('li', {}, h('div', { class: 'event' }, line))
        : h(
            'li',
            {},
            h('details', {}, h('summary', { class: 'event' }, line), h('div', { class: 'data' }, dataView(event.data))),
          );
    }),
  );
};

/** Plain JSON as nested lists of names and values. */
const dataView = (value: unknown): HTMLElement | string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined && one !== null && one !== '');
  if (entries.length === 0) return Array.isArray(value) ? 'none' : '–';
  return h(
    Array.isArray(value) ? 'ol' : 'dl',
    { class: 'json' },
    entries.map(([key, one]) =>
      Array.isArray(value) ? h('li', {}, dataView(one)) : h('div', {}, h('dt', {}, key), h('dd', {}, dataView(one))),
    ),
  );
};
