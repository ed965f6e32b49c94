import { Text } from 'domhandler';
import { wordTable } from '../../../core/word-table.ts';
import { classesOf, type Document, type Element, elementsNamed, isTag, textOf } from '../dom.ts';
import { BOX_TITLE } from '../render/box-titles.ts';
import { setChildren } from './children.ts';

/** The boxes of Confluence, by their class of today and of older servers. */
const MACRO = /^(?:confluence-information-macro-(information|note|tip|warning)|(info|note|tip|warning)Macro)$/;
const WORDS = wordTable<string>({
  information: 'Info',
  info: 'Info',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
});

/** A box of BookStack's is a paragraph. */
const CALLOUT = /^(?:warning|danger)$/;

/** Class of an icon of Asciidoctor's, whose title says what the box is. */
const ICON = /^icon-(?:note|tip|warning|caution|important)$/;

/** Writes into the text of a box whether it warns or notes something, where the page shows that by colours and icons alone. */
export const nameBoxes = (document: Document): void => {
  for (const box of elementsNamed(document, 'div', 'table')) {
    const kind = classesOf(box)
      .map((name) => MACRO.exec(name))
      .find((found) => found !== null);
    const word = WORDS[kind?.[1] ?? kind?.[2] ?? ''];
    if (word !== undefined) nameBox(box, word);
  }
  for (const paragraph of elementsNamed(document, 'p')) {
    const classes = classesOf(paragraph);
    const kind = classes.includes('callout') ? classes.find((name) => CALLOUT.test(name)) : undefined;
    if (kind !== undefined) nameBox(paragraph, kind === 'danger' ? 'Danger' : 'Warning');
  }
  for (const icon of elementsNamed(document, 'i'))
    if (icon.attribs.title && classesOf(icon).some((name) => ICON.test(name)) && textOf(icon) === '') {
      icon.name = 'span';
      setChildren(icon, [new Text(icon.attribs.title)]);
    }
};

const MAX_TITLE_CHARS = 40;

/** Writes the word before the title or the first paragraph, so that it is quoted with it. */
const nameBox = (box: Element, word: string): void => {
  const title = box.children.find((child): child is Element => isTag(child) && classesOf(child).includes('title'));
  const first = title ?? elementsNamed(box, 'p', 'td').find((part) => textOf(part, 1) !== '') ?? box;
  const start = textOf(first, MAX_TITLE_CHARS).trim();
  if (BOX_TITLE.test(start) || start.toLowerCase().startsWith(word.toLowerCase())) return;
  setChildren(first, [new Text(`${word}: `), ...first.children]);
};
