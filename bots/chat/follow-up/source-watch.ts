import type { Citation } from '../../../core/answer.ts';
import { citesForgotten } from '../../../ingest/erase-mentions.ts';
import {
  type DocumentChangeTime,
  type DocumentStore,
  type KeyValueChange,
  type KeyValueStore,
  listAll,
  revisionId,
} from '../../../stores/index.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Outbox } from '../delivery/outbox.ts';

/** The current content hashes of the pages that an answer cites. Skips pages that do not exist. */
export const stampsOfCitations = async (
  documents: DocumentStore,
  citations: readonly Citation[],
): Promise<{ documentId: string; contentHash: string }[]> => {
  const ids = [...new Set(citations.map(({ documentId }) => documentId))];
  if (ids.length === 0) return [];
  const stamps = await documents.stampsOf(ids);
  return ids.flatMap((documentId) => {
    const stamp = stamps.get(documentId);
    return stamp ? [{ documentId, contentHash: stamp.contentHash }] : [];
  });
};

/** Age from which an answer is no longer watched for changes of its pages. */
const WATCH_MS = 30 * 86_400_000;
/** Number of changes read at a time. */
const PAGE = 100;
/** How far each round goes back, since a change that is committed late may have an earlier time than one already read. */
const LATE_MS = 60_000;
/** Separates the parts of a record's key; document ids do not contain it. */
const SEPARATOR = '\u001f';

/** An answer whose cited pages changed, with the numbers of changed and deleted pages. */
export interface SourceChange<Target = unknown> {
  delivery: Delivery<Target>;
  changed: number;
  deleted: number;
}

export interface SourceWatch<Target = unknown> {
  /** The index records that map each cited page to the answer; to be stored in the same transaction as the answer. */
  records(delivery: Pick<Delivery, 'key' | 'askerId' | 'cited'>): NonNullable<KeyValueChange['put']>;
  /**
   * Finds answers whose pages changed since the last round, and calls `tell` once for each. After that, an answer is no longer
   * watched. When `tell` throws, the round ends and the next one tries again.
   * @returns the number of answers told
   */
  round(tell: (change: SourceChange<Target>) => Promise<void>): Promise<number>;
}

/**
 * Watches the pages that answers cite. An answer only takes records in the store: a round reads which documents changed, and
 * then the answers that cite these documents.
 */
export const createSourceWatch = <Target>(
  { keyValues, documents }: { keyValues: KeyValueStore; documents: Pick<DocumentStore, 'changes' | 'stampsOf'> },
  { platform, outbox, now = Date.now }: { platform: string; outbox: Outbox<Target>; now?: () => number },
): SourceWatch<Target> => {
  const [CITES, TOLD, READ] = [`${platform}-cites`, `${platform}-told-change`, `${platform}-watch`];

  const isWatched = ({ cited, createdAt }: Delivery<Target>): boolean =>
    cited !== undefined && cited.length > 0 && now() - Date.parse(createdAt) <= WATCH_MS;

  /** Calls `tell` if one of the answer's pages changed. The TOLD record makes sure that only one process does so. */
  const check = async (
    delivery: Delivery<Target>,
    tell: (change: SourceChange<Target>) => Promise<void>,
  ): Promise<boolean> => {
    const { cited = [] } = delivery;
    const stamps = await documents.stampsOf(cited.map(({ documentId }) => documentId));
    const differing = cited.filter(
      ({ documentId, contentHash }) => stamps.get(documentId)?.contentHash !== contentHash,
    );
    if (differing.length === 0) return false;
    const mark = revisionId(delivery);
    if (!(await outbox.mark({ kind: TOLD, key: mark }, delivery, 'answer'))) return false;
    const deleted = differing.filter(({ documentId }) => !stamps.has(documentId)).length;
    try {
      await tell({ delivery, changed: differing.length - deleted, deleted });
    } catch (error) {
      await keyValues.delete(TOLD, mark);
      throw error;
    }
    await outbox.saveAnswer({ ...delivery, cited: undefined });
    return true;
  };

  /**
   * Checks an answer that cites a changed page, and removes the record of a page whose answer is not watched any more. An answer
   * that is a question again keeps it: when it is answered, its own records are stored.
   */
  const checkCiting = async (
    record: string,
    documentId: string,
    tell: (change: SourceChange<Target>) => Promise<void>,
  ): Promise<boolean> => {
    const delivery = await outbox.answer(record.slice(documentId.length + SEPARATOR.length));
    if (!delivery) return false;
    const told = isWatched(delivery) && (await check(delivery, tell));
    if (told || !isWatched(delivery)) await outbox.unmark({ kind: CITES, key: record }, delivery);
    return told;
  };

  /** Calls `tell` for an answer whose pages were forgotten. Only the fact that it cited some is stored. */
  const tellForgotten = async (
    key: string,
    tell: (change: SourceChange<Target>) => Promise<void>,
  ): Promise<boolean> => {
    const delivery = await outbox.answer(key);
    if (!delivery || now() - Date.parse(delivery.createdAt) > WATCH_MS) return false;
    const mark = revisionId(delivery);
    if (!(await outbox.mark({ kind: TOLD, key: mark }, delivery, 'answer'))) return false;
    try {
      await tell({ delivery, changed: 0, deleted: 1 });
    } catch (error) {
      await keyValues.delete(TOLD, mark);
      throw error;
    }
    return true;
  };

  return {
    records: ({ key, askerId, cited = [] }) =>
      cited.map(({ documentId }) => ({
        kind: CITES,
        key: documentId + SEPARATOR + key,
        value: {},
        personId: askerId,
      })),

    async round(tell) {
      let told = 0;
      for await (const { key } of listAll(keyValues, citesForgotten(platform))) {
        if (await tellForgotten(key, tell)) told += 1;
        await keyValues.delete(citesForgotten(platform), key);
      }
      const last = await keyValues.get<DocumentChangeTime>(READ, 'last');
      let after = last && now() - last.at < 2 * LATE_MS ? { at: last.at - LATE_MS, id: '' } : last;
      for (;;) {
        const changes = await documents.changes(after, PAGE);
        for (const { id } of changes)
          for await (const { key } of listAll(keyValues, CITES, { prefix: id + SEPARATOR }))
            if (await checkCiting(key, id, tell)) told += 1;
        after = changes.at(-1) ?? after;
        if (changes.length > 0 && after) await keyValues.put(READ, 'last', after);
        if (changes.length < PAGE) return told;
      }
    },
  };
};

/** The text of the notice about a change. */
export const changeNotice = ({ changed, deleted }: Pick<SourceChange, 'changed' | 'deleted'>): string => {
  const pages = (count: number) => (count === 1 ? 'a page' : `${count} pages`);
  const what = [
    ...(changed > 0 ? [`${pages(changed)} that this answer cites changed`] : []),
    ...(deleted > 0 ? [`${pages(deleted)} that it cites ${deleted === 1 ? 'is' : 'are'} gone`] : []),
  ].join(', and ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} since this answer was given. Ask again for the current answer.`;
};
