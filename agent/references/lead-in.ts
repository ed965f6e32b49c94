import { HEADING_LINE } from '../../core/text/headings.ts';
import { isListItem } from '../../core/text/list-items.ts';

const ENDS_IN_COLON = /[:：]\s*$/u;

/**
 * The line that introduces the list around a quote ("A few exercises for at home:"), because an item alone seldom says
 * what it belongs to. Blank lines and other items may be in between.
 * @param quote words of the text itself
 * @returns undefined for a quote outside a list, or a list without an introduction
 */
export const leadInOf = (text: string, quote: string): string | undefined => {
  const at = text.indexOf(quote);
  if (at < 0) return undefined;
  const before = text.slice(0, at).split('\n');
  const item = `${before.pop() ?? ''}${quote}`;
  if (!isListItem(item)) return undefined;
  const announcing = before.findLast((line) => line.trim() !== '' && !isListItem(line));
  return announcing !== undefined && ENDS_IN_COLON.test(announcing) ? announcing.trim() : undefined;
};

/** Bold words that open a paragraph: "**2. Leeds yard.** Three quotes came." */
const ITEM_TITLE = /^\s*(?:[-*•]\s+)?(\*\*|__)([^*_\n]{1,120})\1/u;

/** The bold words that open the paragraph of a quote, which say what it is about; undefined if it has none. */
export const itemTitleOf = (text: string, quote: string): string | undefined => {
  const at = text.indexOf(quote);
  if (at < 0) return undefined;
  return ITEM_TITLE.exec(text.slice(text.lastIndexOf('\n', at) + 1))?.[2];
};

/** The last heading above a quote inside its text, which the passage's own headings do not tell; undefined without one. */
export const headingAbove = (text: string, quote: string): string | undefined =>
  text
    .slice(0, Math.max(0, text.indexOf(quote)))
    .split('\n')
    .findLast((line) => HEADING_LINE.test(line))
    ?.trim();
