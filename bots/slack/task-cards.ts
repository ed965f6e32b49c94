import type { types } from '@slack/bolt';
import { head } from '../chat/reply/cut.ts';
import type { StepCard } from '../conversation/events.ts';

const TASK_TEXT = 250;
const TASK_STATUS = { pending: 'pending', running: 'in_progress', done: 'complete', failed: 'error' } as const;

/** Shows steps as Slack task cards, and sends each state of a card only once. */
export const createTaskCards = () => {
  const tasks = new Map<string, { card: StepCard; sent?: string }>();
  return {
    get size() {
      return tasks.size;
    },
    set(card: StepCard): void {
      tasks.set(card.id, { card, sent: tasks.get(card.id)?.sent });
    },
    /** Marks all pending and running steps as done. */
    close(): void {
      for (const task of tasks.values())
        if (task.card.status === 'running' || task.card.status === 'pending')
          task.card = { ...task.card, status: 'done' };
    },
    /** The cards that changed since the last call. */
    changes: (): types.AnyChunk[] =>
      [...tasks.values()].flatMap((task) => {
        const { card } = task;
        const state = JSON.stringify(card);
        if (task.sent === state) return [];
        task.sent = state;
        return [
          {
            type: 'task_update' as const,
            id: card.id.slice(0, 100),
            title: head(card.title, TASK_TEXT) || 'Step',
            status: TASK_STATUS[card.status],
            ...(card.detail && { details: head(card.detail, TASK_TEXT) }),
            ...(card.sources && {
              sources: card.sources.map(({ url, title }) => ({
                type: 'url' as const,
                url,
                text: head(title, TASK_TEXT),
              })),
            }),
          },
        ];
      }),
  };
};
export type TaskCards = ReturnType<typeof createTaskCards>;
