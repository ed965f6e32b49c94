import { formatMetric } from '../../metrics/metric.ts';
import { armColor, h } from './dom.ts';
import type { PageQuestion, PageResult, ReportData } from './report-data.ts';
import { traceView } from './trace.ts';

/** One side of the browser: an arm's answer, its grades and its trace. */
export const answerView = (data: ReportData, question: PageQuestion, arm: number): HTMLElement => {
  const result = question.results[arm];
  const head = h('h4', {}, h('i', { class: 'dot', style: `background:${armColor(arm)}` }), data.arms[arm]?.label ?? '');
  if (!result)
    return h('article', { class: 'answer' }, head, h('p', { class: 'quiet' }, 'No row: it failed or was not asked.'));
  return h(
    'article',
    { class: 'answer' },
    head,
    result.verdict !== undefined && verdict(result),
    result.text !== undefined && h('div', { class: 'text' }, paragraphs(result.text)),
    result.citations.length > 0 && citations(result),
    result.retrieved.length > 0 && found(question, result),
    scores(data, result),
    result.verdict !== undefined && h('h5', {}, 'How it got there'),
    result.verdict !== undefined && traceView(result.trace),
  );
};

/** `right`, `wrong` or `open` (without a gold answer), for lists and filters. */
export const outcome = (result: PageResult | null | undefined): 'right' | 'wrong' | 'open' => {
  const score = result?.scores.accuracy ?? result?.scores.entity_recall ?? result?.scores['recall@5'];
  return score === undefined ? 'open' : score >= 1 ? 'right' : 'wrong';
};

const verdict = (result: PageResult): HTMLElement =>
  h(
    'p',
    { class: 'short' },
    h(
      'span',
      { class: `badge ${outcome(result)}` },
      { right: 'right', wrong: 'wrong', open: 'not graded' }[outcome(result)],
    ),
    result.verdict !== 'answered' && h('span', { class: 'badge' }, result.verdict),
    h('b', {}, result.short || '(nothing)'),
  );

const paragraphs = (text: string): HTMLElement[] =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      h(
        'p',
        {},
        line.split(/(\[\d+\]|\*\*[^*]+\*\*)/).map((part) => {
          if (/^\[\d+\]$/.test(part)) return h('sup', {}, part.slice(1, -1));
          return part.startsWith('**') ? h('b', {}, part.slice(2, -2)) : part;
        }),
      ),
    );

const citations = ({ citations: cited }: PageResult): HTMLElement =>
  h(
    'ol',
    { class: 'citations' },
    cited.map(({ n, title, quote, documentId }) =>
      h(
        'li',
        { value: n },
        h('b', { title: documentId }, title),
        h('q', {}, quote.length > 280 ? `${quote.slice(0, 280)}…` : quote),
      ),
    ),
  );

/** The documents found in their order, the gold ones marked, and those that were not found. */
const found = ({ gold }: PageQuestion, { retrieved }: PageResult): HTMLElement => {
  const missed = gold.filter((id) => !retrieved.includes(id) && !retrieved.includes(id.replace(/#.*$/, '')));
  return h(
    'p',
    { class: 'found' },
    h('span', {}, 'Found '),
    retrieved
      .slice(0, 10)
      .map((id) => h('code', { class: gold.some((one) => one === id || one.split('#')[0] === id) ? 'gold' : '' }, id)),
    missed.length > 0 && [h('span', {}, ' missed '), missed.map((id) => h('code', { class: 'missed' }, id))].flat(),
  );
};

const scores = (data: ReportData, { scores: graded, usage, notGraded }: PageResult): HTMLElement =>
  h(
    'dl',
    { class: 'scores' },
    data.metrics.flatMap(({ name, label }) => {
      const score = graded[name];
      return score === undefined ? [] : [h('div', {}, h('dt', {}, label), h('dd', {}, formatMetric(name, score)))];
    }),
    usage.calls > 0 && h('div', {}, h('dt', {}, 'Calls'), h('dd', {}, usage.calls)),
    usage.calls > 0 &&
      h('div', {}, h('dt', {}, 'Tokens'), h('dd', {}, Math.round(usage.inputTokens + usage.outputTokens))),
    h('div', {}, h('dt', {}, 'Seconds'), h('dd', {}, formatMetric('seconds_p50', usage.seconds))),
    Object.entries(notGraded ?? {}).map(([name, why]) =>
      h('div', { title: why }, h('dt', {}, name), h('dd', {}, 'not graded')),
    ),
  );
