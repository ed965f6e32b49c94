import { flaggedPages } from '../../../agent/page-quarantine.ts';
import { counted } from '../../../core/text/counted.ts';
import { inertText } from '../../../core/text/inert-text.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import type { KeyValueStore, Stores } from '../../../stores/index.ts';
import type { Outbox } from '../delivery/outbox.ts';
import { type OpenQuestion, type OpenQuestionRow, openQuestions } from '../follow-up/open-questions.ts';
import { type ChatPlatform, type DigestMessage, ReplyImpossible } from '../platform.ts';
import { cut } from '../reply/cut.ts';
import { sourceValue } from '../source-options.ts';
import { claimPeriod, type Owner, ownersOf, releasePeriod } from './owners.ts';
import { beginOf, type Pace, periodOf } from './periods.ts';

/** Maximum questions in one message; the message only counts the rest. */
const MAX_QUESTIONS = 8;

export interface DigestOptions<Target> {
  platform: Pick<ChatPlatform<Target>, 'name' | 'scopesOfPerson' | 'sendDigest' | 'notify'>;
  keyValues: KeyValueStore;
  documents: Pick<Stores['documents'], 'stampsOf'>;
  outbox: Outbox<Target>;
}

/** True when a person holds all scopes with which a question was asked, and the question still exists unchanged. */
export const mayReadQuestion = async <Target>(
  { platform, outbox }: Pick<DigestOptions<Target>, 'platform' | 'outbox'>,
  personId: string,
  { key, turnId, scopes }: OpenQuestion,
): Promise<boolean> => {
  const delivery = await outbox.find(key);
  // The question was deleted, edited or erased in the meantime.
  if (!delivery || delivery.text === '' || delivery.turnId !== turnId) return false;
  const visible = new Set(await platform.scopesOfPerson(personId, delivery));
  return scopes.every((scope) => visible.has(scope));
};

/**
 * Sends the digests that are due, each once. Skips a source without open questions and without flagged pages.
 * @returns the number of digests sent
 * @throws the first failure, after all other owners have been served
 */
export const sendDigests = async <Target>(options: DigestOptions<Target>, now = Date.now()): Promise<number> => {
  const { platform, keyValues } = options;
  let sent = 0;
  const failures: unknown[] = [];
  for (const owner of await ownersOf(keyValues)) {
    if (!owner.person.startsWith(`${platform.name}:`)) continue;
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
            question.sources.includes(owner.source) && mayReadQuestion(options, owner.person, question),
        },
      );
      const flagged = (await flaggedPages(options, owner.source)).length;
      if (questions.length === 0 && flagged === 0) continue;
      const title = questions.length > 0 ? titleOf(owner, questions.length) : `About the pages of “${owner.source}”`;
      // No titles or ids: the owner may lack access to a page, and a title may hold the injected instructions.
      const notes = flagged === 0 ? [] : [flaggedNote(owner.source, flagged)];
      await platform.sendDigest({ ...digestOf(owner, questions, title), notes });
      sent += 1;
    } catch (error) {
      // The workspace no longer accepts messages. The period stays claimed, so it is not tried again.
      if (error instanceof ReplyImpossible) continue;
      // Goes on with the other owners; the next round tries this digest again.
      await releasePeriod(keyValues, owner, period);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sent;
};

/** Builds the message with open questions for an owner. */
export const digestOf = (owner: Owner, questions: readonly OpenQuestionRow[], title: string): DigestMessage => ({
  personId: owner.person,
  title,
  questions: questions.slice(0, MAX_QUESTIONS).map((open) => ({ id: open.row, ...questionLine(open) })),
  more: Math.max(0, questions.length - MAX_QUESTIONS),
  unsubscribe: unsubscribeValue(owner),
});

/** The value of the button that ends an owner's digests; short, since platforms allow about 100 characters. */
export const unsubscribeValue = ({ workspace, source }: Pick<Owner, 'workspace' | 'source'>): string =>
  `${workspace}|${sourceValue(source)}`;

/** A question as one line of a digest. Parley sends it in its own name, so nothing that the asker wrote is a link or a call. */
export const questionLine = ({ question, at, why }: OpenQuestion): { question: string; note: string } => ({
  question: inertText(cut(oneLine(question), 300)),
  note: `${at.slice(0, 10)}, ${why === 'unknown' ? 'not found in your pages' : 'somebody thinks the answer is wrong'}`,
});

const titleOf = ({ source, pace }: { source: string; pace: Pace }, count: number): string =>
  `${counted(count, 'question')} that “${source}” left open ${pace === 'day' ? 'since yesterday' : 'in the last week'}`;

const flaggedNote = (source: string, count: number): string =>
  `${count === 1 ? 'One page' : `${count} pages`} of “${source}” ${count === 1 ? 'speaks' : 'speak'} to the model that reads ${count === 1 ? 'it' : 'them'}, as an attack does, so I answer from ${count === 1 ? 'it' : 'them'} only where no other page does, and say so. Whoever runs Parley can name ${count === 1 ? 'it' : 'them'}.`;
