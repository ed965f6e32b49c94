import type { Stores } from '../../stores/index.ts';

/** What decides whether a message in a thread that Parley follows is still said to Parley. */
export interface ThreadActivity {
  /** Who asked the question that Parley answered last. */
  askerId: string | undefined;
  /** Somebody else wrote since that answer. */
  othersWrote: boolean;
}

const KIND = 'thread-activity';

/** The record that Parley answered this person's question. */
export const answeredRecord = (conversationId: string, askerId: string) => ({
  kind: KIND,
  key: conversationId,
  value: { askerId, othersWrote: false } satisfies ThreadActivity,
  personId: askerId,
});

/** Keeps, a row for each followed thread, who talks with Parley there. */
export const createThreadActivity = ({ keyValues, conversations }: Pick<Stores, 'keyValues' | 'conversations'>) => {
  const read = async (conversationId: string): Promise<ThreadActivity> => {
    const kept = await keyValues.get<ThreadActivity>(KIND, conversationId);
    if (kept) return kept;
    // Threads from before these rows were kept: the last turn says who asked.
    const [turn] = await conversations.turns(conversationId, 1);
    return { askerId: turn?.askerId, othersWrote: false };
  };
  return {
    read,
    /** Somebody wrote in the thread, and Parley stays silent. */
    async wrote(conversationId: string, authorId: string): Promise<void> {
      const { askerId, othersWrote } = await read(conversationId);
      if (othersWrote || askerId === undefined || authorId === askerId) return;
      await keyValues.put(KIND, conversationId, { askerId, othersWrote: true }, { personId: askerId });
    },
  };
};
