import { createHash } from 'node:crypto';
import type { Feedback, Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import { deidentify } from '../../runtime/cases/deidentify.ts';
import type { DocumentStamp } from '../../stores/index.ts';
import { retrievedIn } from '../run/retrieved.ts';

/** A question that somebody judged, as a row of a question file: `eval --questions` runs it (docs/evals.md). */
export interface FeedbackCase {
  id: string;
  question: string;
  /** The answer that was liked; empty after a thumb down, until a person writes one. */
  answers: string[];
  /** What the liked answer cited. */
  supporting_ids: string[];
  /** Absent while nobody has said whether there is an answer. */
  answerable?: boolean;
  /** Short answers that were called wrong or outdated: giving one again fails the case, gold or not. */
  rejected: string[];
  kind: string;
  as_of: string;
  scopes: Scope[];
  history: { question: string; answer: string }[];
  /** What was answered then. */
  answered: { text: string; shortAnswer: string; verdict: string; strategy: string };
  feedback: { rating: Feedback['rating']; reason?: Feedback['reason']; comment?: string; at: string };
  /** The documents that the answer saw, cited ones first; `contentHash` and `updatedAt` as they are at the export. */
  documents: {
    id: string;
    cited: boolean;
    title?: string;
    quotes?: string[];
    contentHash?: string;
    updatedAt?: string;
    gone?: true;
  }[];
}

/** What is needed to make a case of one judged turn. */
export interface JudgedTurn {
  feedback: Feedback;
  turn: Turn;
  /** Earlier turns of the thread, oldest first. */
  before: readonly Turn[];
  stamps: ReadonlyMap<string, DocumentStamp>;
  /** Keeps people's ids, addresses and exact times. */
  identified?: boolean;
}

/** The id of a case: tells whose turn it was only to who has the turn. */
export const feedbackCaseId = (turn: Pick<Turn, 'id'>, feedback: Pick<Feedback, 'askerId'>): string =>
  `feedback:${createHash('sha256').update(`${turn.id}\n${feedback.askerId}`).digest('hex').slice(0, 12)}`;

/** Makes an eval case of a judged turn; undefined when there was no answer to judge. */
export const feedbackCase = ({
  feedback,
  turn,
  before,
  stamps,
  identified = false,
}: JudgedTurn): FeedbackCase | undefined => {
  const { answer } = turn;
  if (answer === undefined) return undefined;
  const people = [...new Set([turn.askerId, feedback.askerId, ...before.map(({ askerId }) => askerId)])];
  const clean = (text: string) => (identified ? text : deidentify(text, people));
  const liked = feedback.rating === 'up';
  const refused = answer.verdict === 'unknown';
  const cited = [...new Set(answer.citations.map(({ documentId }) => documentId))];
  const seen = [...new Set([...cited, ...retrievedIn(answer).documents])].slice(0, 20);
  return {
    id: feedbackCaseId(turn, feedback),
    question: clean(turn.question),
    answers: liked && answer.shortAnswer !== '' ? [clean(answer.shortAnswer)] : [],
    supporting_ids: liked ? cited : [],
    ...(liked && { answerable: !refused }),
    rejected: isRejected(feedback) && answer.shortAnswer !== '' ? [clean(answer.shortAnswer)] : [],
    kind: liked ? 'feedback-up' : `feedback-${feedback.reason ?? 'down'}`,
    as_of: identified ? turn.askedAt : `${turn.askedAt.slice(0, 10)}T12:00:00.000Z`,
    scopes: identified ? turn.scopes : turn.scopes.filter((scope) => !people.some((person) => scope.includes(person))),
    history: before.flatMap(({ question, answer: earlier }) =>
      earlier === undefined ? [] : [{ question: clean(question), answer: clean(earlier.text) }],
    ),
    answered: {
      text: clean(answer.text),
      shortAnswer: clean(answer.shortAnswer),
      verdict: answer.verdict,
      strategy: answer.strategy,
    },
    feedback: {
      rating: feedback.rating,
      ...(feedback.reason && { reason: feedback.reason }),
      ...(feedback.comment && { comment: clean(feedback.comment) }),
      at: identified ? feedback.at : feedback.at.slice(0, 10),
    },
    documents: seen.map((id) => {
      const quotes = answer.citations.filter(({ documentId }) => documentId === id).map(({ quote }) => quote);
      const stamp = stamps.get(id);
      return {
        id,
        cited: quotes.length > 0,
        ...(quotes.length > 0 && { quotes }),
        ...(stamp
          ? {
              title: stamp.title,
              contentHash: stamp.contentHash,
              ...(stamp.updatedAt && { updatedAt: stamp.updatedAt }),
            }
          : { gone: true as const }),
      };
    }),
  };
};

/** A thumb down for the source's sake does not say that the answer was wrong. */
const isRejected = ({ rating, reason }: Feedback): boolean =>
  rating === 'down' && (reason === undefined || reason === 'wrong' || reason === 'outdated');
