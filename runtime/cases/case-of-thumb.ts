import { createHash } from 'node:crypto';
import type { Feedback, Turn } from '../../core/conversation.ts';
import { type CaseOrigin, type EvalCase, MAX_ORIGINS } from '../../core/eval-case.ts';
import type { DocumentStamp } from '../../stores/index.ts';
import { deidentify } from './deidentify.ts';
import { questionKey } from './question-key.ts';

/** One thumb with what is known of its answer. */
export interface Thumb {
  feedback: Feedback;
  turn: Turn;
  /** Earlier turns of the thread, oldest first. */
  before: readonly Turn[];
  /** The cited documents as they are now. */
  stamps: ReadonlyMap<string, DocumentStamp>;
}

const MAX_TEXT_CHARS = 4000;

/** A new case of one thumb, in words without personal data; undefined when there was no answer to judge. */
export const caseOfThumb = (thumb: Thumb, now: string): EvalCase | undefined => {
  const { feedback, turn, before } = thumb;
  const origin = originOf(thumb);
  if (origin === undefined) return undefined;
  const clean = cleanerOf(thumb);
  const people = peopleOf(thumb);
  const question = clean(turn.standalone ?? turn.question);
  // A question that stands by itself needs no thread, and is the same question in any.
  const thread =
    turn.standalone !== undefined
      ? []
      : before.flatMap(({ question: asked, answer }) =>
          answer === undefined ? [] : [{ question: clean(asked), answer: clean(answer.text) }],
        );
  const scopes = turn.scopes.filter((scope) => !people.some((person) => scope.includes(person)));
  const key = questionKey(question, scopes, thread);
  return withDerived({
    id: caseId(key || `${turn.id}\n${feedback.askerId}`),
    version: 1,
    status: 'needs-answer',
    question,
    key,
    answers: [],
    supportingIds: [],
    rejected: [],
    kind: 'feedback',
    asOf: `${turn.askedAt.slice(0, 10)}T12:00:00.000Z`,
    scopes,
    thread,
    origins: [origin],
    count: 1,
    edits: [],
    results: [],
    createdAt: now,
    updatedAt: now,
  });
};

/** The id of the case of a key, or of anything else that tells a case apart. */
export const caseId = (of: string): string => `case:${createHash('sha256').update(of).digest('hex').slice(0, 12)}`;

/** The thumb as a case keeps it. */
export const originOf = (thumb: Thumb): CaseOrigin | undefined => {
  const { feedback, turn, stamps } = thumb;
  const { answer } = turn;
  if (answer === undefined || answer.verdict === 'smalltalk') return undefined;
  const clean = cleanerOf(thumb);
  const cited = [...new Map(answer.citations.map(({ documentId, title }) => [documentId, title]))];
  return {
    turnId: turn.id,
    askerId: feedback.askerId,
    rating: feedback.rating,
    ...(feedback.reason && { reason: feedback.reason }),
    ...(feedback.comment && { comment: clean(feedback.comment) }),
    ...(feedback.answer && { answer: clean(feedback.answer) }),
    at: feedback.at,
    answered: {
      shortAnswer: clean(answer.shortAnswer),
      text: clean(answer.text).slice(0, MAX_TEXT_CHARS),
      verdict: answer.verdict,
      strategy: answer.strategy,
    },
    cited: cited.map(([documentId, title]) => {
      const contentHash = stamps.get(documentId)?.contentHash;
      return { documentId, title, ...(contentHash !== undefined && { contentHash }) };
    }),
  };
};

/** The case with one more thumb, or with a thumb changed. What a reviewer wrote stays as it is. */
export const withOrigin = (found: EvalCase, origin: CaseOrigin, now: string): EvalCase => {
  const isSame = (one: CaseOrigin) => one.turnId === origin.turnId && one.askerId === origin.askerId;
  const known = found.origins.find(isSame);
  const toldAt = known?.toldAt;
  const origins = [
    ...found.origins.filter((one) => !isSame(one)),
    // Who presses the same thumb again after they were told waits anew.
    { ...origin, ...(toldAt !== undefined && toldAt > origin.at && { toldAt }) },
  ].slice(-MAX_ORIGINS);
  const next = {
    ...found,
    version: found.version + 1,
    origins,
    count: found.count + (known ? 0 : 1),
    updatedAt: now,
  };
  if (found.status === 'reviewed') return next;
  // Asked again after it was put away: somebody has to look. What was written stays.
  if (found.edits.length > 0)
    return { ...next, status: next.answers.length > 0 || isRefusal(next) ? 'new' : 'needs-answer' };
  return withDerived(next);
};

const isRefusal = ({ answerable }: Pick<EvalCase, 'answerable'>) => answerable === false;

/** Gold as people's thumbs propose it, for a case that nobody has edited: the newest words of somebody, else a liked answer. */
const withDerived = ({ answerable: _, ...found }: EvalCase): EvalCase => {
  const newest = [...found.origins].reverse();
  const proposed = newest.find(({ answer }) => answer !== undefined)?.answer;
  const liked = newest.find(
    ({ rating, answered }) => rating === 'up' && answered.verdict !== 'unknown' && answered.shortAnswer !== '',
  );
  const answers = proposed !== undefined ? [proposed] : liked ? [liked.answered.shortAnswer] : [];
  const rejected = newest.filter(isRejection).flatMap(({ answered }) => answered.shortAnswer || []);
  return {
    ...found,
    answers,
    supportingIds: proposed === undefined && liked ? liked.cited.map(({ documentId }) => documentId) : [],
    rejected: [...new Set(rejected)].filter((one) => !answers.includes(one)).reverse(),
    ...(answers.length > 0 && { answerable: true }),
    kind: kindOf(newest[0]),
    status: answers.length > 0 ? 'new' : 'needs-answer',
  };
};

/** A thumb down for the source's sake does not say that the answer was wrong. */
export const isRejection = ({ rating, reason }: CaseOrigin): boolean =>
  rating === 'down' && (reason === undefined || reason === 'wrong' || reason === 'outdated');

const kindOf = (origin: CaseOrigin | undefined): string => {
  if (origin === undefined) return 'feedback';
  return origin.rating === 'up' ? 'feedback-up' : `feedback-${origin.reason ?? 'down'}`;
};

const peopleOf = ({ feedback, turn, before }: Thumb): string[] => [
  ...new Set([turn.askerId, feedback.askerId, ...before.map(({ askerId }) => askerId)]),
];

const cleanerOf = (thumb: Thumb) => {
  const people = peopleOf(thumb);
  return (text: string) => deidentify(text, people);
};
