import type { Settings } from '../core/settings.ts';
import { createAuditTrail, type Stores } from '../stores/index.ts';
import { createThreadNotes } from './people/thread-notes.ts';

/** Numbers of deleted records, or with `dryRun` of those to delete. */
export interface RetentionReceipt {
  /** Conversations on all platforms, with their questions, answers, feedback, names and links. */
  threads: number;
  /** Records of the audit trail. */
  changes: number;
}

export type RetentionSettings = Pick<Settings, 'PARLEY_RETENTION_DAYS' | 'PARLEY_AUDIT_RETENTION_DAYS'>;
type RetentionStores = Pick<Stores, 'conversations' | 'keyValues'>;

const DAY_MS = 86_400_000;
/** Number of threads that are listed and then deleted at a time, which bounds memory use. */
const BATCH = 500;

/** Whether the settings limit how long data is kept. */
export const hasRetention = (settings: RetentionSettings): boolean =>
  settings.PARLEY_RETENTION_DAYS !== undefined || settings.PARLEY_AUDIT_RETENTION_DAYS !== undefined;

/**
 * Deletes threads whose last question is older than `PARLEY_RETENTION_DAYS`, and records of the audit trail older than
 * `PARLEY_AUDIT_RETENTION_DAYS`. Cases and team answers are kept, because people wrote them for others.
 * @param dryRun only counts, without deleting
 */
export const applyRetention = async (
  { conversations, keyValues }: RetentionStores,
  { PARLEY_RETENTION_DAYS: threadDays, PARLEY_AUDIT_RETENTION_DAYS: changeDays }: RetentionSettings,
  { now = Date.now(), dryRun = false }: { now?: number; dryRun?: boolean } = {},
): Promise<RetentionReceipt> => {
  const notes = createThreadNotes(keyValues);
  const receipt: RetentionReceipt = { threads: 0, changes: 0 };

  const remove = async (id: string, before: string): Promise<void> => {
    // The thread may have been continued since it was listed.
    const [found, [turn]] = await Promise.all([conversations.conversation(id), conversations.turns(id, 1)]);
    if (!found || found.updatedAt >= before) return;
    if (turn) await notes.remove(turn.askerId, id);
    if (await conversations.deleteConversation(id)) receipt.threads += 1;
  };

  if (threadDays !== undefined) {
    const before = new Date(now - threadDays * DAY_MS).toISOString();
    for (let left = true; left; ) {
      const due: string[] = [];
      left = false;
      for await (const { id, updatedAt } of conversations.allConversations()) {
        if (updatedAt >= before) continue;
        if (dryRun) receipt.threads += 1;
        else due.push(id);
        left = due.length >= BATCH;
        if (left) break;
      }
      for (const id of due) await remove(id, before);
    }
  }
  if (changeDays !== undefined)
    receipt.changes = await createAuditTrail(keyValues).removeBefore(now - changeDays * DAY_MS, { dryRun });
  return receipt;
};

const KIND = 'retention';
const LAST = 'last';

/** The last run: its day (UTC), its time, and what it deleted. */
export type RetentionRun = RetentionReceipt & { day: string; at: string };

/** What the last run of the retention deleted; undefined before the first. */
export const lastRetention = ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<RetentionRun | undefined> =>
  keyValues.get<RetentionRun>(KIND, LAST);

/** Stores what a run of the retention deleted, in place of the last one. */
export const keepRetentionRun = async ({ keyValues }: Pick<Stores, 'keyValues'>, run: RetentionRun): Promise<void> =>
  keyValues.put(KIND, LAST, run);
