import type { Stores } from '../../stores/index.ts';

/** The state of a followed thread that decides whether a message is addressed to Parley. */
export interface ThreadActivity {
  /** The asker of the last question that Parley answered. */
  askerId: string | undefined;
  /** True when somebody else has written since that answer. */
  othersWrote: boolean;
}

const KIND = 'thread-activity';

/** The record to store when Parley answers this person's question. */
export const answeredRecord = (conversationId: string, askerId: string) => ({
  kind: KIND,
  key: conversationId,
  value: { askerId, othersWrote: false } satisfies ThreadActivity,
  personId: askerId,
});

/** Stores one record for each followed thread. */
export const createThreadActivity = ({ keyValues, conversations }: Pick<Stores, 'keyValues' | 'conversations'>) => {
  const read = async (conversationId: string): Promise<ThreadActivity> => {
    const kept = await keyValues.get<ThreadActivity>(KIND, conversationId);
    if (kept) return kept;
    // Threads older than these records: takes the asker from the last turn.
    const [turn] = await conversations.turns(conversationId, 1);
    return { askerId: turn?.askerId, othersWrote: false };
  };
  return {
    read,
    /** Records that somebody wrote in the thread and Parley stayed silent. */
    async wrote(conversationId: string, authorId: string): Promise<void> {
      const record = { kind: KIND, key: conversationId };
      const there = (await keyValues.get(KIND, conversationId)) !== undefined;
      const { askerId, othersWrote } = await read(conversationId);
      if (othersWrote || askerId === undefined || authorId === askerId) return;
      // Not when Parley answered again meanwhile, nor when the asker was erased.
      const found = [{ ...record, there, ...(there && { fields: { askerId, othersWrote } }) }];
      await keyValues.change({ found, put: [{ ...record, value: { askerId, othersWrote: true }, personId: askerId }] });
    },
  };
};
