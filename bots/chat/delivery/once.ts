import type { ConversationStore } from '../../../stores/index.ts';

/** A claim this old belongs to a process that died: one step takes much less time. */
const STALE_MS = 60_000;

/** True for the first call with this id across all processes. Used to handle events once that a platform delivers twice. */
export const once = async (conversations: ConversationStore, id: string): Promise<boolean> => {
  const holder = `${process.pid}-${Math.random()}`;
  if ((await conversations.claim(id, holder, STALE_MS)) !== 'claimed') return false;
  await conversations.finishClaim(id, holder);
  return true;
};
