import type { Telling } from '../../runtime/cases/case-runs.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import type { Stores } from '../../stores/index.ts';
import { announceFixed } from './notices.ts';

/**
 * Tells people that their question is answered correctly now, once each: in the thread in Slack and Discord, at the next
 * visit in the web page. What is queued is marked as told afterwards, so that a crash between the two tells nobody twice.
 * @returns how many were told; people who asked at the command line cannot be
 */
export const tellFixed = async (
  { conversations, keyValues }: Pick<Stores, 'conversations' | 'keyValues'>,
  cases: Pick<Cases, 'told'>,
  tellings: readonly Telling[],
): Promise<number> => {
  let told = 0;
  for (const telling of tellings) {
    const turn = await conversations.turn(telling.origin.turnId);
    if (turn && (await announceFixed(keyValues, turn))) told += 1;
    await cases.told(telling);
  }
  return told;
};
