import { h } from '../../web/client/dom.ts';
import { RequestError } from '../../web/client/http.ts';
import { applyEvent, newTurn, type TurnState } from '../../web/client/turn-state.ts';
import type { Memory } from './memory.ts';
import { panelFrame } from './panel-frame.ts';
import type { Server } from './server.ts';
import { createTurnView } from './turn-view.ts';

export interface PanelOptions {
  server: Server;
  memory: Memory;
  title: string;
  /** Searches only these sources; all when undefined. */
  sources: string[] | undefined;
  close(): void;
}

/** The chat panel: a list of turns and the text field for the next question. */
export const createPanel = ({ server, memory, title, sources, close }: PanelOptions) => {
  let running: { stop(): void } | undefined;
  const {
    element,
    box,
    ideas,
    log,
    grow,
    setRunning: showRunning,
  } = panelFrame(title, {
    submit: () => submit(),
    send() {
      if (running) running.stop();
      else submit();
    },
    restart: () => restart(),
    close,
  });

  const setRunning = (now: typeof running) => {
    running = now;
    showRunning(now !== undefined);
  };

  const submit = () => {
    const text = box.value.trim();
    if (running || text === '') return;
    box.value = '';
    void ask(text);
  };

  const add = (turn: TurnState) => {
    const view = createTurnView(turn.question, async (feedback) => {
      if (!turn.id) return;
      await server.feedback(turn.id, feedback);
      turn.feedback = { rating: feedback.rating };
      memory.save();
    });
    ideas.hidden = true;
    log.append(view.element);
    view.show(turn);
    log.scrollTop = log.scrollHeight;
    return {
      update(next: TurnState) {
        Object.assign(turn, next);
        const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
        view.element.setAttribute('aria-busy', String(turn.phase === 'running'));
        view.show(turn);
        if (follows) log.scrollTop = log.scrollHeight;
      },
    };
  };

  const ask = async (text: string): Promise<void> => {
    const left = new AbortController();
    let turn = newTurn(text);
    const shown = { ...turn };
    const view = add(shown);
    setRunning({
      stop() {
        if (turn.id) void server.stop(turn.id).catch(() => left.abort());
        else left.abort();
      },
    });
    try {
      const question = { conversation: memory.conversation, eventId: crypto.randomUUID(), text, sources };
      for await (const event of server.ask(question, left.signal)) {
        turn = applyEvent(turn, event);
        view.update(turn);
      }
      if (turn.phase === 'running') throw stopped();
    } catch (error) {
      const failure = error instanceof RequestError ? error.failure : failed;
      turn = { ...turn, phase: 'failed', error: failure };
      view.update(turn);
    }
    memory.turns.push(shown);
    memory.save();
    setRunning(undefined);
  };

  const askIdea = (text: string) => {
    if (running) return;
    void ask(text);
    // The ideas, of which one has the focus, are hidden now.
    box.focus();
  };

  const restart = () => {
    running?.stop();
    memory.clear();
    log.replaceChildren(ideas);
    ideas.hidden = false;
    box.focus();
  };

  const suggest = async () => {
    const { suggestions, sample } = await server.about();
    ideas.replaceChildren(
      h('p', {}, sample ? 'What would you like to know? These pages are a sample.' : 'What would you like to know?'),
      ...suggestions.map((text) =>
        h('button', { type: 'button', class: 'idea', dir: 'auto', on: { click: () => askIdea(text) } }, text),
      ),
    );
  };

  for (const turn of memory.turns) add(turn);
  let suggested = false;
  return {
    element,
    /** @param focus true to move the focus into the text field */
    show(focus: boolean) {
      element.hidden = false;
      // While the panel is hidden its text field has no height to be measured.
      grow();
      if (focus) box.focus();
      log.scrollTop = log.scrollHeight;
      if (suggested) return;
      suggested = true;
      suggest().catch(({ failure = failed }: Partial<RequestError>) => {
        suggested = false;
        ideas.replaceChildren(h('p', { class: 'failure' }, `${failure.message} ${failure.remedy}`));
      });
    },
  };
};

const failed = { code: 'INTERNAL', message: 'Something went wrong.', remedy: 'Try again in a minute.' };
const stopped = () => new RequestError({ code: 'CANCELLED', message: 'Stopped.', remedy: '' });
