import type { Telling } from '../../runtime/cases/case-runs.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import type { Stores } from '../../stores/index.ts';
import { announceFixed } from './notices.ts';

/**
 * Queues notices for people whose question is now answered correctly, and marks them as told. `announceFixed` queues each
 * notice once, so a crash between the two steps tells nobody twice.
 * @returns the number of notices queued; people who asked at the command line cannot be told
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
