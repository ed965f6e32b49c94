import type { KeyValueStore } from '../../../stores/index.ts';
import { type OpenQuestion, type OpenQuestionRow, openQuestions } from '../open-questions.ts';
import type { ChatPlatform, Delivery } from '../platform.ts';
import { claimPeriod, type Owner, ownersOf, releasePeriod } from './owners.ts';
import { beginOf, periodOf } from './periods.ts';

/** Questions that one message holds; the rest is counted. */
const MOST = 8;

/** What an owner is told of a source. */
export interface Digest {
  owner: Owner;
  questions: readonly OpenQuestionRow[];
  /** How many more there are. */
  more: number;
}

export interface DigestParts<Target> {
  front: Pick<ChatPlatform<Target>, 'name' | 'sees' | 'digest'>;
  keyValues: KeyValueStore;
  find: (key: string) => Promise<Delivery<Target> | undefined>;
}

/** True when a person may see the place where a question was asked, and all that its answer could be made from. */
export const mayReadQuestion = async <Target>(
  { front, find }: Pick<DigestParts<Target>, 'front' | 'find'>,
  person: string,
  { key, turnId, scopes }: OpenQuestion,
): Promise<boolean> => {
  const delivery = await find(key);
  // Deleted, edited since, or forgotten: there is nothing to read any more.
  if (!delivery || delivery.text === '' || delivery.turnId !== turnId) return false;
  const visible = new Set(await front.sees(person, delivery));
  return scopes.every((scope) => visible.has(scope));
};

/** Sends the digests whose time has come, each once; a source without open questions is no reason to write. */
export const sendDigests = async <Target>(parts: DigestParts<Target>, now = Date.now()): Promise<number> => {
  const { front, keyValues } = parts;
  let sent = 0;
  for (const owner of await ownersOf(keyValues)) {
    if (!owner.person.startsWith(`${front.name}:`)) continue;
    const period = periodOf(owner.pace, now);
    if (!(await claimPeriod(keyValues, owner, period))) continue;
    try {
      const questions = await openQuestions(
        { keyValues },
        {
          workspace: owner.workspace,
          since: new Date(beginOf(owner.pace, period - 1)).toISOString(),
          limit: 100,
          maySee: async (question) =>
            question.sources.includes(owner.source) && mayReadQuestion(parts, owner.person, question),
        },
      );
      if (questions.length === 0) continue;
      await front.digest({
        owner,
        questions: questions.slice(0, MOST),
        more: Math.max(0, questions.length - MOST),
      });
      sent += 1;
    } catch (error) {
      await releasePeriod(keyValues, owner, period);
      throw error;
    }
  }
  return sent;
};

/** A question as one line of a digest. */
export const questionLine = ({ question, at, why }: OpenQuestion): { question: string; note: string } => ({
  question: question.replace(/\s+/g, ' ').slice(0, 300),
  note: `${at.slice(0, 10)}, ${why === 'unknown' ? 'found in no page' : 'somebody thinks the answer wrong'}`,
});
export const digestTitle = ({ owner: { source, pace }, questions, more }: Digest): string => {
  const count = questions.length + more;
  return `${count} ${count === 1 ? 'question' : 'questions'} that “${source}” left open ${pace === 'day' ? 'since yesterday' : 'in the last week'}`;
};
