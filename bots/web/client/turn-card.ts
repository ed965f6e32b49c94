import type { Citation } from '../../../core/answer.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { counted } from '../../../core/text/counted.ts';
import { unconfirmedLine } from '../../../core/verdict.ts';
import type { AnswerView } from '../api.ts';
import { announce } from './announce.ts';
import { answerText } from './answer-text.ts';
import { h, icon, iconButton } from './dom.ts';
import { keepDraft } from './draft.ts';
import { feedbackBar } from './feedback.ts';
import { plainText } from './markdown.ts';
import { pageName } from './page-name.ts';
import { progress } from './progress.ts';
import { sourceList } from './sources.ts';
import type { TurnState } from './turn-state.ts';
import { verifiedBox } from './verified.ts';

/** Callbacks from a card to the page. */
export interface CardActions {
  openSource(citation: Citation): void;
  openReasoning(turn: TurnState): void;
  askAgain(question: string): void;
  /** Fills the composer with the question; absent on pages where nothing can be asked. */
  edit?(question: string): void;
}

const verdicts: Record<Exclude<AnswerView['verdict'], 'answered'>, string> = {
  likely: 'Probably',
  unknown: 'I don’t know',
  'invalid-premise': 'The question assumes something that is not true',
  declined: 'Not answered',
  smalltalk: '',
};

/** A card with one question and its answer. `show` may be called for every token: it renders at most once per frame. */
export const createCard = (actions: CardActions) => {
  const question = h('h2', { class: 'question' });
  const unfold = h(
    'button',
    { type: 'button', class: 'link-button', attr: { 'aria-expanded': 'false' }, on: { click: () => setFolded(false) } },
    'Show the whole question',
  );
  const setFolded = (folded: boolean) => {
    question.classList.toggle('folded', folded);
    if (folded) question.after(unfold);
    else unfold.remove();
  };
  const body = h('div', { class: 'turn-body' });
  const element = h('article', { class: 'turn' }, question, body);
  let shown: TurnState | undefined;
  let waiting = 0;
  // A running turn is rendered many times a second. Its button stays the same element, so that no click is lost.
  const progressBox = h('div', {});
  const words = h('div', { class: 'answer prose' });
  const watch = iconButton('path', 'Watch it think', () => shown && actions.openReasoning(shown), {
    words: true,
    class: 'quiet watch',
  });

  const render = () => {
    waiting = 0;
    if (!shown) return;
    if (question.textContent !== shown.question) {
      question.textContent = shown.question;
      setFolded(isLong(shown.question));
    }
    element.setAttribute('aria-busy', String(shown.phase === 'running'));
    element.dataset.phase = shown.phase;
    if (shown.phase === 'running') {
      if (progressBox.parentElement !== body) body.replaceChildren(progressBox, words, watch);
      progressBox.replaceChildren(progress(shown));
      words.replaceChildren(answerText(shown.text, shown.citations, actions.openSource));
      words.hidden = shown.text === '';
      watch.hidden = shown.trace.length === 0;
    } else {
      const watching = document.activeElement === watch;
      body.replaceChildren(...(parts(shown, actions).filter(Boolean) as Node[]));
      if (watching) body.querySelector<HTMLElement>('.show-reasoning')?.focus({ preventScroll: true });
    }
  };

  return {
    element,
    show(turn: TurnState) {
      // A finished turn is not rendered again, so that an open feedback form stays.
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

/** A paste of pages would stand between the reader and the answer. */
const LONG_QUESTION = { chars: 600, lines: 8 };
const isLong = (question: string): boolean =>
  question.length > LONG_QUESTION.chars || question.split('\n').length > LONG_QUESTION.lines;

const parts = (turn: TurnState, actions: CardActions): (Node | undefined | false)[] => {
  if (turn.phase === 'failed') return [failed(turn, actions)];
  return turn.answer ? answered(turn, turn.answer, actions) : [];
};

const prose = (text: string, citations: readonly Citation[], { openSource }: CardActions) =>
  h('div', { class: 'answer prose' }, answerText(text, citations, openSource));

const answered = (turn: TurnState, answer: AnswerView, actions: CardActions) => {
  const { verdict, citations, text, notices = [], nearest = [] } = answer;
  const unconfirmed = unconfirmedLine(answer);
  const thumbs =
    turn.id === undefined
      ? undefined
      : feedbackBar(turn.id, turn.feedback, (feedback) => {
          turn.feedback = feedback;
        });
  return [
    turn.id !== undefined && turn.fresh && verdict !== 'smalltalk' && verifiedBox(turn.id, actions.openSource),
    verdict !== 'answered' &&
      verdict !== 'smalltalk' &&
      h('p', { class: `verdict verdict-${verdict}` }, icon('info'), isUnsure(answer) ? 'Not sure' : verdicts[verdict]),
    prose(verdict === 'unknown' ? withoutVerdict(withoutListed(text, nearest)) : text, citations, actions),
    unconfirmed !== undefined && h('p', { class: 'unconfirmed' }, unconfirmed),
    ...notices.filter(isNews).map((notice) => h('p', { class: 'note' }, icon('info'), notice)),
    citations.length > 0 && sourceList(citations, actions.openSource),
    verdict === 'unknown' && nearestPages(answer, actions),
    h(
      'footer',
      { class: 'turn-end' },
      thumbs?.buttons,
      copyButton(answer),
      turn.id !== undefined &&
        iconButton('path', 'Show reasoning', () => actions.openReasoning(turn), {
          words: true,
          class: 'quiet show-reasoning',
        }),
      actions.edit && iconButton('again', 'Ask again', () => actions.askAgain(turn.question)),
      actions.edit && iconButton('pen', 'Edit the question', () => actions.edit?.(turn.question)),
      h('span', { class: 'cost muted' }, costOf(answer)),
    ),
    thumbs?.form,
  ];
};

/** True if the closest passage is shown, which may answer the question after all. */
const isUnsure = ({ verdict, mode, nearest = [] }: AnswerView): boolean =>
  verdict === 'unknown' && mode === 'quote' && nearest.some(({ quote }) => quote !== undefined);

/** The text without its list of the nearest pages and the words below each, which the card shows below as links. */
const withoutListed = (text: string, nearest: NonNullable<AnswerView['nearest']>): string => {
  const listed = new Map(nearest.flatMap((page) => linesOf(page).map((line) => [line, page])));
  const lines = text.split('\n');
  const isListed = (line = '') => listed.has(line.trim());
  const isExcerpt = (line: string, above = '') =>
    line.startsWith('  ') && listed.get(above.trim())?.excerpt !== undefined;
  // Below the closest passage the card names all pages, so that the sentence above the others goes too.
  const above = nearest.some(({ quote }) => quote !== undefined) ? lines.findIndex((line) => isListed(line)) - 1 : -1;
  return lines.filter((line, at) => at !== above && !isListed(line) && !isExcerpt(line, lines[at - 1])).join('\n');
};

/** The lines by which a text may name a near page: with a link to its source, or without. */
const linesOf = (page: { title: string; section?: string | undefined; url?: string | undefined }): string[] => {
  const name = nearestName(page);
  return [`- ${name}`, ...(page.url ? [`- [${name.replace(/[[\]]/g, '')}](${page.url})`] : [])];
};

/** The text without "I don't know" at its beginning, which the verdict above it says. */
const withoutVerdict = (text: string): string => {
  const rest = text.replace(/^I don['’]t know[.:]\s*/, '');
  return rest === '' ? text : rest.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};

/** Links to the pages that are nearest to an unanswered question. */
const nearestPages = (answer: AnswerView, { openSource }: CardActions) => {
  const { nearest = [], text } = answer;
  const last = nearest.at(-1);
  return (
    last &&
    h(
      'div',
      { class: 'nearest', attr: { role: 'group', 'aria-label': 'The nearest pages' } },
      !isUnsure(answer) && text.split('\n').some((line) => linesOf(last).includes(line))
        ? undefined
        : h('h3', {}, nearest.length === 1 ? 'The nearest page' : 'The nearest pages'),
      h(
        'ul',
        {},
        ...nearest.map((page, at) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                class: 'link-button',
                dir: 'auto',
                on: {
                  click: () =>
                    openSource({ ...page, n: at + 1, kind: 'passage', quote: page.quote ?? page.excerpt ?? '' }),
                },
              },
              pageName(nearestName(page)),
            ),
            page.excerpt !== undefined && h('p', { class: 'excerpt muted', dir: 'auto' }, page.excerpt),
          ),
        ),
      ),
    )
  );
};

/** False for the notice that no model is set: the page's banner already says so. */
const isNews = (notice: string) => !notice.startsWith('No model is set');

const failed = ({ id, question, error }: TurnState, { askAgain }: CardActions) => {
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
      error?.code === 'SIGN_IN_REQUIRED'
        ? signInLink(id === undefined ? question : undefined)
        : iconButton('again', 'Ask again', () => askAgain(question), { words: true }),
    ),
  );
};

