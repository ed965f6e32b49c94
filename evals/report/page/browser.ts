import { answerView, outcome } from './answer-view.ts';
import { armColor, h, section, select } from './dom.ts';
import type { PageQuestion, ReportData } from './report-data.ts';

const SHOWN = 300;

type Outcomes = 'all' | 'a-wrong' | 'b-wrong' | 'a-only' | 'b-only' | 'both-wrong';

/** The questions with two arms side by side. The selection is part of the address, so that a view can be shared. */
export const browser = (data: ReportData): { element: HTMLElement; open(kind: string, arm: number): void } => {
  const view = {
    kind: '',
    text: '',
    outcomes: 'all' as Outcomes,
    a: data.sides[0],
    b: data.sides[1],
    id: data.questions[0]?.id,
  };
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

  const matches = (question: PageQuestion): boolean => {
    if (view.kind !== '' && question.kind !== view.kind) return false;
    if (
      view.text !== '' &&
      !`${question.id} ${question.question} ${question.expected.join(' ')}`.toLowerCase().includes(view.text)
    )
      return false;
    const [a, b] = [outcome(question.results[view.a]), outcome(question.results[view.b])];
    switch (view.outcomes) {
      case 'all':
        return true;
      case 'a-wrong':
        return a === 'wrong';
      case 'b-wrong':
        return b === 'wrong';
      case 'a-only':
        return a === 'right' && b === 'wrong';
      case 'b-only':
        return b === 'right' && a === 'wrong';
      case 'both-wrong':
        return a === 'wrong' && b === 'wrong';
    }
  };

  const draw = () => {
    shown = data.questions.filter(matches);
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
    const arms = data.arms.map(({ label }, i) => ({ value: String(i), text: label }));
    const [a, b] = [data.arms[view.a]?.label ?? '', data.arms[view.b]?.label ?? ''];
    const outcomes = [
      { value: 'all', text: 'All' },
      { value: 'a-wrong', text: `${a} wrong` },
      ...(two
        ? [
            { value: 'b-wrong', text: `${b} wrong` },
            { value: 'a-only', text: `Only ${a} right` },
            { value: 'b-only', text: `Only ${b} right` },
            { value: 'both-wrong', text: 'Both wrong' },
          ]
        : []),
    ];
    const kinds = [...new Set(data.questions.map(({ kind }) => kind))].sort();
    tools.replaceChildren(
      two ? select('Left', arms, String(view.a), (value) => change(() => (view.a = Number(value)))) : '',
      two ? select('Right', arms, String(view.b), (value) => change(() => (view.b = Number(value)))) : '',
      select('Outcome', outcomes, view.outcomes, (value) => change(() => (view.outcomes = value as Outcomes))),
      select(
        'Kind',
        [{ value: '', text: 'All' }, ...kinds.map((kind) => ({ value: kind, text: kind }))],
        view.kind,
        (value) => change(() => (view.kind = value)),
      ),
      h(
        'label',
        { class: 'select' },
        h('span', {}, 'Find'),
        h('input', {
          type: 'search',
          value: view.text,
          placeholder: 'question, answer, id',
          oninput: (event) => {
            view.text = (event.target as HTMLInputElement).value.toLowerCase();
            draw();
          },
        }),
      ),
      count,
    );
  };

  const change = (set: () => void) => {
    set();
    drawTools();
    draw();
  };

  const asked = new URLSearchParams(location.hash.slice(1));
  const id = asked.get('q');
  if (id !== null) {
    view.id = id;
    view.a = Math.min(Number(asked.get('a') ?? 0), data.arms.length - 1);
    view.b = Math.min(Number(asked.get('b') ?? 0), data.arms.length - 1);
  }
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
