import type { ParentNode } from '../../extract/dom.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { type Element, isTag, localName, named, parseXml, xmlText } from './xml.ts';

/** A margin comment. */
export interface Comment {
  author: string;
  text: string;
  /** The commented words; empty for a comment on a position. */
  about: string;
}

/** Maximum characters of the commented words to quote. */
const MAX_ABOUT = 120;

/** The comments of a Word document, in the order of their ids, with the commented words. */
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

/** The words between the start and end of each comment, by its id. */
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

/** Texts of headers and footers, each once and without page numbers. */
export const headersAndFooters = (files: ReadonlyMap<string, Uint8Array>): string[] => {
  const names = [...files.keys()].filter((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name)).sort();
  const texts = names.flatMap((name) => paragraphsOf(parseXml(files.get(name))));
  return [...new Set(texts)].filter(
    (text) => !/^\P{L}*(?:page|seite|p\.)?\P{L}*(?:of|von|de|sur|\/)?\P{L}*$/iu.test(text),
  );
};

/** Replaces the equations in a document's XML by text, which is lost otherwise: `x = (-b ± √(b^2 - 4ac))/(2a)`. */
export const withEquations = (xml: string): string =>
  xml.includes('<m:oMath')
    ? xml
        .replace(/<\/?m:oMathPara(?:Pr)?\b[^>]*>/g, '')
        .replace(/<m:oMath\b[^>]*>([\s\S]*?)<\/m:oMath>/g, (_, inner: string) => {
          const text = fold(linear(parseXml(new TextEncoder().encode(`<m:oMath>${inner}</m:oMath>`))));
          return text === '' ? '' : `<w:r><w:t xml:space="preserve"> ${escapeHtml(text)} </w:t></w:r>`;
        })
    : xml;

/** Maximum nesting of an equation that is read; real ones have about ten levels. */
const MAX_DEPTH = 60;

/** Writes an equation on one line. */
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
  /** Adds brackets unless the text is one word. */
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
