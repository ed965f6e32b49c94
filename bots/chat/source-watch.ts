import type { Citation } from '../../core/answer.ts';
import type { DocumentChangeTime, DocumentStore, KeyValueStore } from '../../stores/index.ts';
import type { Delivery } from './platform.ts';

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

/** Answers older than this are history: nobody is told any more. */
const WATCH_MS = 30 * 86_400_000;
/** Changes that are read at a time. */
const PAGE = 100;
/** A change that was committed late may carry a time from before one that was read already. */
const LATE_MS = 60_000;

/** A change to tell: the answer's delivery, and how many of its pages changed or went. */
export interface SourceChange {
  delivery: Delivery;
  changed: number;
  gone: number;
}

/** No document's id holds it. */
const OF = '\u001f';

/**
 * Answers by the pages that they rest on. Answered threads are rows in the records and nothing else: a round of the watch
 * asks which documents changed, and looks at the answers that cite those.
 */
export const createSourceWatch = (
  { keyValues, documents }: { keyValues: KeyValueStore; documents: Pick<DocumentStore, 'changes' | 'stampsOf'> },
  { front, now = Date.now }: { front: 'slack' | 'discord'; now?: () => number },
) => {
  const [CITES, DONE, TOLD, READ] = [`${front}-cites`, `${front}-done`, `${front}-told-change`, `${front}-watch`];

  /** Tells of one answer if a page of it changed, once: of two processes that see it, one speaks. */
  const look = async (key: string, tell: (change: SourceChange) => Promise<void>): Promise<boolean> => {
    const delivery = await keyValues.get<Delivery>(DONE, key);
    if (!delivery?.cited?.length || now() - Date.parse(delivery.createdAt) > WATCH_MS) return false;
    const { cited, askerId } = delivery;
    const stamps = await documents.stampsOf(cited.map(({ documentId }) => documentId));
    const differs = cited.filter(({ documentId, contentHash }) => stamps.get(documentId)?.contentHash !== contentHash);
    if (differs.length === 0) return false;
    const mark = `${key}~${delivery.revision}`;
    if (!(await keyValues.add(TOLD, mark, {}, { personId: askerId }))) return false;
    const gone = differs.filter(({ documentId }) => !stamps.has(documentId)).length;
    try {
      await tell({ delivery, changed: differs.length - gone, gone });
    } catch (error) {
      await keyValues.delete(TOLD, mark);
      throw error;
    }
    await keyValues.put(DONE, key, { ...delivery, cited: undefined }, { personId: askerId });
    return true;
  };

  return {
    /** Keeps what an answer rests on, so that a change of those pages leads to it. */
    async watch({ key, askerId, cited = [] }: Pick<Delivery, 'key' | 'askerId' | 'cited'>): Promise<void> {
      for (const { documentId } of cited) await keyValues.put(CITES, documentId + OF + key, {}, { personId: askerId });
    },

    /**
     * Finds answers whose pages changed since the last round, and tells of each once: `tell` is called, and the answer is
     * not watched any more when it returned. @returns how many were told
     */
    async round(tell: (change: SourceChange) => Promise<void>): Promise<number> {
      let told = 0;
      const last = await keyValues.get<DocumentChangeTime>(READ, 'last');
      let after = last && now() - last.at < 2 * LATE_MS ? { at: last.at - LATE_MS, id: '' } : last;
      for (;;) {
        const changes = await documents.changes(after, PAGE);
        for (const { id } of changes) {
          for (const { key } of await keyValues.list(CITES, { prefix: id + OF, limit: 10_000 })) {
            if (await look(key.slice(id.length + OF.length), tell)) told += 1;
          }
        }
        after = changes.at(-1) ?? after;
        if (changes.length > 0 && after) await keyValues.put(READ, 'last', after);
        if (changes.length < PAGE) return told;
      }
    },
  };
};
export type SourceWatch = ReturnType<typeof createSourceWatch>;

/** The notice in words. */
export const changeNotice = ({ changed, gone }: Pick<SourceChange, 'changed' | 'gone'>): string => {
  const what = [
    ...(changed > 0 ? [`${changed === 1 ? 'A page' : `${changed} pages`} that this answer rests on changed`] : []),
    ...(gone > 0
      ? [`${gone === 1 ? 'a page' : `${gone} pages`} that it rests on ${gone === 1 ? 'is' : 'are'} gone`]
      : []),
  ].join(', and ');
  return `${what[0]?.toUpperCase()}${what.slice(1)} since this answer was given. Ask again for what holds now.`;
};
