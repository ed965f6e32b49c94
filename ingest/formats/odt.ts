import { escapeHtml } from '../extract/escape-html.ts';
import { extractWholeHtml } from '../extract/html.ts';
import { isoDate } from '../extract/metadata.ts';
import { damaged, locked } from './errors.ts';
import type { Reader } from './reader.ts';
import { type Element, isTag, isText, named, parseXml, xmlDepth, xmlText } from './xml.ts';
import { unzipBounded } from './zip.ts';

/** Maximum nesting of elements, because they are written recursively. */
const MAX_DEPTH = 500;

/** Reads an OpenDocument text (.odt, .ott) or presentation (.odp): headings, lists, tables, links, notes and comments. */
export const readOdt: Reader = (bytes) => {
  const files = unzipBounded(bytes, 'OpenDocument', (name) => /^(?:content|meta|META-INF\/manifest)\.xml$/.test(name));
  const content = files.get('content.xml');
  if (named(parseXml(files.get('META-INF/manifest.xml')), 'encryption-data').length > 0) throw locked('OpenDocument');
  if (content === undefined) throw damaged('OpenDocument', new Error('it has no content'));
  if (xmlDepth(content) > MAX_DEPTH) throw damaged('OpenDocument', new Error('it nests too deep'));
  const [body] = named(parseXml(content), 'body');
  const page = extractWholeHtml(body === undefined ? '' : inside(body));
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

const inside = (element: Element): string =>
  element.children
    .map((child) => (isText(child) ? escapeHtml(child.data) : isTag(child) ? toHtml(child) : ''))
    .join('');

/** The HTML element for each element. Others are replaced by their content. */
const TAGS: Readonly<Record<string, string>> = {
  'text:p': 'p',
  'text:list': 'ul',
  'text:list-item': 'li',
  'table:table': 'table',
  'table:table-header-rows': 'thead',
  'table:table-row': 'tr',
};
/** Tracked deletions, forms, the patterns of indexes, and text in place of pictures. */
const LEFT_OUT =
  /^(?:text:tracked-changes|text:[a-z-]+-source|office:forms|text:sequence-decls|svg:desc|svg:title|draw:image)$/;
/** Maximum repetitions of a cell. Sheets repeat empty cells up to their border. */
const MAX_REPEATS = 50;

const toHtml = (element: Element): string => {
  const { name, attribs } = element;
  if (LEFT_OUT.test(name)) return '';
  const tag = TAGS[name];
  if (tag !== undefined) return `<${tag}>${inside(element)}</${tag}>`;
  switch (name) {
    case 'text:h': {
      const level = Math.min(6, Math.max(1, Number(attribs['text:outline-level']) || 1));
      // A comment on a heading is no part of it.
      const comments = named(element, 'annotation').map((comment) => `<p>${toHtml(comment)}</p>`);
      const words = element.children.map((child) =>
        isText(child)
          ? escapeHtml(child.data)
          : isTag(child) && child.name !== 'office:annotation'
            ? toHtml(child)
            : '',
      );
      return `<h${level}>${words.join('')}</h${level}>${comments.join('')}`;
    }
    case 'text:a':
      return `<a href="${escapeHtml(attribs['xlink:href'] ?? '')}">${inside(element)}</a>`;
    case 'text:s':
      return ' '.repeat(Math.min(MAX_REPEATS, Number(attribs['text:c']) || 1));
    case 'text:tab':
      return ' ';
    case 'text:line-break':
      return '<br>';
    case 'text:note-citation':
      return '';
    case 'text:note':
      return ` (${inside(element)
        .replace(/<\/?p>/g, ' ')
        .trim()})`;
    case 'office:annotation':
      return ` [${inside(element)
        .replace(/<\/?p>/g, ' ')
        .trim()}] `;
    case 'draw:page':
      return `<section><h2>${escapeHtml(attribs['draw:name'] ?? '')}</h2>${inside(element)}</section>`;
    case 'table:table-cell': {
      const times = Math.min(MAX_REPEATS, Number(attribs['table:number-columns-repeated']) || 1);
      const span = (key: string, own: string) =>
        Number(attribs[key]) > 1 ? ` ${own}="${Math.floor(Number(attribs[key]))}"` : '';
      const cell = `<td${span('table:number-columns-spanned', 'colspan')}${span('table:number-rows-spanned', 'rowspan')}>${inside(element)}</td>`;
      return cell.repeat(times);
    }
    default:
      return inside(element);
  }
};
