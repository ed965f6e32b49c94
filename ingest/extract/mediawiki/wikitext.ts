import { escapeHtml } from '../escape-html.ts';
import { writeBlocks } from './blocks.ts';
import { writeLinks } from './links.ts';
import { createShelf, replaceElements, withoutMarks } from './taken-out.ts';
import { fillTemplates } from './templates.ts';

/** Elements of wikitext whose text is shown as it is, or not at all. */
const LITERAL = ['nowiki', 'pre', 'syntaxhighlight', 'source', 'math', 'chem', 'ce'];
const NOT_TEXT = [
  'timeline',
  'templatedata',
  'templatestyles',
  'graph',
  'score',
  'mapframe',
  'maplink',
  'imagemap',
  'inputbox',
];
/** Elements of HTML that wikitext may hold; others are shown as they are typed. */
const HTML =
  /<(?!\/?(?:abbr|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|dd|del|dfn|div|dl|dt|em|font|h[1-6]|hr|i|ins|kbd|li|mark|ol|p|q|rb|rp|rt|ruby|s|samp|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)\b)/gi;
const ENTITY = /&(?!#?\w{1,31};)/g;

/** A page of MediaWiki as HTML, with the names of the templates that are left out. */
export interface WikiHtml {
  html: string;
  unfilled: string[];
}

/**
 * Writes wikitext (mediawiki.org, "Markup spec") as HTML. What templates make of their arguments is not known; those whose
 * arguments say what they mean are written as text. Not by a library: the kept one, wtf_wikipedia 10.4, leaves out code and terms, and
 * puts lists behind the paragraphs of their section.
 *
 * @param isPlaced true if the page has an address, to which its links are relative
 */
export const wikitextHtml = (source: string, isPlaced = false): WikiHtml => {
  const shelf = createShelf();
  const unfilled = new Set<string>();
  const notes: string[] = [];
  const noteNumbers = new Map<string, number>();
  const literal = replaceElements(
    withoutMarks(source).replace(/\r\n?/g, '\n'),
    [...LITERAL, ...NOT_TEXT],
    ({ name, attributes, inside }) => (NOT_TEXT.includes(name) ? '' : shelf.put(literalHtml(name, attributes, inside))),
  ).replace(/__[A-Z]{3,30}__/g, '');
  const filled = fillTemplates(literal, unfilled);
  const noted = replaceElements(filled, ['references', 'ref', 'gallery'], ({ name, attributes, inside }) => {
    if (name === 'gallery') return galleryOf(inside);
    if (name === 'references') {
      // Notes may stand here that the text names.
      replaceElements(inside, ['ref'], (one) => noteOf(one.attributes, one.inside, notes, noteNumbers));
      return '';
    }
    return noteOf(attributes, inside, notes, noteNumbers);
  });
  const listed = notes.some((note) => note !== '');
  const whole = listed
    ? `${noted}\n\n== Notes ==\n\n${notes.map((note) => `# ${note || '(the note is empty)'}`).join('\n')}`
    : noted;
  const safe = whole.replace(ENTITY, '&amp;').replace(HTML, '&lt;');
  return { html: shelf.fill(writeBlocks(writeLinks(safe, isPlaced))), unfilled: [...unfilled].filter(Boolean) };
};

const literalHtml = (name: string, attributes: string, inside: string): string => {
  if (name === 'nowiki') return escapeHtml(inside).replaceAll('&amp;', '&');
  if (name === 'pre') return `<pre>${escapeHtml(inside.replace(/<\/?nowiki>/gi, '')).replaceAll('&amp;', '&')}</pre>`;
  const code = escapeHtml(inside.replace(/^\n|\s+$/g, ''));
  const isBlock = (name === 'syntaxhighlight' || name === 'source') && !/\binline\b/i.test(attributes);
  if (!isBlock) return `<code>${code}</code>`;
  const [, language = ''] = /\blang\s*=\s*["']?([\w+#-]{1,30})/i.exec(attributes) ?? [];
  return `<pre><code${language === '' ? '' : ` class="language-${language}"`}>${code}</code></pre>`;
};

/** Writes a note's number, and adds its text to the list. A note with a name may be named again. */
const noteOf = (attributes: string, inside: string, notes: string[], numbers: Map<string, number>): string => {
  const [, quoted, bare] = /\bname\s*=\s*(?:["']([^"']{1,200})["']|([^\s"'/>]{1,200}))/i.exec(attributes) ?? [];
  const name = quoted ?? bare ?? '';
  const text = inside.replace(/\s*\n\s*/g, ' ').trim();
  const known = name === '' ? undefined : numbers.get(name);
  const number = known ?? notes.push(text);
  if (name !== '') numbers.set(name, number);
  if (known !== undefined && notes[known - 1] === '') notes[known - 1] = text;
  return ` [${number}]`;
};

/** The captions of a gallery's pictures. */
const galleryOf = (inside: string): string => {
  const captions = inside.split('\n').map((line) => line.slice(line.indexOf('|') + 1 || line.length).trim());
  return `\n\n${captions
    .filter(Boolean)
    .map((caption) => `* ${caption}`)
    .join('\n')}\n\n`;
};
