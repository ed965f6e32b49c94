import type { Citation } from '../../core/answer.ts';
import type { DocumentStore, FrontStore } from '../../stores/index.ts';
import type { Delivery } from './delivery.ts';

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
const WATCH_DAYS = 30;

/** A change to tell: the answer's delivery, and how many of its pages changed or went. */
export interface SourceChange {
  delivery: Delivery;
  changed: number;
  gone: number;
}

/**
 * Finds answers whose pages changed since, and tells of each once: `tell` is called, and the answer is not watched any more
 * when it returned. Reads a page of answers and one batch of stamps at a time.
 */
export const tellOfChangedSources = async (
  { fronts, documents }: { fronts: FrontStore; documents: DocumentStore },
  {
    front,
    now = Date.now(),
    tell,
  }: { front: 'slack' | 'discord'; now?: number; tell: (change: SourceChange) => Promise<void> },
): Promise<number> => {
  const kind = `${front}-done`;
  let after = '';
  let told = 0;
  for (;;) {
    const page = await fronts.list<Delivery>(kind, { after, limit: 200 });
    const watched = page.filter(
      ({ value, updatedAt }) => value.cited?.length && now - Date.parse(updatedAt) < WATCH_DAYS * 86_400_000,
    );
    const ids = [...new Set(watched.flatMap(({ value }) => value.cited?.map(({ documentId }) => documentId) ?? []))];
    const stamps = ids.length > 0 ? await documents.stampsOf(ids) : new Map();
    for (const { key, value: delivery } of watched) {
      const state = (delivery.cited ?? []).map(({ documentId, contentHash }) => {
        const stamp = stamps.get(documentId);
        return stamp === undefined ? 'gone' : stamp.contentHash === contentHash ? 'same' : 'changed';
      });
      if (state.every((one) => one === 'same')) continue;
      // Of two processes that see the change, one is told true and speaks.
      if (
        !(await fronts.add(`${front}-told-change`, `${key}~${delivery.revision}`, {}, { personId: delivery.askerId }))
      )
        continue;
      const count = (what: string) => state.filter((one) => one === what).length;
      await tell({ delivery, changed: count('changed'), gone: count('gone') });
      await fronts.put(kind, key, { ...delivery, cited: undefined }, { personId: delivery.askerId });
      told += 1;
    }
    if (page.length < 200) return told;
    after = page.at(-1)?.key ?? '';
  }
};

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
