import type { Telling } from '../../../runtime/cases/case-runs.ts';
import type { Cases } from '../../../runtime/cases/cases.ts';
import type { Stores } from '../../../stores/index.ts';
import { announceFixed, withdrawFixed } from './notices.ts';

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
    const { turnId } = telling.origin;
    const turn = await conversations.turn(turnId);
    if (turn && (await announceFixed(keyValues, turn))) {
      // An erasure deletes a person's records last: while the turn is there, it will find this notice, and later it may not.
      if (await conversations.turn(turnId)) told += 1;
      else await withdrawFixed(keyValues, turn);
    }
    await cases.told(telling);
  }
  return told;
};
