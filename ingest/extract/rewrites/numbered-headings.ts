import { type Document, type Element, elementsNamed, isTag, textOf } from '../dom.ts';

/** Maximum characters of a heading. */
const MAX_CHARS = 120;
/** The number of a section at the beginning of its title: "8.1.4 Mirrors". */
const NUMBER = /^(\d{1,3}(?:\.\d{1,3}){1,4})\.?\s+\p{L}/u;

/**
 * Turns paragraphs into headings that are a section's number and title, and hold a place for links that is named by the same
 * number ("h8.1.4"). Some programs leave it to a class that such a paragraph is a title.
 */
export const liftNumberedTitles = (document: Document): void => {
  for (const paragraph of elementsNamed(document, 'p')) {
    const number = titleNumber(paragraph);
    if (number !== undefined) paragraph.name = `h${Math.min(6, number.split('.').length + 1)}`;
  }
};

const titleNumber = (paragraph: Element): string | undefined => {
  const text = textOf(paragraph, MAX_CHARS + 1);
  const [, number] = (text.length <= MAX_CHARS && NUMBER.exec(text)) || [];
  if (number === undefined || /[.:;,]$/.test(text)) return undefined;
  const isPlace = ({ attribs }: Element): boolean => (attribs.name ?? attribs.id)?.replace(/^\D+/, '') === number;
  return paragraph.children.some((child) => isTag(child) && isPlace(child)) ? number : undefined;
};
