import type { Answer } from '../core/answer.ts';
import { ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { KeyValueStore, Stores } from '../stores/index.ts';
import { createQuarantine, type PoisonedPage, type Quarantine } from '../tools/quarantine.ts';

/** The quarantine of one question. Traces what it removes and flags the page to its owners. */
export const createPageQuarantine = ({
  stores,
  log,
  record,
  question,
  keepsQuestions,
  onPoisonedPage,
}: {
  stores: FlagStores;
  log: Log;
  question: string;
  /** True if no model reads what it lets through (tools/quarantine.ts). */
  keepsQuestions?: boolean;
  record(note: { kind: 'note'; name: 'poisoned-page'; data: PoisonedPage }): void;
  onPoisonedPage?: OnPoisonedPage;
}): Quarantine =>
  createQuarantine(
    (page) => {
      record({ kind: 'note', name: 'poisoned-page', data: page });
      void flagPage(stores, log, page, onPoisonedPage);
    },
    question,
    { keepsQuestions },
  );

/** Restores the pages' own titles in citations and nearest pages; prompts may have contained none. */
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

/** Called when a stored page is flagged, once per version of its text. */
export type OnPoisonedPage = (page: PoisonedPage) => void;

/** Key-value kind of flagged pages, by document id. */
const POISONED_PAGE = 'poisoned-page';

interface Flag {
  severity: PoisonedPage['severity'];
  /** Hash of the page's text when it was flagged. A changed text is judged again. */
  contentHash: string;
  /** ISO 8601. */
  at: string;
  /** True once somebody reviewed it; it is not listed again with this text. */
  cleared?: boolean;
}

/** A flagged page as shown to its owners. With an attack it is read last; otherwise only sentences are left out. */
export interface FlaggedPage extends PoisonedPage {
  sourceId: string;
  title: string;
  url?: string;
  /** When it was first flagged (ISO 8601). */
  at: string;
}

type FlagStores = { keyValues: KeyValueStore; documents: Pick<Stores['documents'], 'stampsOf'> };

/**
 * Flags a page to its owners, once per version of its text. Attachments and live sources are only logged. If the store
 * is down, the flag is lost but not the answer.
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
    log.warn(
      where,
      severity === 'attack'
        ? 'a page speaks to the model that reads it; it is read last and believed least'
        : 'a page dictates an answer or asks for a secret; these sentences are left out of answers',
    );
  } catch (error) {
    log.warn({ err: error }, 'a page that speaks to the model could not be flagged');
  }
};

const FLAGS_PER_PAGE = 200;

/** The flagged pages of all sources or of one. Removes flags of pages that were changed or forgotten. */
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
 * Removes a page from the list of flagged pages until its text changes. What is withheld stays withheld, because each
 * question judges its text.
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
