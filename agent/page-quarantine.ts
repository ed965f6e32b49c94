import type { Answer } from '../core/answer.ts';
import { ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { KeyValueStore, Stores } from '../stores/index.ts';
import { createQuarantine, type PoisonedPage, type Quarantine } from '../tools/quarantine.ts';

/** The quarantine of one question: what it leaves out stands in the trace, and the page is flagged to its owners. */
export const createPageQuarantine = ({
  stores,
  log,
  record,
  question,
  onPoisonedPage,
}: {
  stores: FlagStores;
  log: Log;
  question: string;
  record(note: { kind: 'note'; name: 'poisoned-page'; data: PoisonedPage }): void;
  onPoisonedPage?: OnPoisonedPage;
}): Quarantine =>
  createQuarantine((page) => {
    record({ kind: 'note', name: 'poisoned-page', data: page });
    void flagPage(stores, log, page, onPoisonedPage);
  }, question);

/** An answer whose citations and nearest pages name pages as they name themselves, where evidence went without their titles. */
export const withOwnTitles = <Cited extends Pick<Answer, 'citations' | 'nearest'>>(
  answer: Cited,
  { titleOf }: Pick<Quarantine, 'titleOf'>,
): Cited => {
  const named = <Page extends { documentId: string; title: string }>(page: Page): Page => ({
    ...page,
    title: titleOf(page.documentId) ?? page.title,
  });
  return {
    ...answer,
    citations: answer.citations.map(named),
    ...(answer.nearest && { nearest: answer.nearest.map(named) }),
  };
};

/** Hears of a page of the stores when it is flagged: once for each of its texts. */
export type OnPoisonedPage = (page: PoisonedPage) => void;

/** Kind under which pages that speak to the model are kept for their owners, by document id. */
const POISONED_PAGE = 'poisoned-page';

interface Flag {
  severity: PoisonedPage['severity'];
  /** The page's text when it was flagged: another text is another page. */
  contentHash: string;
  /** ISO 8601. */
  at: string;
  /** Somebody looked at it: it is not listed again with this text. */
  cleared?: boolean;
}

/** A page that is read last because it speaks to the model, as its owners see it. */
export interface FlaggedPage extends PoisonedPage {
  sourceId: string;
  title: string;
  url?: string;
  /** When it was flagged first; ISO 8601. */
  at: string;
}

type FlagStores = { keyValues: KeyValueStore; documents: Pick<Stores['documents'], 'stampsOf'> };

/**
 * Flags a page to whoever looks after it, once for each of its texts. What belongs to no page (an attachment, a live
 * source) is only logged. A store that is down loses the flag and not the answer.
 */
const flagPage = async (
  stores: FlagStores,
  log: Log,
  page: PoisonedPage,
  onPoisonedPage?: OnPoisonedPage,
): Promise<void> => {
  const { documentId, severity } = page;
  try {
    const stamp = (await stores.documents.stampsOf([documentId])).get(documentId);
    if (stamp) {
      const flag: Flag = { severity, contentHash: stamp.contentHash, at: new Date().toISOString() };
      const known = await stores.keyValues.get<Flag>(POISONED_PAGE, documentId);
      if (known?.contentHash === stamp.contentHash) return;
      await stores.keyValues.put(POISONED_PAGE, documentId, flag);
      onPoisonedPage?.(page);
    }
    const where = { documentId, ...(stamp && { source: stamp.sourceId }), severity };
    log.warn(where, 'a page speaks to the model that reads it; it is read last and believed least');
  } catch (error) {
    log.warn({ err: error }, 'a page that speaks to the model could not be flagged');
  }
};

const FLAGS_PER_PAGE = 200;

/** The flagged pages, of every source or of one. Flags of pages that changed or were forgotten since are removed. */
export const flaggedPages = async (stores: FlagStores, sourceId?: string): Promise<FlaggedPage[]> => {
  const found: FlaggedPage[] = [];
  for (let after: string | undefined; ; ) {
    const flags = await stores.keyValues.list<Flag>(POISONED_PAGE, { limit: FLAGS_PER_PAGE, ...(after && { after }) });
    const stamps = await stores.documents.stampsOf(flags.map(({ key }) => key));
    for (const { key: documentId, value } of flags) {
      const stamp = stamps.get(documentId);
      if (!stamp || stamp.contentHash !== value.contentHash) await stores.keyValues.delete(POISONED_PAGE, documentId);
      else if (!value.cleared && (sourceId === undefined || sourceId === stamp.sourceId)) {
        const { title, url } = stamp;
        found.push({
          documentId,
          severity: value.severity,
          at: value.at,
          sourceId: stamp.sourceId,
          title,
          ...(url && { url }),
        });
      }
    }
    after = flags.at(-1)?.key;
    if (flags.length < FLAGS_PER_PAGE) return found;
  }
};

/**
 * Takes a page off the list of flagged pages until its text changes. It is read last as long as it speaks to the
 * model: that is decided by its text, at every question.
 * @throws UNKNOWN_ID for a page that is not flagged
 */
export const clearFlag = async (stores: FlagStores, documentId: string): Promise<void> => {
  const flag = await stores.keyValues.get<Flag>(POISONED_PAGE, documentId);
  if (!flag || flag.cleared) {
    throw new ParleyError('UNKNOWN_ID', {
      message: `The page ${documentId} is not flagged.`,
      remedy: '`parley sources` lists the pages that are.',
    });
  }
  await stores.keyValues.put(POISONED_PAGE, documentId, { ...flag, cleared: true });
};
