import type { Conversation, Feedback, Turn } from '../../../core/conversation.ts';
import { type KeyValueRecord, namesOfPerson, type Stores } from '../../../stores/index.ts';

/** Everything that Parley stores about one person (the right of access, GDPR Art. 15). */
export interface PersonRecords {
  id: string;
  exportedAt: string;
  conversations: Conversation[];
  turns: Turn[];
  feedback: Feedback[];
  records: (KeyValueRecord & { kind: string })[];
}

/** Collects everything stored about a person, except sessions. Scans all records, since such requests are rare. */
export const personRecords = async (
  { conversations, keyValues }: Pick<Stores, 'conversations' | 'keyValues'>,
  id: string,
): Promise<PersonRecords> => {
  const found: PersonRecords = {
    id,
    exportedAt: new Date().toISOString(),
    conversations: [],
    turns: [],
    feedback: [],
    records: [],
  };
  const names = new Set(await namesOfPerson(keyValues, id));
  for await (const turn of conversations.allTurns()) if (names.has(turn.askerId)) found.turns.push(turn);
  const own = new Set(found.turns.map(({ conversationId }) => conversationId));
  for await (const one of conversations.allConversations()) if (own.has(one.id)) found.conversations.push(one);
  for await (const { feedback } of conversations.allFeedback())
    if (names.has(feedback.askerId)) found.feedback.push(feedback);
  for await (const { personId, ...record } of keyValues.all())
    if (personId !== undefined && names.has(personId) && record.kind !== 'web-session') found.records.push(record);
  return found;
};
