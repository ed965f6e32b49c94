import { withoutSmallTalk } from '../../agent/smalltalk/recognise.ts';
import type { Turn } from '../../core/conversation.ts';
import type { Stores } from '../../stores/index.ts';
import { deidentify } from '../cases/deidentify.ts';

/** Gaps are found among the unanswered questions of the last 90 days, and among the newest 3,000 of them. */
const DAYS = 90;
const MAX_QUESTIONS = 3000;

/** Unanswered questions, without remarks about an earlier answer ("are you sure?"), which no page could answer. */
export const unansweredTurns = async (stores: Pick<Stores, 'conversations'>, now: number): Promise<Turn[]> =>
  withoutSmallTalk(
    await stores.conversations.unansweredTurns(new Date(now - DAYS * 86_400_000).toISOString(), MAX_QUESTIONS),
  );

/** The question without anything that identifies the asker. */
export const wordingOf = (turn: Turn): string => deidentify(turn.standalone ?? turn.question, [turn.askerId]);
