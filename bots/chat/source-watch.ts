import type { Citation } from '../../core/answer.ts';
import { citesForgotten } from '../../ingest/erase-mentions.ts';
import type { DocumentChangeTime, DocumentStore, KeyValueChange, KeyValueStore } from '../../stores/index.ts';
import { listAll } from './list-all.ts';
import { type Delivery, type Outbox, revisionId } from './outbox.ts';

/** The state of the pages that an answer cites, as they are now. Their ids were shown to the asker already. */
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

/** Answers older than this are history: nobody is told of changes any more. */
const WATCH_MS = 30 * 86_400_000;
/** Changes that are read at a time. */
const PAGE = 100;
/** A change that was committed late may carry a time from before one that was read already. */
const LATE_MS = 60_000;
/** Between the parts of a row's key; no document's id contains it. */
const SEPARATOR = '\u001f';

/** A change to tell: the answer's delivery, and how many of the pages that it cites changed or were deleted. */
export interface SourceChange<Target = unknown> {
  delivery: Delivery<Target>;
  changed: number;
  deleted: number;
}

export interface SourceWatch<Target = unknown> {
  /** The records that say which pages an answer cites, so that a change of those pages leads to it; kept with the answer. */
  records(delivery: Pick<Delivery, 'key' | 'askerId' | 'cited'>): NonNullable<KeyValueChange['put']>;
  /**
   * Finds answers whose pages changed since the last round, and tells of each once: `tell` is called, and the answer is
   * not watched any more when it returned. @returns how many were told
   */
  round(tell: (change: SourceChange<Target>) => Promise<void>): Promise<number>;
}

/**
 * Answers by the pages that they cite. Answered threads are rows in the store and nothing else: a round asks which documents
 * changed, and looks at the answers that cite those.
 */
export const createSourceWatch = <Target>(
  { keyValues, documents }: { keyValues: KeyValueStore; documents: Pick<DocumentStore, 'changes' | 'stampsOf'> },
  { platform, outbox, now = Date.now }: { platform: string; outbox: Outbox<Target>; now?: () => number },
): SourceWatch<Target> => {
  const [CITES, TOLD, READ] = [`${platform}-cites`, `${platform}-told-change`, `${platform}-watch`];

  /** Tells of one answer if a page of it changed, once: of two processes that see it, one speaks. */
  const check = async (key: string, tell: (change: SourceChange<Target>) => Promise<void>): Promise<boolean> => {
    const delivery = await outbox.answer(key);
    if (!delivery?.cited?.length || now() - Date.parse(delivery.createdAt) > WATCH_MS) return false;
    const { cited, askerId } = delivery;
    const stamps = await documents.stampsOf(cited.map(({ documentId }) => documentId));
    const differing = cited.filter(
      ({ documentId, contentHash }) => stamps.get(documentId)?.contentHash !== contentHash,
    );
    if (differing.length === 0) return false;
    const mark = revisionId(delivery);
    if (!(await keyValues.add(TOLD, mark, {}, { personId: askerId }))) return false;
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

  /** Tells of an answer whose pages were forgotten: nothing is kept of those but that there were some. */
  const tellForgotten = async (
    key: string,
    tell: (change: SourceChange<Target>) => Promise<void>,
  ): Promise<boolean> => {
    const delivery = await outbox.answer(key);
    if (!delivery || now() - Date.parse(delivery.createdAt) > WATCH_MS) return false;
    const mark = revisionId(delivery);
    if (!(await keyValues.add(TOLD, mark, {}, { personId: delivery.askerId }))) return false;
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
            if (await check(key.slice(id.length + SEPARATOR.length), tell)) told += 1;
        after = changes.at(-1) ?? after;
        if (changes.length > 0 && after) await keyValues.put(READ, 'last', after);
        if (changes.length < PAGE) return told;
      }
    },
  };
};

/** The notice in words. */
export const changeNotice = ({ changed, deleted }: Pick<SourceChange, 'changed' | 'deleted'>): string => {
  const pages = (count: number) => (count === 1 ? 'a page' : `${count} pages`);
  const what = [
    ...(changed > 0 ? [`${pages(changed)} that this answer cites changed`] : []),
    ...(deleted > 0 ? [`${pages(deleted)} that it cites ${deleted === 1 ? 'is' : 'are'} gone`] : []),
  ].join(', and ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} since this answer was given. Ask again for the current answer.`;
};
