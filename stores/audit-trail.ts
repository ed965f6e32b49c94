import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../core/clock.ts';
import type { KeyValueStore } from './key-values.ts';
import { listAll } from './list-all.ts';

/** Who makes a change: a person in the console, or Parley itself, such as in the nightly retention. */
export interface Actor {
  id: string;
  /** The name shown in the trail. */
  name: string;
}

/** The actor of changes that the settings cause. */
export const PARLEY_ITSELF: Actor = { id: 'parley', name: 'Parley' };

/** One change that a person made in the console, or that Parley made because of a setting. */
export interface AuditRecord {
  /** ISO 8601, UTC. */
  at: string;
  /** The actor's name at the time of the change. */
  by: string;
  /** The actor's id; empty after the person was erased. */
  personId: string;
  /** Such as `source.sync`. */
  action: string;
  /** What was changed: a source's id, an e-mail address. */
  subject: string;
  /** Further facts; never a secret or a page's text. */
  details?: Record<string, unknown>;
}

/** Replaces the name or id of a person who was erased. */
const ERASED = 'a person who was erased';

const KIND = 'web-audit';
/** Keys are this minus the time in milliseconds, so that a list begins with the newest record. 13 digits, year 2286. */
const LAST_MS = 9_999_999_999_999;

const momentKey = (moment: number): string => String(LAST_MS - moment).padStart(13, '0');

/** The log of changes. A record is never changed, except that erasing a person replaces their name and id. */
export interface AuditTrail {
  write(actor: Actor, action: string, subject: string, details?: Record<string, unknown>): Promise<void>;
  /** Newest first, at most `limit` after `after`. */
  list(options: { after?: string; limit: number }): Promise<{ records: AuditRecord[]; next?: string }>;
  /** Deletes the records up to a moment (ms since 1970). A dry run only counts them. @returns how many */
  removeBefore(moment: number, options?: { dryRun?: boolean }): Promise<number>;
  /** Erases a person from every record, as actor and as subject. @returns the number of changed records */
  forgetPerson(personId: string, options?: { dryRun?: boolean }): Promise<number>;
}

/**
 * Creates the trail over records whose keys count down from a far moment, so that the first ones listed are the
 * newest.
 */
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
    // Keys are `momentKey/uuid`, which sort after the bare `momentKey`, so records of this very millisecond are included.
    let removed = 0;
    for await (const { key } of listAll(keyValues, KIND, { after: momentKey(moment) })) {
      if (!dryRun) await keyValues.delete(KIND, key);
      removed++;
    }
    return removed;
  },
  async forgetPerson(personId, { dryRun = false } = {}) {
    let changed = 0;
    for await (const { key, value, updatedAt } of listAll<AuditRecord>(keyValues, KIND)) {
      const isBy = value.personId === personId;
      if (!isBy && value.subject !== personId) continue;
      const kept = {
        ...value,
        ...(isBy && { by: ERASED, personId: '' }),
        ...(value.subject === personId && { subject: ERASED }),
      } satisfies AuditRecord;
      if (!dryRun) await keyValues.put(KIND, key, kept, { updatedAt });
      changed++;
    }
    return changed;
  },
});
