import type { ConversationStore } from '../../stores/index.ts';

/** Longer than any process takes for one small step; a claim that old belongs to one that died. */
const STALE_MS = 60_000;

/** True for the first who asks with this id, in whichever process; what platforms deliver twice is done once. */
export const once = async (conversations: ConversationStore, id: string): Promise<boolean> => {
  const holder = `${process.pid}-${Math.random()}`;
  if ((await conversations.claim(id, holder, STALE_MS)) !== 'claimed') return false;
  await conversations.finishClaim(id, holder);
  return true;
};
