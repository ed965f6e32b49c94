import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { sha256 } from '../../../core/sha256.ts';
import { type KeyValueStore, listAll } from '../../../stores/index.ts';
import type { Person } from './person.ts';

/** A person as a session stores them. The role is looked up on each request, so that a change of role applies at once. */
export type SignedIn = Omit<Person, 'role' | 'by'> & { by: 'oidc' | 'local' };

interface SessionRecord {
  person: SignedIn;
  createdAt: string;
  /** ISO 8601. */
  expiresAt: string;
}

const KIND = 'web-session';
/** A session ends a week after sign-in; use does not extend it. */
export const SESSION_SECONDS = 7 * 24 * 3600;

/** Sessions of people who signed in. The secret is in the browser's cookie only; the records hold its hash. */
export interface Sessions {
  /** Creates a session and returns its secret. Also removes expired sessions. */
  open(person: SignedIn): Promise<string>;
  /** The person whose session has this secret; undefined when the secret is unknown or the session has ended. */
  holder(secret: string): Promise<SignedIn | undefined>;
  close(secret: string): Promise<void>;
}

/** Creates the sessions of those who signed in. Of a session's secret only the SHA-256 is stored. */
export const createSessions = (keyValues: KeyValueStore, clock: Clock = systemClock): Sessions => {
  const hasEnded = ({ expiresAt }: SessionRecord) => Date.parse(expiresAt) <= clock.now();
  const sweep = async () => {
    for await (const { key, value } of listAll<SessionRecord>(keyValues, KIND))
      if (hasEnded(value)) await keyValues.delete(KIND, key);
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
      await keyValues.put(KIND, sha256(secret), record, { personId: person.id });
      return secret;
    },
    async holder(secret) {
      const record = await keyValues.get<SessionRecord>(KIND, sha256(secret));
      return record && !hasEnded(record) ? record.person : undefined;
    },
    async close(secret) {
      await keyValues.delete(KIND, sha256(secret));
    },
  };
};
