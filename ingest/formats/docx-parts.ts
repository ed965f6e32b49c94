import type { ParentNode } from '../extract/dom.ts';
import { type Element, isTag, localName, named, parseXml, xmlText } from './xml.ts';

/** What somebody wrote at the margin. */
export interface Comment {
  author: string;
  text: string;
  /** The words that it is about; empty for a comment on a place. */
  about: string;
}

/** Characters of the commented words that are quoted. */
const MAX_ABOUT = 120;

/** The comments of a Word document, in the order of their numbers, each with the words that it is about. */
export const commentsOf = (files: ReadonlyMap<string, Uint8Array>): Comment[] => {
  const comments = named(parseXml(files.get('word/comments.xml')), 'comment');
  if (comments.length === 0) return [];
  const about = commentedWords(parseXml(files.get('word/document.xml')));
  return comments.flatMap((comment) => {
    const text = paragraphsOf(comment).join(' ');
    const words = about.get(comment.attribs['w:id'] ?? '') ?? '';
    return text === '' ? [] : [{ author: comment.attribs['w:author']?.trim() ?? '', text, about: shorten(words) }];
  });
};

const shorten = (text: string): string =>
  text.length <= MAX_ABOUT ? text : `${text.slice(0, MAX_ABOUT - 1).trimEnd()}…`;

/** By the number of each comment, the words between its start and its end. */
const commentedWords = (document: ParentNode): Map<string, string> => {
  const open = new Map<string, string>();
  const words = new Map<string, string>();
  for (const element of named(document, 'commentRangeStart', 'commentRangeEnd', 't', 'p')) {
    const id = element.attribs['w:id'] ?? '';
    const name = localName(element);
    if (name === 'commentRangeStart') open.set(id, '');
    else if (name === 'commentRangeEnd') {
      words.set(id, fold(open.get(id) ?? ''));
      open.delete(id);
    } else for (const [one, text] of open) open.set(one, text + (name === 'p' ? ' ' : xmlText(element)));
  }
  return words;
};

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

const paragraphsOf = (part: ParentNode): string[] =>
  named(part, 'p').flatMap((paragraph) => {
    const text = fold(
      named(paragraph, 't', 'tab', 'br')
        .map((run) => (localName(run) === 't' ? xmlText(run) : ' '))
        .join(''),
    );
    return text === '' ? [] : [text];
  });

/** What stands above and below the pages, each text once; page numbers are left out. */
export const headersAndFooters = (files: ReadonlyMap<string, Uint8Array>): string[] => {
  const names = [...files.keys()].filter((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name)).sort();
  const texts = names.flatMap((name) => paragraphsOf(parseXml(files.get(name))));
  return [...new Set(texts)].filter(
    (text) => !/^\P{L}*(?:page|seite|p\.)?\P{L}*(?:of|von|de|sur|\/)?\P{L}*$/iu.test(text),
  );
};

/** Equations of a document's XML as runs of text, which readers of Word files otherwise lose: `x = (-b ± √(b^2 - 4ac))/(2a)`. */
export const withEquations = (xml: string): string =>
  xml.includes('<m:oMath')
    ? xml
        .replace(/<\/?m:oMathPara(?:Pr)?\b[^>]*>/g, '')
        .replace(/<m:oMath\b[^>]*>([\s\S]*?)<\/m:oMath>/g, (_, inner: string) => {
          const text = fold(linear(parseXml(new TextEncoder().encode(`<m:oMath>${inner}</m:oMath>`))));
          return text === '' ? '' : `<w:r><w:t xml:space="preserve"> ${escapeXml(text)} </w:t></w:r>`;
        })
    : xml;

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Nested parts of an equation that are read; real ones have about ten. */
const MAX_DEPTH = 60;

/** An equation on one line. */
const linear = (node: ParentNode, depth = 0): string =>
  depth > MAX_DEPTH
    ? ''
    : node.children
        .filter(isTag)
        .map((child) => linearElement(child, depth + 1))
        .join('');

const linearElement = (element: Element, depth: number): string => {
  const part = (name: string): string => {
    const found = element.children.find((child): child is Element => isTag(child) && localName(child) === name);
    return found === undefined ? '' : linear(found, depth);
  };
  /** Brackets where what is inside is more than one word. */
  const whole = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);
  const sign = (fallback: string): string => named(element, 'chr')[0]?.attribs['m:val'] ?? fallback;
  switch (localName(element)) {
    case 't':
      return xmlText(element);
    case 'f':
      return `${whole(part('num'))}/${whole(part('den'))}`;
    case 'sSup':
      return `${part('e')}^${whole(part('sup'))}`;
    case 'sSub':
      return `${part('e')}_${whole(part('sub'))}`;
    case 'sSubSup':
      return `${part('e')}_${whole(part('sub'))}^${whole(part('sup'))}`;
    case 'rad':
      return `${part('deg') === '' ? '' : `${part('deg')}-`}√${whole(part('e'))}`;
    case 'nary':
      return `${sign('∫')}${part('sub') && `_${whole(part('sub'))}`}${part('sup') && `^${whole(part('sup'))}`} ${part('e')}`;
    case 'd':
      return `(${element.children
        .filter((child): child is Element => isTag(child) && localName(child) === 'e')
        .map((child) => linear(child, depth))
        .join(', ')})`;
    default:
      return /Pr$/.test(localName(element)) ? '' : linear(element, depth);
  }
};