/** A link to sign-in that returns to this thread. @param unsent a refused question, restored in the composer after sign-in */
const signInLink = (unsent: string | undefined) =>
  h(
    'a',
    {
      class: 'button',
      href: `/sign-in?to=${encodeURIComponent(location.pathname)}`,
      on: { click: () => unsent !== undefined && keepDraft(unsent) },
    },
    icon('lock'),
    h('span', {}, 'Sign in'),
  );

const copyButton = ({ text, citations }: AnswerView) => {
  const sources = citations.map(({ n, title, url }) => `[${n}] ${title}${url ? ` ${url}` : ''}`).join('\n');
  const button = iconButton('copy', 'Copy the answer', () => {
    void navigator.clipboard.writeText(`${plainText(text)}\n\n${sources}`.trim()).then(() => {
      announce('The answer is copied.');
      button.replaceChildren(icon('check'));
      setTimeout(() => button.replaceChildren(icon('copy')), 1500);
    });
  });
  return button;
};

const costOf = ({ usage, mode, strategy }: AnswerView): string => {
  const time = usage.seconds < 1 ? `${Math.round(usage.seconds * 1000)} ms` : `${usage.seconds.toFixed(1)} s`;
  if (mode === 'quote') return `Quoted in ${time}`;
  return `${strategy} · ${counted(usage.calls, 'call')} · ${time}`;
};
