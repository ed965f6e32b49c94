import { availableParallelism } from 'node:os';
import type { Document, Scope } from '../../core/document.ts';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { titleLine } from '../../core/injection/visible-text.ts';
import { dataWithoutSecrets, withoutSecrets } from '../../core/secrets/mask-secrets.ts';
import { scopesInSource } from '../../core/source-scopes.ts';
import type { DocumentChange } from '../../stores/index.ts';
import { chunkDocument } from '../chunk/chunk.ts';
import type { ExtractedPage } from '../extract/page.ts';
import { dateWritten } from '../extract/written-date.ts';
import { nameOf } from '../inputs/file-title.ts';
import { failureHash, isUnreadable, type PageItem } from '../inputs/item.ts';
import { ruleKnowledge } from '../knowledge/rule-knowledge.ts';
import { statedKnowledge } from '../knowledge/stated.ts';
import { languageOf } from '../language/detect.ts';
import { ownAddress } from '../own-address.ts';
import { addNotices } from '../report.ts';
import { withoutPageSecrets } from './page-secrets.ts';
import { type DocumentItem, failureOf, fallbackScopes, type Run } from './run.ts';

/** Number of pages that are read ahead, so that every parser process has work. */
const READ_AHEAD = availableParallelism() + 1;

/** HTTP statuses of a page that may no longer be seen or is gone. */
const REFUSED: ReadonlySet<number> = new Set([403, 404, 410]);

/** Reads an item. Returns undefined after reporting the failure if it cannot be read. */
export const readItem = async (
  item: DocumentItem,
  hash: string,
  pages: (item: PageItem) => Promise<ExtractedPage>,
  run: Run,
): Promise<DocumentChange | 'refused' | undefined> => {
  const { source, report } = run;
  const fetchedAt = new Date().toISOString();
  const fallback = fallbackScopes(run);
  try {
    return item.kind === 'triples'
      ? statedKnowledge(dataWithoutSecrets(item), { source, hash, scopes: fallback, fetchedAt })
      : await toDocument(item, await pages(item), { hash, fallback, fetchedAt }, run);
  } catch (error) {
    const { code, message, remedy, details } = asParleyError(error);
    report.failed.push({
      ...failureOf(item, code, message, remedy),
      ...(isUnreadable(code) && { contentHash: failureHash(item.hash) }),
    });
    return REFUSED.has(Number(details.status)) ? 'refused' : undefined;
  }
};

/** Reads the pages of items in order, and reads ahead while one is written. */
export const readAhead = (items: readonly DocumentItem[]): ((item: PageItem) => Promise<ExtractedPage>) => {
  const due = items.filter((item) => item.kind === 'page');
  const begun = new Map<PageItem, Promise<ExtractedPage>>();
  let next = 0;
  return (item) => {
    for (
      const last = due.indexOf(item, Math.max(0, next - READ_AHEAD - 1)) + READ_AHEAD;
      next <= last && next < due.length;
      next++
    ) {
      const one = due[next];
      if (one === undefined) break;
      const page = (async () => one.extract())();
      // The error is handled when the page is due; this avoids an unhandled rejection.
      page.catch(() => {});
      begun.set(one, page);
    }
    const page = begun.get(item);
    begun.delete(item);
    return page ?? Promise.resolve(item.extract());
  };
};

const toDocument = async (
  item: PageItem,
  extracted: ExtractedPage,
  { hash, fallback, fetchedAt }: { hash: string; fallback: Scope[]; fetchedAt: string },
  { source, pipeline, report }: Run,
): Promise<DocumentChange> => {
  const page = withoutPageSecrets(extracted);
  const { scopes, ...metadata } = page.metadata;
  const address = item.url ?? ownAddress(metadata.canonical, pipeline.linkHosts, report);
  const own = [item.scopes, scopes].find((named) => named?.length);
  const document: Document = {
    id: item.id,
    sourceId: source.id,
    // One line, whatever a file says: a title stands in lists and between quotation marks.
    title: titleLine(page.title) || withoutSecrets(titleLine(nameOf(item.id))),
    // Without its secret an address leads nowhere.
    url: address !== undefined && withoutSecrets(address) === address ? address : undefined,
    text: page.markdown,
    scopes: own ? scopesInSource(own, source.id) : fallback,
    updatedAt:
      metadata.updated ??
      metadata.published ??
      dateWritten({ name: nameOf(item.id), text: page.markdown }, fetchedAt) ??
      item.changedAt,
    fetchedAt,
    contentHash: hash,
    language: await languageOf(page.markdown, metadata.language),
    metadata: { ...metadata, ...dataWithoutSecrets(item.metadata), ...(item.access && { access: item.access }) },
  };
  const { passages, tables } = chunkDocument(document, {
    tables: page.tables,
    anchors: page.anchors,
    listEnds: page.listEnds,
    format: item.format,
  });
  if (passages.length === 0) {
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'The page holds no text.',
      remedy: 'Check that it is not empty, an image, or drawn by a script.',
    });
  }
  addNotices(report, item.input, metadata.notices ?? []);
  const indexed = { document, passages, tables };
  return { ...indexed, knowledge: ruleKnowledge(indexed) };
};
