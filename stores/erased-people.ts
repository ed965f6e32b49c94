import { createHmac, randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../core/clock.ts';
import type { KeyValueStore } from './key-values.ts';

const KIND = 'erased-person';
const SECRETS = 'erasure-secret';
const SECRET = 'people';

/**
 * Who was erased, and when. What they wrote before stays on the chat platforms and must not be read back from there. A record
 * holds a keyed hash of the person's id and the time, so that it names nobody: one has to know the id to find it.
 */
export interface ErasedPeople {
  /** Records that a person is erased now. Call it before anything of theirs is deleted. */
  add(personId: string): Promise<void>;
  /** When these people were last erased, in ms since 1970; without those who never were. */
  timesOf(personIds: Iterable<string>): Promise<Map<string, number>>;
}

/** Creates the list. Its secret is made at the first erasure and is the same for all processes. */
export const createErasedPeople = (
  keyValues: Pick<KeyValueStore, 'add' | 'get' | 'put'>,
  clock: Pick<Clock, 'now'> = systemClock,
): ErasedPeople => {
  const secretOf = () => keyValues.get<string>(SECRETS, SECRET);
  const keyOf = (secret: string, personId: string) => createHmac('sha256', secret).update(personId).digest('base64url');
  const timeOf = async (key: string) => (await keyValues.get<{ at: number }>(KIND, key))?.at;

  return {
    async add(personId) {
      await keyValues.add(SECRETS, SECRET, randomBytes(32).toString('base64url'));
      const secret = await secretOf();
      if (secret === undefined) throw new Error('The secret of erased people was deleted while it was read.');
      const key = keyOf(secret, personId);
      // A clock that was set back since an earlier erasure does not shorten it.
      await keyValues.put(KIND, key, { at: Math.max(clock.now(), (await timeOf(key)) ?? 0) });
    },
    async timesOf(personIds) {
      const times = new Map<string, number>();
      // Without a secret, nobody has been erased.
      const secret = await secretOf();
      if (secret === undefined) return times;
      for (const personId of new Set(personIds)) {
        const at = await timeOf(keyOf(secret, personId));
        if (at !== undefined) times.set(personId, at);
      }
      return times;
    },
  };
};
