import type { TraceEvent } from '../../../core/answer.ts';
import { h } from './dom.ts';
import { failureOf, get } from './http.ts';
import type { Panel } from './panel.ts';
import { reasoning } from './reasoning-panel.ts';
import type { TurnState } from './turn-state.ts';

/** Four redraws per second look smooth and use little of a phone's CPU. */
const REDRAW_MS = 250;

/** Shows an answer's reasoning in the panel: live while the turn is running, or else from the records. */
export const createReasoningView = (panel: Panel) => {
  let watched: TurnState | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = async (turn: TurnState): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    watched = turn.phase === 'running' ? turn : undefined;
    if (watched) return panel.open('How this answer comes about', reasoning(turn.trace));
    const title = 'How this answer came about';
    try {
      const trace = await get<TraceEvent[]>(`/api/v1/turns/${encodeURIComponent(turn.id ?? '')}/trace`);
      panel.open(title, reasoning(trace));
    } catch (error) {
      panel.open(title, h('p', { class: 'note' }, failureOf(error).message));
    }
  };

  return {
    open,
    /** Redraws when the watched turn changes. */
    progressed(turn: TurnState) {
      if (watched === undefined || watched.id !== turn.id || !panel.isOpen) return;
      watched = turn;
      if (turn.phase !== 'running') void open(turn);
      else
        timer ??= setTimeout(() => {
          timer = undefined;
          if (watched && panel.isOpen) panel.update(reasoning(watched.trace));
        }, REDRAW_MS);
    },
    /** Stops watching; called when the panel shows something else. */
    leave() {
      watched = undefined;
    },
  };
};
