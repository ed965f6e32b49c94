import { type Document, type Element, elementsNamed, isTag, textOf } from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Signs and numbers before the items of a list. */
const BULLET = /^[•·‣◦▪●○*+–—-]$/;
const NUMBER = /^\(?(\d{1,4})[.)]$/;

/** Makes lists of definition lists whose terms are signs or numbers alone, as manual pages are converted. */
export const foldSignTerms = (document: Document): void => {
  for (const list of elementsNamed(document, 'dl')) {
    const parts = list.children.filter(isTag);
    const terms = parts.filter(({ name }) => name === 'dt').map((term) => textOf(term, MAX_CHARS).trim());
    const isPaired = parts.every(({ name }, i) => name === (i % 2 === 0 ? 'dt' : 'dd')) && parts.length % 2 === 0;
    if (terms.length === 0 || !isPaired) continue;
    if (terms.every((term) => BULLET.test(term))) toList(list, 'ul');
    else if (terms.every((term) => NUMBER.test(term))) {
      toList(list, 'ol');
      list.attribs.start = NUMBER.exec(terms[0]!)![1]!;
    }
  }
};

const MAX_CHARS = 8;

const toList = (list: Element, name: 'ul' | 'ol'): void => {
  const items = list.children.filter((child) => isTag(child) && child.name === 'dd') as Element[];
  list.name = name;
  setChildren(
    list,
    items.map((item) => elementOf('li', item.children)),
  );
};
