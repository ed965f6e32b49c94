import type { Stores } from '../../../stores/index.ts';
import type { Conversations } from '../../conversation/index.ts';
import { rate } from '../answer-actions.ts';
import { type OpenQuestionRow, openQuestion, settleQuestion } from '../open-questions.ts';
import type { ChatPlatform } from '../platform.ts';
import { safeMarkdown } from '../safe-markdown.ts';
import { ownersOf } from './owners.ts';
import { type DigestParts, mayReadQuestion } from './send-digests.ts';

/** What is done with a question of a digest. */
export interface DigestActions {
  /** The question, if this person owns a source of it and may read it still. */
  find(row: string, person: string): Promise<OpenQuestionRow | undefined>;
  settle(row: string): Promise<void>;
  /** Tells the owner's words in the thread, and keeps them as what would have been right: an eval case. */
  answer(question: OpenQuestionRow, by: { person: string; name: string }, words: string): Promise<void>;
}

export const createDigestActions = <Target>({
  stores,
  conversations,
  ...parts
}: Omit<DigestParts<Target>, 'keyValues' | 'front'> & {
  front: ChatPlatform<Target>;
  stores: Pick<Stores, 'keyValues' | 'conversations'>;
  conversations: Conversations;
}): DigestActions => ({
  async find(row, person) {
    const question = await openQuestion(stores, row);
    if (!question) return undefined;
    const owners = (await Promise.all(question.sources.map((source) => ownersOf(stores.keyValues, source)))).flat();
    const owns = owners.some((owner) => owner.person === person);
    return owns && (await mayReadQuestion(parts, person, question)) ? question : undefined;
  },
  async settle(row) {
    await settleQuestion(stores, row);
  },
  async answer({ row, key, turnId, question }, { person, name }, words) {
    const delivery = await parts.find(key);
    if (!delivery) return;
    const said = safeMarkdown(words.trim(), new Set()).slice(0, 2500);
    await parts.front.notify(delivery, `${name} answers “${question.replace(/\s+/g, ' ').slice(0, 150)}”: ${said}`);
    await rate(conversations, {
      turnId,
      askerId: person,
      rating: 'down',
      reason: 'missing-source',
      comment: words.trim(),
    });
    await settleQuestion(stores, row);
  },
});
