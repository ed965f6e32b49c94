import { escapeHtml } from '../../extract/escape-html.ts';

/** Where a line ends inside of a paragraph. RTF has no such sign. */
export const LINE_END = '\v';

/** A paragraph as its commands describe it. */
export interface RtfParagraph {
  /** Its text as HTML, with LINE_END and tabs. */
  html: string;
  /** Outline level from 0; -1 for text. */
  outline: number;
  /** The sign or number that a program wrote in front of an item. */
  label: string;
  /** The item's level from 0, where the file states it. */
  level: number | undefined;
  /** Indentation of its text, and of its first line beside that, in twips. */
  indent: number;
  firstLine: number;
  /** Number of its letters, and of those in a font for code. */
  letters: number;
  fixed: number;
}

/** A sign or a number that somebody typed in front of an item, with the tab behind it. */
const TYPED_LABEL = /^\s*([•◦▪‣⁃·*–—-]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,5})[.)]{1,2})[ ]?\t\s*/i;

/** Collects what a Rich Text file shows, and writes it as HTML. Items are written as Word does, whose lists Parley reads. */
export const createRtfBlocks = () => {
  const blocks: { html: string; code?: string }[] = [];
  let [letters, fixed] = [0, 0];
  /** Indentations of the open list and of the lists around it. */
  let indents: number[] = [];

  const levelOf = ({ level, indent }: RtfParagraph): number => {
    if (level !== undefined) return level + 1;
    indents = indents.filter((one) => one < indent);
    indents.push(indent);
    return indents.length;
  };
  const item = (paragraph: RtfParagraph): string | undefined => {
    const typed = paragraph.label === '' && paragraph.firstLine < 0 ? TYPED_LABEL.exec(paragraph.html) : null;
    const label = paragraph.label || typed?.[1];
    if (label === undefined) return undefined;
    const text = typed === null ? paragraph.html : paragraph.html.slice(typed[0].length);
    return `<p style="mso-list:l0 level${Math.min(9, levelOf(paragraph))}"><span style="mso-list:ignore">${escapeHtml(label)}</span>${lines(text)}</p>`;
  };

  return {
    paragraph: (paragraph: RtfParagraph): void => {
      letters += paragraph.letters;
      fixed += paragraph.fixed;
      const text = paragraph.html.trim();
      if (text === '') return;
      const { outline } = paragraph;
      const isCode = paragraph.fixed === paragraph.letters && paragraph.letters > 0 && paragraph.label === '';
      const found = outline >= 0 && outline < 6 ? undefined : item(paragraph);
      if (found === undefined) indents = [];
      if (outline >= 0 && outline < 6) blocks.push({ html: `<h${outline + 1}>${lines(text)}</h${outline + 1}>` });
      else if (found !== undefined) blocks.push({ html: found });
      else
        blocks.push({
          html: `<p>${lines(text)}</p>`,
          ...(isCode && { code: paragraph.html.replaceAll(LINE_END, '\n').trimEnd() }),
        });
    },
    note: (html: string): void => void blocks.push({ html: `<p>${lines(html)}</p>` }),
    row: (cells: readonly string[]): void => {
      blocks.push({ html: `<table><tr>${cells.map((cell) => `<td>${lines(cell)}</td>`).join('')}</tr></table>` });
    },
    /** The whole text. In a file that is mostly in a font for code, that font is the one of its prose. */
    html: (): string => {
      const isTyped = fixed > letters / 2;
      const written = blocks.map(({ html, code }) => (code === undefined || isTyped ? html : `<pre>${code}\n</pre>`));
      // Consecutive rows are one table, consecutive paragraphs of code one listing.
      return written.join('').replaceAll('</table><table>', '').replaceAll('</pre><pre>', '');
    },
  };
};

const lines = (html: string): string => html.trim().replaceAll(LINE_END, '<br>');
