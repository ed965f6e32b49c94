import { wordTable } from '../../../core/word-table.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { isoDate } from '../../extract/metadata.ts';
import { damaged, locked } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { type OdtStyles, readOdtStyles } from './odt-styles.ts';
import { type Element, isTag, isText, named, parseXml, xmlDepth, xmlText } from './xml.ts';
import { unzipBounded } from './zip.ts';

/** Maximum nesting of elements, because they are written recursively. */
const MAX_DEPTH = 500;

/** Reads an OpenDocument text (.odt, .ott) or presentation (.odp): headings, lists, tables, links, notes and comments. */
export const readOdt: Reader = (bytes) => {
  const files = unzipBounded(bytes, 'OpenDocument', (name) =>
    /^(?:content|styles|meta|META-INF\/manifest|(?:\.\/)?Object [\w ]+\/content)\.xml$/.test(name),
  );
  const content = files.get('content.xml');
  if (named(parseXml(files.get('META-INF/manifest.xml')), 'encryption-data').length > 0) throw locked('OpenDocument');
  if (content === undefined) throw damaged('OpenDocument', new Error('it has no content'));
  for (const part of files.values())
    if (xmlDepth(part) > MAX_DEPTH) throw damaged('OpenDocument', new Error('it nests too deep'));
  const document = parseXml(content);
  const [body] = named(document, 'body');
  const writing: Writing = {
    files,
    ...readOdtStyles([parseXml(files.get('styles.xml')), document]),
    counts: new Map(),
  };
  // Paragraphs of code one after the other are the lines of one listing.
  const page = extractWholeHtml(body === undefined ? '' : inside(body, writing).replaceAll('</pre><pre>', '\n'));
  const meta = parseXml(files.get('meta.xml'));
  const value = (name: string) => xmlText(named(meta, name)[0]).trim();
  const updated = isoDate(value('date'));
  const author = value('initial-creator') || value('creator');
  return {
    ...page,
    title: value('title') || page.title,
    metadata: {
      ...(author === '' ? {} : { author }),
      ...(updated === undefined ? {} : { updated }),
    },
  };
};

/** What the elements of one file are written with. */
interface Writing extends OdtStyles {
  files: ReadonlyMap<string, Uint8Array>;
  /** The list around an element. */
  list?: { style: string; level: number };
  /** Numbers that the lists of a style have reached, by style and level. */
  counts: Map<string, number>;
}

const inside = (element: Element, writing: Writing): string =>
  element.children.map((child) => childHtml(child, writing)).join('');

const childHtml = (child: Element['children'][number], writing: Writing): string =>
  isText(child) ? escapeHtml(child.data) : isTag(child) ? toHtml(child, writing) : '';

/** The HTML element for each element. Others are replaced by their content. */
const TAGS = wordTable<string>({
  'table:table': 'table',
  'table:table-header-rows': 'thead',
  'table:table-row': 'tr',
});
/** Tracked deletions, forms, the patterns of indexes, and text in place of pictures. */
const LEFT_OUT =
  /^(?:text:tracked-changes|text:[a-z-]+-source|office:forms|text:sequence-decls|svg:desc|svg:title|draw:image)$/;
/** Maximum repetitions of a cell. Sheets repeat empty cells up to their border. */
const MAX_REPEATS = 50;

