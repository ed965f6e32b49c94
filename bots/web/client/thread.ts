import { counted } from '../../../core/text/counted.ts';
import type { NewQuestion, ThreadView } from '../api.ts';
import { announce } from './announce.ts';
import { h } from './dom.ts';
import { follow } from './follow.ts';
import { failureOf, get, post } from './http.ts';
import { plainText } from './markdown.ts';
import { type CardActions, createCard } from './turn-card.ts';
import { applyEvent, newTurn, type TurnState, turnFrom } from './turn-state.ts';

/** Callbacks from a thread to the page around it. */
export interface ThreadEvents extends CardActions {
  running(now: boolean): void;
  /** A running turn changed. */
  progressed(turn: TurnState): void;
  /** The thread has a new turn, or one has ended. */
  changed(): void;
}

/** A thread on the page with its turns, of which the newest may be running. */
export interface Thread {
  id: string;
  element: HTMLElement;
  /** Shows turns that are not shown yet, such as those of another tab, and follows those that are still running. */
  fill(view: ThreadView): void;
  /** True until the server has named the turn of a question that was asked here: `fill` would show it twice. */
  readonly isSending: boolean;
  ask(question: Omit<NewQuestion, 'eventId'>): void;
  stop(): Promise<void>;
  /** Stops listening; a running turn continues on the server. */
  leave(): void;
}

/** Creates a thread on the page. @param events what the page around it is told */
export const createThread = (id: string, events: ThreadEvents): Thread => {
  const element = h('div', { class: 'turns' });
  const stopFollowing: (() => void)[] = [];
  let running: TurnState | undefined;
  /** Turns that the server has and that are shown. */
  const known = new Set<string>();
  let sending = 0;

  const add = (first: TurnState) => {
    const card = createCard(events);
    element.append(card.element);
    const set = (turn: TurnState) => {
      const ended = turn.phase !== 'running' && running !== undefined && card === runningCard;
      if (turn.phase === 'running') {
        running = turn;
        runningCard = card;
      } else if (ended) {
        running = undefined;
        runningCard = undefined;
        announce(announcement(turn));
        void offerNext(turn, card.element);
      }
      card.show(turn);
      events.progressed(turn);
      if (ended) events.changed();
      events.running(running !== undefined);
    };
    set(first);
    return { card, set };
  };
  /** Follow-up questions, below the newest answer only; removed when the next question is asked. */
  const next = h('div', { class: 'next', attr: { role: 'group', 'aria-label': 'Ask next' } });
  const offerNext = async ({ id: turnId, answer }: TurnState, below: HTMLElement) => {
    if (turnId === undefined || !answer || answer.citations.length === 0) return;
    // Follow-ups are optional, so a failure is ignored.
    const found = await get<string[]>(`/api/page/turns/${encodeURIComponent(turnId)}/follow-ups`).catch(() => []);
    if (found.length === 0 || below !== element.lastElementChild) return;
    next.replaceChildren(
      ...found.map((question) =>
        h(
          'button',
          { type: 'button', class: 'button', dir: 'auto', on: { click: () => events.askAgain(question) } },
          question,
        ),
      ),
    );
    below.append(next);
  };
  let runningCard: ReturnType<typeof createCard> | undefined;

  const listen = (turnId: string, first: TurnState, set: (turn: TurnState) => void) => {
    let turn: TurnState = { ...first, id: turnId };
    stopFollowing.push(
      follow(turnId, (event) => {
        turn = applyEvent(turn, event);
        set(turn);
      }),
    );
  };

  /** Sends a question and follows its turn. */
  const send = async (question: NewQuestion, turn: TurnState, set: (turn: TurnState) => void) => {
    sending += 1;
    try {
      const { turnId } = await post<{ turnId?: string }>(
        `/api/v1/conversations/${encodeURIComponent(id)}/questions`,
        question,
      );
      if (turnId) {
        known.add(turnId);
        listen(turnId, turn, set);
      }
      events.changed();
    } catch (error) {
      set({ ...turn, phase: 'failed', error: failureOf(error) });
    } finally {
      sending -= 1;
    }
  };

  return {
    id,
    element,
    get isSending() {
      return sending > 0;
    },
    fill({ turns }: ThreadView) {
      for (const view of turns.filter((one) => !known.has(one.id))) {
        known.add(view.id);
        next.remove();
        const turn = turnFrom(view);
        const { card, set } = add(turn);
        if (turn.phase === 'running') listen(view.id, turn, set);
        else if (view === turns.at(-1)) void offerNext(turn, card.element);
      }
    },
    ask(question) {
      const turn = newTurn(question.text);
      next.remove();
      const { card, set } = add(turn);
      announce('Your question was sent.');
      void send({ ...question, eventId: crypto.randomUUID() }, turn, set);
      card.element.scrollIntoView({ block: 'start', behavior: 'smooth' });
    },
    async stop() {
      if (running?.id) await post(`/api/v1/turns/${encodeURIComponent(running.id)}/stop`).catch(() => {});
    },
    leave() {
      for (const stop of stopFollowing) stop();
    },
  };
};

const announcement = ({ answer, error }: TurnState): string =>
  answer
    ? `Answer: ${plainText(answer.text)}${answer.citations.length === 0 ? '' : ` ${counted(answer.citations.length, 'source')}.`}`
    : `${error?.message ?? ''} ${error?.remedy ?? ''}`;
