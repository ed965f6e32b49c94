import type { Citation } from '../../../core/answer.ts';
import type { AnswerView } from '../api.ts';
import { answerText } from './answer-text.ts';
import { h, icon, iconButton } from './dom.ts';
import { feedbackBar } from './feedback.ts';
import { plainText } from './markdown.ts';
import { progress } from './progress.ts';
import { sourceList } from './sources.ts';
import type { TurnState } from './turn-state.ts';

/** What a card can ask of the page around it. */
export interface CardActions {
  openSource(citation: Citation): void;
  openReasoning(turn: TurnState): void;
  askAgain(question: string): void;
}

const verdicts: Record<Exclude<AnswerView['verdict'], 'answered'>, string> = {
  unknown: 'I don’t know',
  'invalid-premise': 'The question assumes something that is not so',
  declined: 'Not answered',
};

/** One question with what became of it. `show` is cheap enough to be called for every token: once a frame is enough. */
export const createCard = (actions: CardActions) => {
  const question = h('h2', { class: 'question' });
  const body = h('div', { class: 'turn-body' });
  const element = h('article', { class: 'turn' }, question, body);
  let shown: TurnState | undefined;
  let waiting = 0;
  // A running turn is drawn anew many times a second; what can be pressed stays the same element all the while.
  const doing = h('div', {});
  const words = h('div', { class: 'answer prose' });
  const watch = iconButton('path', 'Watch it think', () => shown && actions.openReasoning(shown), {
    words: true,
    class: 'quiet watch',
  });

  const render = () => {
    waiting = 0;
    if (!shown) return;
    question.textContent = shown.question;
    element.setAttribute('aria-busy', String(shown.phase === 'running'));
    element.dataset.phase = shown.phase;
    if (shown.phase === 'running') {
      if (doing.parentElement !== body) body.replaceChildren(doing, words, watch);
      doing.replaceChildren(progress(shown));
      words.replaceChildren(answerText(shown.text, shown.citations, actions.openSource));
      words.hidden = shown.text === '';
      watch.hidden = shown.trace.length === 0;
    } else body.replaceChildren(...(parts(shown, actions).filter(Boolean) as Node[]));
  };

  return {
    element,
    show(turn: TurnState) {
      // Only a running turn changes many times a second; a finished one has buttons that must not be swapped under a hand.
      const rest = shown?.phase === turn.phase && turn.phase !== 'running';
      shown = turn;
      if (rest) return;
      if (turn.phase === 'running') waiting ||= requestAnimationFrame(render);
      else {
        cancelAnimationFrame(waiting);
        render();
      }
    },
  };
};

const parts = (turn: TurnState, actions: CardActions): (Node | undefined | false)[] => {
  if (turn.phase === 'failed') return [failed(turn, actions)];
  return turn.answer ? answered(turn, turn.answer, actions) : [];
};

const prose = (text: string, citations: readonly Citation[], { openSource }: CardActions) =>
  h('div', { class: 'answer prose' }, answerText(text, citations, openSource));

const answered = (turn: TurnState, answer: AnswerView, actions: CardActions) => {
  const { verdict, citations, text, notices = [] } = answer;
  const thumbs =
    turn.id === undefined
      ? undefined
      : feedbackBar(turn.id, turn.feedback, (feedback) => {
          turn.feedback = feedback;
        });
  return [
    verdict !== 'answered' && h('p', { class: `verdict verdict-${verdict}` }, icon('info'), verdicts[verdict]),
    prose(text, citations, actions),
    ...notices.filter(isNews).map((notice) => h('p', { class: 'note' }, icon('info'), notice)),
    citations.length > 0 && sourceList(citations, actions.openSource),
    h(
      'footer',
      { class: 'turn-end' },
      thumbs?.buttons,
      copyButton(answer),
      turn.id !== undefined &&
        iconButton('path', 'Show reasoning', () => actions.openReasoning(turn), { words: true, class: 'quiet' }),
      h('span', { class: 'cost muted' }, costOf(answer)),
    ),
    thumbs?.form,
  ];
};

/** That no model is set stands at the top of the page already; under every answer it would be noise. */
const isNews = (notice: string) => !notice.startsWith('No model is set');

const failed = ({ question, error }: TurnState, { askAgain }: CardActions) => {
  const stopped = error?.code === 'CANCELLED';
  return h(
    'div',
    { class: stopped ? 'failed failed-stopped' : 'failed', attr: { role: stopped ? 'status' : 'alert' } },
    icon(stopped ? 'stop' : 'info'),
    h(
      'div',
      {},
      h('p', {}, h('strong', {}, error?.message ?? 'This question was not answered.')),
      error?.remedy ? h('p', {}, error.remedy) : undefined,
      iconButton('again', 'Ask again', () => askAgain(question), { words: true }),
    ),
  );
};

const copyButton = ({ text, citations }: AnswerView) => {
  const sources = citations.map(({ n, title, url }) => `[${n}] ${title}${url ? ` ${url}` : ''}`).join('\n');
  const button = iconButton('copy', 'Copy the answer', () => {
    void navigator.clipboard.writeText(`${plainText(text)}\n\n${sources}`.trim()).then(() => {
      button.replaceChildren(icon('check'));
      setTimeout(() => button.replaceChildren(icon('copy')), 1500);
    });
  });
  return button;
};

const costOf = ({ usage, mode, strategy }: AnswerView): string => {
  const time = usage.seconds < 1 ? `${Math.round(usage.seconds * 1000)} ms` : `${usage.seconds.toFixed(1)} s`;
  if (mode === 'quote') return `Quoted in ${time}`;
  return `${strategy} · ${usage.calls} ${usage.calls === 1 ? 'call' : 'calls'} · ${time}`;
};
