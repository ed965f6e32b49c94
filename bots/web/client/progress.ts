import { h, icon } from './dom.ts';
import type { TurnState } from './turn-state.ts';

/** A step of a plan, of a running turn or of a finished answer's drawing. */
export interface StepItem {
  title: string;
  status: 'pending' | 'running' | 'done' | 'failed';
  /** Small print under the title. */
  details: (HTMLElement | undefined)[];
}

const STATUS_NAMES: Record<StepItem['status'], string> = {
  pending: 'to do',
  running: 'in progress',
  done: 'done',
  failed: 'failed',
};

/** The current status of a running turn, and its plan if it has one. */
export const progress = ({ status, steps }: TurnState): HTMLElement =>
  h(
    'div',
    { class: 'progress' },
    h('p', { class: 'status' }, h('span', { class: 'pulse', attr: { 'aria-hidden': 'true' } }), status),
    steps.length > 0 &&
      stepList(
        steps.map(({ detail, ...step }) => ({ ...step, details: [detail ? h('small', {}, detail) : undefined] })),
      ),
  );

/** The steps of a plan, each with a mark for its status. */
export const stepList = (steps: readonly StepItem[]): HTMLElement =>
  h(
    'ol',
    { class: 'steps', attr: { 'aria-label': 'Plan' } },
    ...steps.map(({ title, status, details }) =>
      h(
        'li',
        { class: `step step-${status}` },
        h(
          'span',
          { class: 'step-mark' },
          status === 'done' ? icon('check') : status === 'failed' ? icon('close') : '',
          h('span', { class: 'visually-hidden' }, `${STATUS_NAMES[status]}: `),
        ),
        h('span', { class: 'step-words' }, title, ...details),
      ),
    ),
  );
