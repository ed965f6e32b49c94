import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../core/clock.ts';
import type { KeyValueStore } from './key-values.ts';

/** Whoever makes a change: a person at the console, or Parley's own nightly work. */
export interface Actor {
  id: string;
  /** How they are named in the trail. */
  name: string;
}

/** What Parley does by itself, by its settings. */
export const PARLEY_ITSELF: Actor = { id: 'parley', name: 'Parley' };

/** One change that somebody made in the console, or that a setting had made. */
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

/** Who is told of in place of somebody who was erased. */
const ERASED = 'a person who was erased';

const KIND = 'web-audit';
/** Keys count down from here, so that the newest record is the first of a list. */
const LAST_MS = 9_999_999_999_999;

const momentKey = (moment: number): string => String(LAST_MS - moment).padStart(13, '0');
/** Records that are removed at a time. */
const BATCH = 500;

/** The trail of changes: written with each, never changed. Erasing a person erases who, not what. */
export interface AuditTrail {
  write(actor: Actor, action: string, subject: string, details?: Record<string, unknown>): Promise<void>;
  /** Newest first, at most `limit` after `after`. */
  list(options: { after?: string; limit: number }): Promise<{ records: AuditRecord[]; next?: string }>;
  /** Removes the records from before a moment (ms since 1970), or counts them. @returns how many */
  removeBefore(moment: number, options?: { dryRun?: boolean }): Promise<number>;
  /** Takes a person out of every record, as who made a change and as whom it was about. @returns in how many */
  forgetPerson(personId: string): Promise<number>;
}

export const createAuditTrail = (keyValues: KeyValueStore, clock: Clock = systemClock): AuditTrail => ({
  async write(actor, action, subject, details) {
    const now = clock.now();
    const key = `${momentKey(now)}/${randomUUID()}`;
    await keyValues.put(KIND, key, {
      at: new Date(now).toISOString(),
      by: actor.name,
      personId: actor.id,
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
  async removeBefore(moment, { dryRun = false } = {}) {
    // A key that begins with the moment itself is sorted behind the bare one: it is from that very millisecond, and goes too.
    let after = momentKey(moment);
    for (let removed = 0; ; ) {
      const batch = await keyValues.list<AuditRecord>(KIND, { after, limit: BATCH });
      if (!dryRun) for (const { key } of batch) await keyValues.delete(KIND, key);
      removed += batch.length;
      if (batch.length < BATCH) return removed;
      after = batch.at(-1)?.key ?? after;
    }
  },
  async forgetPerson(personId) {
    let after: string | undefined;
    for (let changed = 0; ; ) {
      const batch = await keyValues.list<AuditRecord>(KIND, { ...(after !== undefined && { after }), limit: BATCH });
      for (const { key, value, updatedAt } of batch) {
        const isBy = value.personId === personId;
        if (!isBy && value.subject !== personId) continue;
        const kept = {
          ...value,
          ...(isBy && { by: ERASED, personId: '' }),
          ...(value.subject === personId && { subject: ERASED }),
        } satisfies AuditRecord;
        await keyValues.put(KIND, key, kept, { updatedAt });
        changed++;
      }
      if (batch.length < BATCH) return changed;
      after = batch.at(-1)?.key;
    }
  },
});
