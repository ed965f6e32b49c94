import type { Citation, TraceEvent } from '../../../core/answer.ts';
import type { TurnEvent } from '../../conversation/events.ts';
import type { AnswerView, TurnView } from '../api.ts';

type Step = Omit<Extract<TurnEvent, { type: 'step' }>, 'type'>;

/** The state of one turn on the page. */
export interface TurnState {
  id?: string;
  question: string;
  phase: 'running' | 'done' | 'failed';
  status: string;
  steps: Step[];
  trace: TraceEvent[];
  /** The text streamed so far; the answer's own text replaces it. */
  text: string;
  citations: Citation[];
  answer?: AnswerView;
  /** True when the answer arrived while this page was open. */
  fresh?: boolean;
  error?: NonNullable<TurnView['error']>;
  feedback?: TurnView['feedback'];
}

/** The state of a turn that is being sent. */
export const newTurn = (question: string): TurnState => ({
  question,
  phase: 'running',
  status: 'Sending…',
  steps: [],
  trace: [],
  text: '',
  citations: [],
});

/** The state of a turn that the server has. */
export const turnFrom = (view: TurnView): TurnState => ({
  ...newTurn(view.question),
  id: view.id,
  status: 'Working on it…',
  ...(view.answer ? { phase: 'done', answer: view.answer, citations: view.answer.citations } : {}),
  ...(view.error && !view.answer ? { phase: 'failed', error: view.error } : {}),
  feedback: view.feedback,
});

/** Applies an event to a turn. `accepted` resets the turn, since a resumed turn sends its events from the beginning. */
export const applyEvent = (turn: TurnState, event: TurnEvent): TurnState => {
  switch (event.type) {
    case 'accepted':
      return {
        ...newTurn(turn.question),
        id: event.turnId,
        status: event.again ? 'Resuming your question…' : 'Thinking…',
      };
    case 'queued':
      return {
        ...turn,
        status: event.position === 1 ? 'You are next in line…' : `Number ${event.position} in the line…`,
      };
    case 'status':
      return { ...turn, status: event.text };
    case 'step': {
      const { type: _, ...step } = event;
      const known = turn.steps.some(({ id }) => id === step.id);
      return {
        ...turn,
        steps: known
          ? turn.steps.map((one) => (one.id === step.id ? { ...one, ...step } : one))
          : [...turn.steps, step],
      };
    }
    case 'trace':
      return { ...turn, trace: [...turn.trace, event.event] };
    case 'token':
      return { ...turn, text: turn.text + event.text };
    case 'reset':
      return { ...turn, text: '', citations: [] };
    case 'citation':
      return { ...turn, citations: [...turn.citations.filter(({ n }) => n !== event.citation.n), event.citation] };
    case 'answer':
      return {
        ...turn,
        id: event.turnId,
        phase: 'done',
        fresh: true,
        answer: event.answer,
        citations: event.answer.citations,
      };
    case 'error': {
      const { type: _, turnId, ...error } = event;
      return { ...turn, id: turnId || turn.id, phase: 'failed', error };
    }
    case 'duplicate':
      return event.answer
        ? { ...turn, phase: 'done', answer: event.answer, citations: event.answer.citations }
        : { ...turn, status: 'Already being answered…' };
  }
};
