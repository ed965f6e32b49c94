import type { KeyValueStore } from '../../stores/index.ts';

/** Something to tell in the thread of an answer. */
export interface Notice {
  front: 'slack' | 'discord';
  /** The delivery whose thread it belongs to. */
  key: string;
  text: string;
}

const KIND = 'notice';

/** Puts a notice in the line; each `id` is told once, whoever queues it again. */
export const queueNotice = async (keyValues: KeyValueStore, id: string, notice: Notice): Promise<boolean> => {
  if (await keyValues.get(`${KIND}-told`, id)) return false;
  return keyValues.add(KIND, `${notice.front}:${id}`, { ...notice, id });
};

/**
 * Tells the person who gave a thumbs down that the question is now answered rightly: an eval run passed the case that their
 * feedback became. Queued once a turn; the front posts it in the thread. Does nothing for questions that came from elsewhere.
 *
 * @param turn the turn whose feedback became the case
 */
export const announceFixed = async (
  keyValues: KeyValueStore,
  turn: { id: string; eventId: string; question: string; askerId: string },
): Promise<boolean> => {
  const front = turn.eventId.startsWith('slack:')
    ? 'slack'
    : turn.eventId.startsWith('discord:')
      ? 'discord'
      : undefined;
  if (!front) return false;
  const key = turn.eventId.replace(/~\d+$/, '');
  const question = turn.question.replace(/\s+/g, ' ').slice(0, 150);
  const text = `Your feedback was taken up: I now answer “${question}” rightly. Thank you. Ask again to see it.`;
  return queueNotice(keyValues, `fixed:${turn.id}`, { front, key, text });
};

/** Tells every notice that waits for this front; each is taken out of the line first, so that it is never told twice. */
export const tellNotices = async (
  keyValues: KeyValueStore,
  { front, tell }: { front: Notice['front']; tell: (notice: Notice) => Promise<void> },
): Promise<number> => {
  let told = 0;
  for (const { key, value } of await keyValues.list<Notice & { id: string }>(KIND, {
    prefix: `${front}:`,
    limit: 100,
  })) {
    // Of two processes, the one that removes it speaks; a failure to speak puts it back.
    if (!(await keyValues.delete(KIND, key))) continue;
    try {
      await tell(value);
      await keyValues.put(`${KIND}-told`, value.id, {});
      told += 1;
    } catch (error) {
      await keyValues.put(KIND, key, value);
      throw error;
    }
  }
  return told;
};
