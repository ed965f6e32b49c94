import { Element, Text } from 'domhandler';
import { classesOf, type Document, elementsNamed, isTag, isText, textOf, walk } from '../dom.ts';
import { forwardedMail, introductionHeading } from '../quoted-mail.ts';
import { elementOf, setChildren } from './children.ts';

/** What stands above a quoted mail: as Gmail and Thunderbird name it, and as Outlook writes it. */
const ABOVE = /^(?:gmail_attr|moz-cite-prefix|moz-email-headers-table)$/;
const OUTLOOK_RULE = /border-top:\s*solid\s+#?(?:e1e1e1|b5c4df)/i;
const MAX_CHARS = 2000;

/** Makes a heading of who wrote a mail that is forwarded or answered, so that its text is not taken for the outer mail's. */
export const nameQuotedMails = (document: Document): void => {
  for (const above of elementsNamed(document, 'div', 'table')) {
    const isAbove =
      classesOf(above).some((name) => ABOVE.test(name)) ||
      above.attribs.id === 'divRplyFwdMsg' ||
      OUTLOOK_RULE.test(above.attribs.style ?? '');
    if (!isAbove || textOf(above, MAX_CHARS).length >= MAX_CHARS) continue;
    const lines = [...linesOf(above), ''];
    const from = lines.findIndex((_, at) => forwardedMail(lines, at) !== undefined);
    const forwarded = forwardedMail(lines, from);
    if (forwarded !== undefined) name(above, forwarded.heading, forwarded.fields);
    else if (lines.at(-2)?.endsWith(':') && isWholeQuoteBelow(above))
      name(above, introductionHeading(lines.join(' ').trim()), []);
  }
};

/** The lines of an element as a browser shows them, with an empty one before the first. */
const linesOf = (element: Element): string[] => {
  let text = '';
  walk(element, {
    text(data) {
      text += data.replace(/\s+/g, ' ');
    },
    enter({ name: tag }) {
      if (/^(?:br|p|div|tr)$/.test(tag)) text += '\n';
      return true;
    },
  });
  const lines = text.split('\n').map((line) => line.trim());
  return ['', ...lines.filter((line) => line !== '')];
};

/** True if a single quotation follows: behind a second part an answer would stand below the heading, too. */
const isWholeQuoteBelow = ({ next }: Element): boolean => {
  let quotes = 0;
  for (let node = next; node !== null; node = node.next) {
    if (isText(node) ? node.data.trim() === '' : !isTag(node) || textOf(node, 1) === '') continue;
    if (!isTag(node) || node.name !== 'blockquote') return false;
    quotes++;
  }
  return quotes === 1;
};

const name = (above: Element, heading: string, fields: readonly string[]): void => {
  above.name = 'div';
  const lines = fields.flatMap((field, at) =>
    at === 0 ? [new Text(field)] : [new Element('br', {}), new Text(field)],
  );
  setChildren(above, [elementOf('h2', [new Text(heading)]), ...(lines.length === 0 ? [] : [elementOf('p', lines)])]);
};
