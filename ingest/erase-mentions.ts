import type { KeyValueRecord, Stores } from '../stores/index.ts';

/**
 * Kinds of records that name documents or sources, beside the pages themselves. The chat platforms' kinds begin with the
 * platform's name (bots/chat/delivery/outbox.ts, bots/chat/follow-up/source-watch.ts).
 */
const FLAGS = 'poisoned-page';
const TRIES = 'sync-tried';
const SYNC_JOBS = 'sync';
const CITES = /^(\w+)-cites$/;
const DELIVERIES = /^\w+-(?:done|open)$/;
/** Between a document's id and the delivery that cites it. */
const SEPARATOR = '\u001f';

/** Kind of the records of posted answers whose cited pages were forgotten. Their threads are notified without a page's id. */
export const citesForgotten = (platform: string): string => `${platform}-cites-forgotten`;

type Row = KeyValueRecord & { kind: string; personId?: string };
interface CitingDelivery {
  cited?: { documentId: string }[];
}

/**
 * Removes ids of forgotten pages, and a forgotten source's name, from all other records: lists of changes, flags, jobs, and
 * the citations of posted answers. The text of an answer stays in the asker's thread.
 * @returns how many posted answers cited one of the pages
 */
export const eraseMentions = async (
  { keyValues, documents, jobs }: Stores,
  ids: readonly string[],
  { dryRun, sourceId }: { dryRun: boolean; sourceId?: string },
): Promise<{ citations: number }> => {
  const forgotten = new Set(ids);
  const citing = new Set<string>();

  /** Changes a delivery only as it was read: it may be posted, or erased with its asker, at the same time. */
  const eraseCitations = async ({ value, ...row }: Row & { value: CitingDelivery }): Promise<void> => {
    const { cited, ...rest } = value;
    const kept = cited?.filter(({ documentId }) => !forgotten.has(documentId));
    if (kept?.length === cited?.length) return;
    const found = [{ kind: row.kind, key: row.key, there: true, fields: { ...value } }];
    if (await keyValues.change({ found, put: [{ ...row, value: { ...rest, cited: kept } }] })) return;
    const now = await keyValues.get<CitingDelivery>(row.kind, row.key);
    if (now) await eraseCitations({ ...row, value: now });
  };

  const erase = async ({ kind, key, value, personId, updatedAt }: Row): Promise<void> => {
    const who = personId === undefined ? {} : { personId };
    const platform = CITES.exec(kind)?.[1];
    if (platform !== undefined) {
      const [documentId = '', delivery = ''] = key.split(SEPARATOR);
      if (!forgotten.has(documentId)) return;
      citing.add(`${platform} ${delivery}`);
      if (dryRun) return;
      await keyValues.put(citesForgotten(platform), delivery, {}, who);
      await keyValues.delete(kind, key);
    } else if (DELIVERIES.test(kind)) {
      if (!dryRun) await eraseCitations({ kind, key, value: value as CitingDelivery, updatedAt, ...who });
    } else if ((kind === FLAGS && forgotten.has(key)) || (kind === TRIES && key === sourceId)) {
      if (!dryRun) await keyValues.delete(kind, key);
    }
  };

  for await (const row of keyValues.all()) await erase(row);
  if (!dryRun) {
    await documents.forgetChanges(ids);
    if (sourceId !== undefined) await jobs.remove(SYNC_JOBS, sourceId);
  }
  return { citations: citing.size };
};
