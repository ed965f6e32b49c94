import { createHash, randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../../core/clock.ts';
import type { KeyValueStore } from '../../../stores/index.ts';
import type { Person } from './person.ts';

/** Who signed in, as a session keeps it; the role is looked up with each request, so that a change holds at once. */
export type SignedIn = Omit<Person, 'role' | 'by'> & { by: 'oidc' | 'local' };

interface SessionRecord {
  person: SignedIn;
  createdAt: string;
  /** ISO 8601. */
  expiresAt: string;
}

const KIND = 'web-session';
/** A session ends after a week, whatever happens. */
export const SESSION_SECONDS = 7 * 24 * 3600;
/** Expired sessions are removed in steps of so many, with each sign-in. */
const SWEEP = 500;

/** Sessions of people who signed in. A session's secret is in the browser's cookie alone: the records hold its hash. */
export interface Sessions {
  /** Opens a session and returns its secret. */
  open(person: SignedIn): Promise<string>;
  /** Who holds this secret; undefined when it is unknown or the session has ended. */
  holder(secret: string): Promise<SignedIn | undefined>;
  close(secret: string): Promise<void>;
}

export const createSessions = (keyValues: KeyValueStore, clock: Clock = systemClock): Sessions => {
  const hasEnded = ({ expiresAt }: SessionRecord) => Date.parse(expiresAt) <= clock.now();
  const sweep = async () => {
    for (let after: string | undefined; ; ) {
      const batch = await keyValues.list<SessionRecord>(KIND, { after, limit: SWEEP });
      for (const { key, value } of batch) if (hasEnded(value)) await keyValues.delete(KIND, key);
      after = batch.at(-1)?.key;
      if (batch.length < SWEEP) return;
    }
  };
  return {
    async open(person) {
      await sweep();
      const secret = randomBytes(32).toString('base64url');
      const now = clock.now();
      const record: SessionRecord = {
        person,
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + SESSION_SECONDS * 1000).toISOString(),
      };
      await keyValues.put(KIND, hashOf(secret), record, { personId: person.id });
      return secret;
    },
    async holder(secret) {
      const record = await keyValues.get<SessionRecord>(KIND, hashOf(secret));
      return record && !hasEnded(record) ? record.person : undefined;
    },
    async close(secret) {
      await keyValues.delete(KIND, hashOf(secret));
    },
  };
};

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
