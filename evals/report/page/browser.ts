import { answerView, outcome } from './answer-view.ts';
import { armColor, h, section } from './dom.ts';
import { questionTools } from './question-tools.ts';
import { matches, viewAt } from './question-view.ts';
import type { PageQuestion, ReportData } from './report-data.ts';

const SHOWN = 300;

/** The questions with two arms side by side. The selection is part of the address, so that a view can be shared. */
export const browser = (data: ReportData): { element: HTMLElement; open(kind: string, arm: number): void } => {
  const view = viewAt(data, location.hash);
  const two = data.arms.length > 1;
  const list = h('div', {
    class: 'list',
    tabindex: 0,
    role: 'listbox',
    'aria-label': 'Questions',
    onkeydown: (event) => step(event as KeyboardEvent),
  });
  const detail = h('div', { class: 'detail' });
  const count = h('span', { class: 'quiet' });
  const tools = h('div', { class: 'tools' });
  let shown: PageQuestion[] = [];

  const draw = () => {
    shown = data.questions.filter((question) => matches(view, question));
    if (!shown.some(({ id }) => id === view.id)) view.id = shown[0]?.id;
    count.textContent = `${shown.length} of ${data.questions.length}`;
    list.replaceChildren(
      ...shown.slice(0, SHOWN).map(item),
      ...(shown.length > SHOWN ? [h('p', { class: 'quiet' }, `${shown.length - SHOWN} more: narrow the list.`)] : []),
    );
    drawDetail();
  };

  const item = (question: PageQuestion): HTMLElement =>
    h(
      'button',
      {
        class: 'item',
        role: 'option',
        'data-id': question.id,
        'aria-selected': String(question.id === view.id),
        tabindex: -1,
        onclick: () => choose(question.id),
      },
      h(
        'span',
        { class: 'marks' },
        (two ? [view.a, view.b] : [view.a]).map((arm) =>
          h('i', { class: `mark ${outcome(question.results[arm])}`, style: `--arm:${armColor(arm)}` }),
        ),
      ),
      h('span', {}, question.question),
      h('small', {}, question.kind),
    );

  const choose = (id: string) => {
    view.id = id;
    for (const one of list.querySelectorAll('.item'))
      one.setAttribute('aria-selected', String((one as HTMLElement).dataset.id === id));
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    history.replaceState(null, '', `#${new URLSearchParams({ q: id, a: String(view.a), b: String(view.b) })}`);
    drawDetail();
  };

  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = shown[shown.findIndex(({ id }) => id === view.id) + by];
    if (next) choose(next.id);
  };

  const drawDetail = () => {
    const question = data.questions.find(({ id }) => id === view.id);
    if (question === undefined) {
      detail.replaceChildren(h('p', { class: 'quiet' }, 'No question matches.'));
      return;
    }
    detail.replaceChildren(
      h('h3', {}, question.question),
      h(
        'p',
        { class: 'expected' },
        h('span', { class: 'badge' }, question.kind),
        question.expected.length > 0
          ? ['Expected ', h('b', {}, question.expected.slice(0, 4).join(' · '))]
          : h('span', { class: 'quiet' }, 'No gold answer: refusing is right, or a person has to grade it.'),
        h('code', {}, question.id),
      ),
      h(
        'div',
        { class: two ? 'sides' : '' },
        answerView(data, question, view.a),
        two && answerView(data, question, view.b),
      ),
    );
  };

  const drawTools = () => {
    const find = (text: string) => {
      view.text = text;
      draw();
    };
    tools.replaceChildren(...questionTools(data, view, change, find), count);
  };

  const change = (set: () => void) => {
    set();
    drawTools();
    draw();
  };

  drawTools();
  draw();
  const element = section(
    'questions',
    'Question by question',
    two ? 'Two strategies side by side, each with its trace. Arrow keys walk the list.' : 'Arrow keys walk the list.',
    tools,
    h('div', { class: 'browser' }, list, detail),
    data.note && h('p', { class: 'quiet' }, data.note),
  );
  return {
    element,
    open: (kind, arm) => {
      change(() => {
        view.kind = kind;
        view.a = arm;
        if (view.b === arm && two) view.b = arm === 0 ? 1 : 0;
        view.outcomes = 'a-wrong';
      });
      element.scrollIntoView({ behavior: 'smooth' });
    },
  };
};
