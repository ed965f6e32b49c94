import type { Turn } from '../../core/conversation.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import type { ConversationStore } from '../../stores/index.ts';
import { notFound } from '../web/failure.ts';
import { coverAll } from './caller.ts';

/** A thread of 1,000 messages is shown whole. */
const NEWEST_TURNS = 500;

/**
 * Whether a turn is the caller's to read. A token reads the turns of its person only where it sees everything that the
 * answer was made from: another token of that person, or the page, may have seen more.
 */
export const isOwn = (turn: Turn, { id, token, scopes }: Caller): boolean =>
  turn.askerId === id && (!token || coverAll(scopes, turn.scopes));

/** @throws UNKNOWN_ID, with the same words for what does not exist */
export const ownTurn = async (store: ConversationStore, id: string, caller: Caller): Promise<Turn> => {
  const turn = await store.turn(id);
  if (!turn || !isOwn(turn, caller)) throw notFound('answer');
  return turn;
};

/** The turns of a conversation that is the caller's alone; an empty list for a new one, undefined for somebody else's. */
export const ownTurns = async (store: ConversationStore, id: string, caller: Caller): Promise<Turn[] | undefined> => {
  const turns = await store.turns(id, NEWEST_TURNS);
  return turns.every((turn) => turn.askerId === caller.id) ? turns.filter((turn) => isOwn(turn, caller)) : undefined;
};
