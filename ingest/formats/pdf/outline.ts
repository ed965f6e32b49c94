import type { PDFDocumentProxy } from 'unpdf/pdfjs';

/** An entry of a PDF's outline (its bookmarks), in reading order. */
export interface OutlineEntry {
  /** The words of the title without its number. */
  key: string;
  /** 1 for the highest level. */
  level: number;
  /** Number of the page that it leads to. */
  page: number;
}

/** Maximum entries that are read. Each costs a look-up of its page. */
const MAX_ENTRIES = 2000;
const MAX_LEVEL = 6;

type Node = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];

/** Reads the outline, in which the author's program states the level of each heading; empty if there is none. */
export const readOutline = async (pdf: PDFDocumentProxy): Promise<OutlineEntry[]> => {
  const entries: OutlineEntry[] = [];
  let visited = 0;
  const visit = async (nodes: readonly Node[], level: number): Promise<void> => {
    for (const { title, dest, items } of nodes) {
      if (++visited > MAX_ENTRIES) return;
      const page = await pageOf(pdf, dest);
      const key = headingKey(title);
      if (page !== undefined && key !== '') entries.push({ key, level, page });
      if (level < MAX_LEVEL) await visit(items, level + 1);
    }
  };
  // A damaged outline does not make the pages unreadable.
  await pdf.getOutline().then(
    (nodes) => visit(nodes ?? [], 1),
    () => undefined,
  );
  return entries;
};

const pageOf = async (pdf: PDFDocumentProxy, dest: Node['dest']): Promise<number | undefined> => {
  try {
    const [target] = (typeof dest === 'string' ? await pdf.getDestination(dest) : dest) ?? [];
    if (typeof target === 'number') return target + 1;
    return target === undefined || target === null ? undefined : (await pdf.getPageIndex(target)) + 1;
  } catch {
    return undefined;
  }
};

/** The letters and digits of a heading without its number: "2.1 Hello Proofs" becomes "helloproofs". */
const headingKey = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:(?:chapter|part|appendix|section)\s+)?(?:\d+|[a-z](?=\.))(?:\.\d+)*[.:]?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Maximum letters of a chapter's number before its title: "CHAPTER TWO". */
const MAX_NUMBER = 16;
/** Minimum share of the entries that must be found among the headings. An outline of other words says nothing of them. */
const MIN_FOUND = 0.5;

/** The entry of the outline on this page that a heading or a line has the words of. */
export const entryOf = (
  byPage: ReadonlyMap<number, readonly OutlineEntry[]>,
  page: number,
  text: string,
  isHeading: boolean,
): OutlineEntry | undefined => {
  const entries = byPage.get(page);
  if (entries === undefined) return undefined;
  const key = headingKey(text);
  const exact = entries.find((entry) => entry.key === key);
  if (exact !== undefined || !isHeading) return exact;
  return entries.find((entry) => key.endsWith(entry.key) && key.length - entry.key.length <= MAX_NUMBER);
};

/** True if enough entries of the outline are headings that the pages show. */
export const isUsable = (entries: readonly OutlineEntry[], found: number): boolean =>
  entries.length > 0 && found >= entries.length * MIN_FOUND;
