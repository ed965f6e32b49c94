import type { Feedback, Turn } from '../../core/conversation.ts';
import { type CaseOrigin, type EvalCase, MAX_ORIGINS } from '../../core/eval-case.ts';
import { sha256 } from '../../core/sha256.ts';
import type { DocumentStamp } from '../../stores/index.ts';
import { deidentify } from './deidentify.ts';
import { questionKey } from './question-key.ts';

/** A thumb (feedback on an answer) with its turn and context. */
export interface Thumb {
  feedback: Feedback;
  turn: Turn;
  /** Earlier turns of the thread, oldest first. */
  before: readonly Turn[];
  /** The cited documents as they are now. */
  stamps: ReadonlyMap<string, DocumentStamp>;
}

const MAX_TEXT_CHARS = 4000;

/** Creates a case from a thumb, without personal data. Undefined if the turn has no answer. */
export const caseOfThumb = (thumb: Thumb, now: string): EvalCase | undefined => {
  const { feedback, turn, before } = thumb;
  const origin = originOf(thumb);
  if (origin === undefined) return undefined;
  const clean = cleanerOf(thumb);
  const people = peopleOf(thumb);
  const question = clean(turn.standalone ?? turn.question);
  // A standalone question needs no thread.
  const thread =
    turn.standalone !== undefined
      ? []
      : before.flatMap(({ question: asked, answer, askerId }) =>
          answer === undefined ? [] : [{ question: clean(asked), answer: clean(answer.text), askerId }],
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

/** The id of a case, derived from its question key or another unique text. */
export const caseId = (of: string): string => `case:${sha256(of).slice(0, 12)}`;

/** The thumb in the form that a case stores, without personal data. Undefined if there is no answer to judge. */
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

/** Adds a thumb to a case, or replaces the same person's thumb on the same turn. A reviewer's edits stay. */
export const withOrigin = (found: EvalCase, origin: CaseOrigin, now: string): EvalCase => {
  const isSame = (one: CaseOrigin) => one.turnId === origin.turnId && one.askerId === origin.askerId;
  const known = found.origins.find(isSame);
  const toldAt = known?.toldAt;
  const origins = [
    ...found.origins.filter((one) => !isSame(one)),
    // A thumb that is given again after the person was told makes them wait for a new message.
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
  // Reopens a case that somebody has edited, keeping the edits, so that a reviewer looks at it again.
  if (found.edits.length > 0)
    return { ...next, status: next.answers.length > 0 || isRefusal(next) ? 'new' : 'needs-answer' };
  return withDerived(next);
};

const isRefusal = ({ answerable }: Pick<EvalCase, 'answerable'>) => answerable === false;

/** Derives the gold answer of an unedited case from its thumbs: the newest answer that a person wrote, or else a liked one. */
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

/** Whether a thumb says that the answer was wrong. A thumbs down because of the source does not. */
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
