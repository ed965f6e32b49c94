import type { Clock } from '../../../core/clock.ts';

/** A message that was just posted, such as a notice, gets its record within this time. */
const NOTED_MS = 5000;

/** Finds messages that no record knows, and that none knows some seconds later either. */
export const lastingStrays = async (clock: Clock, find: () => Promise<string[]>): Promise<string[]> => {
  const first = await find();
  if (first.length === 0) return first;
  await clock.sleep(NOTED_MS);
  const still = new Set(await find());
  return first.filter((id) => still.has(id));
};
