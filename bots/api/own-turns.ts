import type { Turn } from '../../core/conversation.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import type { ConversationStore } from '../../stores/index.ts';
import { notFound } from '../web/failure.ts';
import { coverAll } from './caller.ts';

/** Enough for a thread of 1,000 messages: 500 questions and 500 answers. */
const NEWEST_TURNS = 500;

/**
 * True when the caller may read a turn: it is their own and, for a token, its scopes cover those with which the turn was
 * answered. Another token of the same person, or the web page, may have more rights.
 */
export const isOwn = (turn: Turn, { id, token, scopes }: Caller): boolean =>
  turn.askerId === id && (!token || coverAll(scopes, turn.scopes));

/** The caller's own turn. @throws UNKNOWN_ID when it does not exist or the caller may not read it; the message is the same */
export const ownTurn = async (store: ConversationStore, id: string, caller: Caller): Promise<Turn> => {
  const turn = await store.turn(id);
  if (!turn || !isOwn(turn, caller)) throw notFound('answer');
  return turn;
};

/** The turns of the caller's own conversation: empty for a new one, undefined when somebody else asked in it. */
export const ownTurns = async (store: ConversationStore, id: string, caller: Caller): Promise<Turn[] | undefined> => {
  const turns = await store.turns(id, NEWEST_TURNS);
  return turns.every((turn) => turn.askerId === caller.id) ? turns.filter((turn) => isOwn(turn, caller)) : undefined;
};
