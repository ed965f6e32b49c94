import path from 'node:path/posix';
import type { Document, Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';

/** Only the first 200 distinct links of a page are looked up; the page shows the rest as plain text. */
const MAX_LINKS = 200;

/**
 * Maps a page's links (href as written) to document ids. Leaves out a link whose target is not ingested or that the
 * reader may not see; the page shows such a link as plain text.
 */
export const pageLinks = async (
  document: Pick<Document, 'id' | 'url' | 'text'>,
  store: DocumentStore,
  scopes: readonly Scope[],
): Promise<Record<string, string>> => {
  const hrefs = new Set(Array.from(document.text.matchAll(/\]\(<?([^)\s>]+)/g), ([, href = '']) => href));
  const guesses = [...hrefs].slice(0, MAX_LINKS).map((href) => ({ href, ids: possibleIds(href, document) }));
  const known = await store.stampsOf([...new Set(guesses.flatMap(({ ids }) => ids))]);
  const found = guesses.flatMap(({ href, ids }) => {
    const id = ids.find((one) => known.has(one));
    return id === undefined ? [] : [{ href, id }];
  });
  const visible = await store.visible(
    found.map(({ id }) => id),
    scopes,
  );
  return Object.fromEntries(found.flatMap(({ href, id }) => (visible.has(id) ? [[href, id]] : [])));
};

/** The ids that ingest may have given to a link's target: its URL, or its path with and without the file extension. */
export const possibleIds = (href: string, { id, url }: Pick<Document, 'id' | 'url'>): string[] => {
  const target = href.replace(/[#?].*$/, '');
  if (target === '') return [];
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return /^https?:/i.test(target) ? [target] : [];
  const base = url && /^https?:/i.test(url) && URL.canParse(target, url) ? [new URL(target, url).href] : [];
  const source = id.slice(0, id.indexOf('/') + 1);
  const written = target.startsWith('/') ? path.join(source, target) : path.join(path.dirname(id), target);
  const file = safeDecode(written);
  return [...base, file.replace(/\.[a-z0-9]+$/i, ''), file, path.join(file, 'index')];
};

const safeDecode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
