import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../../core/clock.ts';
import type { KeyValueStore } from '../../../stores/index.ts';
import { nameOf, type Person } from './person.ts';

/** One change that somebody made in the console. */
export interface AuditRecord {
  /** ISO 8601, UTC. */
  at: string;
  /** How the person was named then, and their id. */
  by: string;
  personId: string;
  /** What was done, such as `source.sync`. */
  action: string;
  /** To what: a source's id, an e-mail address. */
  subject: string;
  /** Facts of the change; never a secret, never a page's text. */
  details?: Record<string, unknown>;
}

const KIND = 'web-audit';
/** Keys count down from here, so that the newest record is the first of a list. */
const LAST_MS = 9_999_999_999_999;

/** The trail of changes: written with each, never changed. Erasing a person erases who, not what. */
export interface AuditTrail {
  write(person: Person, action: string, subject: string, details?: Record<string, unknown>): Promise<void>;
  /** Newest first, at most `limit` from behind `after`. */
  list(options: { after?: string; limit: number }): Promise<{ records: AuditRecord[]; next?: string }>;
}

export const createAuditTrail = (keyValues: KeyValueStore, clock: Clock = systemClock): AuditTrail => ({
  async write(person, action, subject, details) {
    const now = clock.now();
    const key = `${String(LAST_MS - now).padStart(13, '0')}/${randomUUID()}`;
    await keyValues.put(KIND, key, {
      at: new Date(now).toISOString(),
      by: nameOf(person),
      personId: person.id,
      action,
      subject,
      ...(details && { details }),
    } satisfies AuditRecord);
  },
  async list({ after, limit }) {
    const found = await keyValues.list<AuditRecord>(KIND, { after, limit });
    const next = found.length === limit ? found.at(-1)?.key : undefined;
    return { records: found.map(({ value }) => value), ...(next && { next }) };
  },
});
