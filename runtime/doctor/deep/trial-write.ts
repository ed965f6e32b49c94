import { randomBytes, randomUUID } from 'node:crypto';
import type { Stores } from '../../../stores/index.ts';

const KIND = 'doctor-trial';
/** More than databases usually have free in their existing pages. The data is random, so that it cannot be compressed. */
const TRIAL_BYTES = 256 * 1024;

/**
 * Writes a record, reads it back and deletes it. The write is committed, because a full disk only shows then.
 * @returns whether the same value was read
 * @throws DISK_FULL, STORE_UNAVAILABLE
 */
export const trialWrite = async ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<boolean> => {
  const key = randomUUID();
  const value = randomBytes(TRIAL_BYTES).toString('base64');
  await keyValues.put(KIND, key, value);
  const read = await keyValues.get<string>(KIND, key);
  // Also deletes the record of an earlier check that was killed.
  for (const left of await keyValues.list(KIND, { limit: 100 })) await keyValues.delete(KIND, left.key);
  return read === value;
};
