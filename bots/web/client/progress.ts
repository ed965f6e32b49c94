import { h, icon } from './dom.ts';
import type { TurnState } from './turn-state.ts';

const said: Record<TurnState['steps'][number]['status'], string> = {
  pending: 'to do',
  running: 'under way',
  done: 'done',
  failed: 'failed',
};

/** What is being done right now, and the plan with its steps. */
export const progress = ({ status, steps }: TurnState): HTMLElement =>
  h(
    'div',
    { class: 'progress' },
    h('p', { class: 'status' }, h('span', { class: 'pulse', attr: { 'aria-hidden': 'true' } }), status),
    steps.length > 0 && stepList(steps),
  );

export const stepList = (steps: TurnState['steps']): HTMLElement =>
  h(
    'ol',
    { class: 'steps', attr: { 'aria-label': 'Plan' } },
    ...steps.map(({ title, status, detail }) =>
      h(
        'li',
        { class: `step step-${status}` },
        h(
          'span',
          { class: 'step-mark' },
          status === 'done' ? icon('check') : status === 'failed' ? icon('close') : '',
          h('span', { class: 'visually-hidden' }, `${said[status]}: `),
        ),
        h('span', { class: 'step-words' }, title, detail ? h('small', {}, detail) : undefined),
      ),
    ),
  );
