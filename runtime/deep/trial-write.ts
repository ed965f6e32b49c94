import { randomBytes, randomUUID } from 'node:crypto';
import type { Stores } from '../../stores/index.ts';

const KIND = 'doctor-trial';
/** Past what a database may have free in pages that it holds already; random, so that it cannot be compressed. */
const TRIAL_BYTES = 256 * 1024;

/**
 * Writes a record, reads it back and removes it. It is committed: a full disk shows at that step alone.
 * @throws DISK_FULL, STORE_UNAVAILABLE
 */
export const trialWrite = async ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<boolean> => {
  const key = randomUUID();
  const value = randomBytes(TRIAL_BYTES).toString('base64');
  await keyValues.put(KIND, key, value);
  const read = await keyValues.get<string>(KIND, key);
  // What an earlier check left when it was killed goes too.
  for (const left of await keyValues.list(KIND, { limit: 100 })) await keyValues.delete(KIND, left.key);
  return read === value;
};
