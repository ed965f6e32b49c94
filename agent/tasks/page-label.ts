import { cachedIsOrder } from '../../core/injection/cached-orders.ts';
import { words } from '../../core/text/words.ts';
import type { NumberedReference } from '../references/reference.ts';

/** A folder and a file's name, without its ending, at the end of a page's id. */
const FILE =
  /(?:^|[/\\])(?:(?<folder>[^/\\]+)[/\\])?(?<file>[^/\\]+)\.(?:mdx?|markdown|x?html?|rst|txt|adoc|org|docx?|odt|rtf|pdf)$/iu;
/** A name of few words. Whoever writes a page also names its file, so that nothing longer is shown. */
const PLAIN_NAME = /^[\p{L}\p{N}]{1,30}(?:[-_][\p{L}\p{N}]{1,30}){0,3}$/u;
/** Maximum words of a title that may not say whose page it is: "Benefits", "Getting started". */
const MAX_VAGUE = 2;

/**
 * What tells a page from others of its title, out of the name of its file or folder: `us-benefits` for a page "Benefits" beside
 * one of Canada with the same title. Readers could not tell which of the two a rule was of.
 * @param shown all sources of the prompt
 * @returns the label of one of them; undefined if its title says as much
 */
export const pageLabels = (shown: readonly NumberedReference[]): ((page: NumberedReference) => string | undefined) => {
  const pagesByTitle = new Map<string, Set<string>>();
  for (const { title, documentId } of shown) {
    const name = words(title).join(' ');
    pagesByTitle.set(name, (pagesByTitle.get(name) ?? new Set()).add(documentId));
  }
  return ({ title, documentId }) => {
    const own = words(title);
    return labelOf(own, documentId, (pagesByTitle.get(own.join(' '))?.size ?? 0) > 1);
  };
};

/** @param isShared true if another page has the title too */
const labelOf = (own: readonly string[], documentId: string, isShared: boolean): string | undefined => {
  if (!isShared && own.length > MAX_VAGUE) return undefined;
  const { folder, file } = FILE.exec(documentId)?.groups ?? {};
  const saysMore = (segment: string | undefined): segment is string =>
    segment !== undefined &&
    PLAIN_NAME.test(segment) &&
    !cachedIsOrder(segment.replace(/[-_]/g, ' ')) &&
    words(segment.replaceAll('_', ' ')).some(
      (word) => /^\p{L}{2,}$/u.test(word) && !own.includes(word) && !ENTRY.test(word),
    );
  if (saysMore(file)) return file;
  return isShared && saysMore(folder) ? folder : undefined;
};

/** Names of a folder's own page. */
const ENTRY = /^(?:index|readme|default|home|main)$/;
