import type { Answer } from '../../core/answer.ts';
import type { Feedback, Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import type { Stores } from '../../stores/index.ts';
import type { Conversations } from '../conversation/index.ts';
import { workspaceOf } from './attempt.ts';
import type { Deliveries } from './deliveries.ts';
import { isReason } from './feedback-form.ts';
import { noteOpenQuestion, settleQuestion, sourcesOf } from './open-questions.ts';
import { verify } from './verified-answers.ts';

/** A turn that was answered. */
export type AnsweredTurn = Turn & { answer: Answer };

/**
 * The answered turn that a person points at, if they may see everything that it was made from.
 * @param scopes asked for only when the turn is somebody else's: what this person sees, there or by themselves
 */
export const answeredFor = async (
  { conversations }: Pick<Stores, 'conversations'>,
  { turnId, askerId, scopes }: { turnId: string; askerId: string; scopes: () => Promise<readonly Scope[]> },
): Promise<AnsweredTurn | undefined> => {
  const turn = await conversations.turn(turnId);
  if (!turn?.answer) return undefined;
  const answered = turn as AnsweredTurn;
  if (turn.askerId === askerId) return answered;
  const visible = new Set(await scopes());
  return turn.scopes.every((scope) => visible.has(scope)) ? answered : undefined;
};

/** True when every page that an answer cites may be seen with these scopes: those of everybody who would read along. */
export const mayShare = async (
  { documents }: Pick<Stores, 'documents'>,
  answer: Answer,
  scopes: readonly Scope[],
): Promise<boolean> => {
  const pages = await Promise.all(answer.citations.map(({ documentId }) => documents.document(documentId, scopes)));
  return answer.citations.length > 0 && pages.every((found) => found !== undefined);
};

/** Marks an answer as verified by this person. @throws BAD_USAGE when it cites nothing */
export const verifyTurn = (stores: Pick<Stores, 'keyValues' | 'documents'>, turn: AnsweredTurn, by: string) =>
  verify(stores, {
    question: turn.standalone ?? turn.question,
    answer: turn.answer,
    by,
    at: new Date().toISOString(),
  });

/** Keeps what a person thinks of an answer, as a thumb, a form or a reaction says it. */
export const rate = (
  conversations: Conversations,
  { reason, comment, ...given }: Omit<Feedback, 'at' | 'reason'> & { reason?: string },
): Promise<void> =>
  conversations.feedback({
    ...given,
    at: new Date().toISOString(),
    ...(isReason(reason) && { reason }),
    ...(comment && { comment }),
  });

/** What people are told about answers that they point at. */
export const answerTexts = {
  gone: 'That answer is not here any more.',
  hidden: 'That answer is not here any more, or rests on pages that you may not see.',
  verified: 'Verified. Alike questions show this answer first, until a page that it cites changes.',
  notForAll:
    'Not everyone here may see the pages that this answer rests on. Mention me here to get an answer from what all may see.',
  noted: 'Noted. When it is fixed, I tell you in the thread.',
  switchedOff: 'I am switched off in this channel. Write to me directly, or use `/ask`.',
} as const;

/**
 * Keeps a thumb as `rate` does; a thumbs down on an answer that others read along with is an open question, until it is
 * taken back.
 */
export const rateInChat = async <Target>(
  {
    conversations,
    stores,
    deliveries,
  }: {
    conversations: Conversations;
    stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
    deliveries: Pick<Deliveries<Target>, 'find'>;
  },
  given: Parameters<typeof rate>[1],
): Promise<void> => {
  await rate(conversations, given);
  const turn = await stores.conversations.turn(given.turnId);
  const key = turn?.eventId.replace(/~\d+$/, '') ?? '';
  const delivery = await deliveries.find(key);
  if (!turn?.answer || !delivery?.inChannel || turn.answer.verdict === 'unknown') return;
  const at = { workspace: workspaceOf(key), at: turn.askedAt, turnId: turn.id };
  if (given.rating === 'down') {
    const cited = turn.answer.citations.map(({ documentId }) => documentId);
    const { askerId, question, scopes } = turn;
    await noteOpenQuestion(stores, {
      ...at,
      key,
      question,
      askerId,
      scopes,
      sources: await sourcesOf(stores, cited),
      why: 'down',
    });
  } else if ((await stores.conversations.feedback(turn.id)).every(({ rating }) => rating === 'up'))
    await settleQuestion(stores, at);
};