const toHtml = (element: Element, writing: Writing): string => {
  const { name, attribs } = element;
  if (LEFT_OUT.test(name)) return '';
  const tag = TAGS[name];
  if (tag !== undefined) return `<${tag}>${inside(element, writing)}</${tag}>`;
  switch (name) {
    case 'text:p': {
      const paragraph = writing.isCode(attribs['text:style-name']) ? 'pre' : 'p';
      return `<${paragraph}>${inside(element, writing)}</${paragraph}>`;
    }
    case 'text:list':
      return listHtml(element, writing);
    case 'text:h':
      return headingHtml(element, writing);
    case 'text:a':
      return `<a href="${escapeHtml(attribs['xlink:href'] ?? '')}">${inside(element, writing)}</a>`;
    case 'text:s':
      return ' '.repeat(Math.min(MAX_REPEATS, Number(attribs['text:c']) || 1));
    case 'text:tab':
      return ' ';
    case 'text:line-break':
      return '<br>';
    case 'text:note-citation':
      return '';
    case 'text:note':
      return ` (${inside(element, writing)
        .replace(/<\/?p>/g, ' ')
        .trim()})`;
    case 'office:annotation':
      return ` [${inside(element, writing)
        .replace(/<\/?p>/g, ' ')
        .trim()}] `;
    case 'draw:page':
      return slideHtml(element, writing);
    case 'draw:object':
      return escapeHtml(
        equationOf(writing.files.get(`${(attribs['xlink:href'] ?? '').replace(/^\.\//, '')}/content.xml`)),
      );
    case 'table:table-cell': {
      const times = Math.min(MAX_REPEATS, Number(attribs['table:number-columns-repeated']) || 1);
      const span = (key: string, own: string) =>
        Number(attribs[key]) > 1 ? ` ${own}="${Math.floor(Number(attribs[key]))}"` : '';
      const cell = `<td${span('table:number-columns-spanned', 'colspan')}${span('table:number-rows-spanned', 'rowspan')}>${inside(element, writing)}</td>`;
      return cell.repeat(times);
    }
    default:
      return inside(element, writing);
  }
};

/** A slide below its title, or below its name where it shows none. Programs give names that count: "page4". */
const slideHtml = (element: Element, writing: Writing): string => {
  const title = element.children.find(
    (child): child is Element =>
      isTag(child) && child.attribs['presentation:class'] === 'title' && xmlText(child).trim() !== '',
  );
  const heading = title === undefined ? (element.attribs['draw:name'] ?? '') : inside(title, writing);
  const text = heading
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const rest = element.children.filter((child) => child !== title);
  return `<section><h2>${title === undefined ? escapeHtml(text) : text}</h2>${rest.map((child) => childHtml(child, writing)).join('')}</section>`;
};

const headingHtml = (element: Element, writing: Writing): string => {
  const level = Math.min(6, Math.max(1, Number(element.attribs['text:outline-level']) || 1));
  // A comment on a heading is no part of it.
  const comments = named(element, 'annotation').map((comment) => `<p>${toHtml(comment, writing)}</p>`);
  const words = element.children.map((child) =>
    isText(child)
      ? escapeHtml(child.data)
      : isTag(child) && child.name !== 'office:annotation'
        ? toHtml(child, writing)
        : '',
  );
  return `<h${level}>${words.join('')}</h${level}>${comments.join('')}`;
};

/** Writes a list, which is numbered if the style of its level is. Lists inside it have its style, where they name none. */
const listHtml = (element: Element, writing: Writing): string => {
  const { attribs } = element;
  const style = attribs['text:style-name'] ?? writing.list?.style ?? '';
  const level = (writing.list?.level ?? 0) + 1;
  const numbered = writing.numbersOf(style, level);
  const items = element.children.filter(isTag);
  const html = items.map((item) => `<li>${inside(item, { ...writing, list: { style, level } })}</li>`).join('');
  if (numbered === undefined) return `<ul>${html}</ul>`;
  const key = `${style} ${level}`;
  const goesOn = attribs['text:continue-numbering'] === 'true' || attribs['text:continue-list'] !== undefined;
  const stated = Number(items[0]?.attribs['text:start-value']);
  const start = stated || (goesOn ? (writing.counts.get(key) ?? numbered - 1) + 1 : numbered);
  writing.counts.set(key, start - 1 + items.filter((item) => item.name === 'text:list-item').length);
  return `<ol start="${start}">${html}</ol>`;
};

/** The text of an embedded equation: as its author typed it, else its letters and signs; nothing for another object. */
const equationOf = (content: Uint8Array | undefined): string => {
  if (content === undefined) return '';
  const [math] = named(parseXml(content), 'math');
  if (math === undefined) return '';
  const [typed] = named(math, 'annotation');
  if (typed === undefined) return xmlText(math).replace(/\s+/g, ' ').trim();
  // Braces around one sign only group it.
  return xmlText(typed)
    .replace(/\{\s*([^{}\s]*)\s*\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
};
