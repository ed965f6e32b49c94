import type { TraceEvent } from '../../../core/answer.ts';
import type { Drawing } from '../../../core/drawing.ts';
import type { IconName } from '../design/icons.ts';
import { h, icon } from './dom.ts';
import { draw } from './drawings.ts';

const icons: Record<TraceEvent['kind'], IconName> = { task: 'ask', tool: 'page', state: 'path', note: 'info' };
const kinds = { plan: 'Plan', tree: 'Search tree', graph: 'Reasoning graph', paths: 'Knowledge paths' } as const;

/** Shows an answer's reasoning: the last version of each drawing, then a timeline of all other events. */
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
  const end = Math.max(...trace.map(({ at }) => at), 1);
  const begin = ({ at, ms = 0 }: TraceEvent) => Math.max(0, at - ms);
  return h(
    'section',
    { class: 'drawing' },
    h('h3', {}, 'What happened'),
    h(
      'ol',
      { class: 'timeline' },
      ...trace
        .filter(({ data }) => !isDrawing(data))
        .toSorted((a, b) => begin(a) - begin(b))
        .map((event) => h('li', { class: `event event-${event.kind}` }, eventRow(event, begin(event) / end, end))),
    ),
  );
};

const eventRow = (event: TraceEvent, from: number, end: number) => {
  const { node, kind, name, label, ms, data } = event;
  const bar = h('span', { class: 'bar', attr: { 'aria-hidden': 'true' } });
  bar.style.setProperty('--from', `${100 * from}%`);
  bar.style.setProperty('--size', `${(100 * (ms ?? 0)) / end}%`);
  const gist = gistOf(data);
  const head = [
    icon(icons[kind]),
    h('span', { class: 'event-name', title: name === node ? name : `${node} · ${name}` }, label ?? asWords(name)),
    h('span', { class: 'event-time' }, ms === undefined ? '' : asTime(ms)),
    gist !== undefined && h('span', { class: 'event-gist' }, gist),
    bar,
  ];
  if (data === undefined) return h('div', { class: 'event-head' }, ...head);
  return h(
    'details',
    {},
    h('summary', { class: 'event-head' }, ...head),
    foundPassages(data),
    h(
      'details',
      { class: 'recorded' },
      h('summary', {}, 'As it was recorded'),
      h('pre', {}, JSON.stringify(data, null, 2)),
    ),
  );
};

/** The passages that a search found, best first, each with the reasons why it matched. */
const foundPassages = (data: unknown): HTMLElement | undefined => {
  const hits = within(data, 'hits') ?? within(within(data, 'found'), 'hits');
  if (!Array.isArray(hits) || hits.length === 0) return undefined;
  return h(
    'ol',
    { class: 'found' },
    ...hits.map((hit: unknown) => {
      const why = within(hit, 'why');
      return h(
        'li',
        {},
        String(within(hit, 'title') || within(hit, 'passageId')),
        Array.isArray(why) && h('span', { class: 'found-why' }, why.join(' · ')),
      );
    }),
  );
};

/** Turns `not-confirmed` into `Not confirmed`, and `BUDGET_EXHAUSTED` into `Budget exhausted`. */
const asWords = (name: string) => {
  const words = name.toLowerCase().replace(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const asTime = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** A short summary of an event: what was searched for, or the result. */
const gistOf = (data: unknown): string | undefined => {
  const args = within(data, 'arguments');
  const output = within(data, 'output');
  const candidates = [
    within(args, 'query'),
    within(args, 'expression'),
    within(args, 'names'),
    within(data, 'query'),
    sureness(data),
    within(output, 'answer'),
    within(output, 'text'),
    within(output, 'question'),
    within(output, 'verdict'),
  ];
  const found = candidates.find((one) => typeof one === 'string' || Array.isArray(one));
  return found === undefined ? undefined : String(found).slice(0, 200);
};

/** A sentence about the best quote's confidence, and whether the quote was given as the answer. */
const sureness = (data: unknown): string | undefined => {
  const [confidence, tier] = [within(data, 'confidence'), within(data, 'tier')];
  if (typeof confidence !== 'number' || typeof tier !== 'string') return undefined;
  const so = { answer: 'so it is given as the answer', closest: 'so it is only called the closest' }[tier];
  return `The best quote answers with ${Math.round(confidence * 100)} % probability, ${so ?? 'so none is shown'}`;
};

const within = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** Recognises a drawing by its tag. The server has already validated its shape (core/drawing.ts). */
const isDrawing = (data: unknown): data is Drawing =>
  typeof data === 'object' && data !== null && 'drawing' in data && String(data.drawing) in kinds;
