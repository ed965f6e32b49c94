import { createHash, randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../../core/clock.ts';
import type { KeyValueStore } from '../../../stores/index.ts';

const KIND = 'web-first-admin';
const DAY_MS = 24 * 3600 * 1000;

/**
 * A link that signs its holder in as admin, once, within a day: for the first admin, and for one who was locked out. The
 * secret stands behind `#`, so that no log of a server or proxy holds it, and a preview that follows links uses nothing up.
 */
export interface FirstAdminLinks {
  /** The link's path with its secret. */
  make(): Promise<string>;
  /** True once for each secret that was made here and has not expired. */
  redeem(secret: string): Promise<boolean>;
}

export const createFirstAdminLinks = (keyValues: KeyValueStore, clock: Clock = systemClock): FirstAdminLinks => ({
  async make() {
    const secret = randomBytes(32).toString('base64url');
    await keyValues.put(KIND, hashOf(secret), { expiresAt: clock.now() + DAY_MS });
    return `/console/sign-in#once=${secret}`;
  },
  async redeem(secret) {
    const key = hashOf(secret);
    const record = await keyValues.get<{ expiresAt: number }>(KIND, key);
    // Of two requests with the same secret, one deletes the record and is told so.
    const isFirst = record !== undefined && (await keyValues.delete(KIND, key));
    return isFirst && record.expiresAt > clock.now();
  },
});

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
