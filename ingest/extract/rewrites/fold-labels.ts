import { type Document, type Element, elementsNamed, isTag, textOf } from '../dom.ts';
import { setChildren } from './children.ts';

const MAX_CHARS = 60;

/** Empties summaries that say the same above two or more folded listings ("Code"): labels of the control, which name none of them. */
export const dropFoldLabels = (document: Document): void => {
  const labels = elementsNamed(document, 'summary').filter(
    ({ parent }) => parent && isTag(parent) && holdsListing(parent),
  );
  const byWords = Map.groupBy(labels, (label) => textOf(label, MAX_CHARS));
  for (const same of byWords.values()) if (same.length > 1) for (const label of same) setChildren(label, []);
};

/** True for a folded part that is one listing and nothing else. */
const holdsListing = (folded: Element): boolean => {
  const parts = folded.children.filter(isTag).filter(({ name }) => name !== 'summary');
  const [listing] = elementsNamed(folded, 'pre');
  return parts.length === 1 && listing !== undefined && textOf(parts[0]!) === textOf(listing);
};
