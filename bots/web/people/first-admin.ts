import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { sha256 } from '../../../core/sha256.ts';
import type { KeyValueStore } from '../../../stores/index.ts';

const KIND = 'web-first-admin';
const DAY_MS = 24 * 3600 * 1000;

/**
 * One-time links that sign their holder in as admin within a day: for the first admin, and for an admin who is locked out.
 * The secret is in the URL's fragment, so that no server or proxy logs it and a link preview does not redeem it.
 */
export interface FirstAdminLinks {
  /** Stores a new secret and returns the link's path with it. */
  make(): Promise<string>;
  /** True the first time that an unexpired secret is redeemed. */
  redeem(secret: string): Promise<boolean>;
}

/** Creates the links that make whoever opens one first an administrator. Of a link only the SHA-256 is stored. */
export const createFirstAdminLinks = (keyValues: KeyValueStore, clock: Clock = systemClock): FirstAdminLinks => ({
  async make() {
    const secret = randomBytes(32).toString('base64url');
    await keyValues.put(KIND, sha256(secret), { expiresAt: clock.now() + DAY_MS });
    return `/console/sign-in#once=${secret}`;
  },
  async redeem(secret) {
    const key = sha256(secret);
    const record = await keyValues.get<{ expiresAt: number }>(KIND, key);
    // When two requests redeem the same secret, `delete` returns true to one of them only.
    const isFirst = record !== undefined && (await keyValues.delete(KIND, key));
    return isFirst && record.expiresAt > clock.now();
  },
});
