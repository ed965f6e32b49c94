import { oneLine } from '../../../core/text/one-line.ts';
import { decode } from '../../extract/decode.ts';
import { parseXmlText, walk } from '../../extract/dom.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { leftOutNotices } from '../../extract/includes/include.ts';
import { damaged } from '../errors.ts';
import { type Element, isTag, isText, localName, named, xmlText } from '../office/xml.ts';
import type { Reader } from '../reader.ts';
import { expandEntities } from './entities.ts';
import { commandSynopsis, functionSynopsis } from './synopsis.ts';
import { BOX_WORDS, KEYS, MENU_PATHS, TASK_PARTS, VOCABULARY } from './vocabulary.ts';

/** Reads a manual's source in XML: DocBook 4 and 5, DITA topics, GNOME's Mallard. */
export const readXmlManual: Reader = (bytes, { contentType, url } = {}) => {
  const { text, files } = expandEntities(decode(bytes, contentType));
  const root = parseXmlText(text).children.find(isTag);
  if (root === undefined) throw damaged('XML', new Error('it holds no element'));
  const titles = titlesById(root);
  const unfilled = new Set<string>();
  const page = extractWholeHtml(`<body>${manualHtml(root, titles, unfilled)}</body>`, { url });
  const included = [...new Set([...files, ...unfilled])];
  const title = oneLine(titleOf(root)) || oneLine(xmlText(named(root, 'refname')[0]));
  const language = root.attribs['xml:lang'] ?? root.attribs.lang;
  return {
    ...page,
    title,
    metadata: {
      ...page.metadata,
      // KDE writes `&language;`, which another file declares.
      ...(language !== undefined && /^[a-z]{2,3}(?:[-_]\w{2,4})?$/i.test(language)
        ? { language: language.replace('_', '-') }
        : {}),
      ...(included.length > 0 && { notices: leftOutNotices(included) }),
    },
  };
};

const childNamed = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child): child is Element => isTag(child) && localName(child) === name);

const INFO = /^(?:\w*info|title)$/;

/** The title of a part: its own, or the one in what it says about itself. */
const titleOf = (element: Element): string => {
  const own = childNamed(element, 'title');
  if (own !== undefined) return xmlText(own);
  const info = element.children.find((child): child is Element => isTag(child) && INFO.test(localName(child)));
  const stated = info && childNamed(info, 'title');
  return stated === undefined ? '' : xmlText(stated);
};

/** The name of a page of reference, such as a command or a function, which has no title. */
const referenceName = (element: Element): string =>
  oneLine(xmlText(childNamed(childNamed(element, 'refnamediv'), 'refname')));

/** The titles of a manual's parts by their ids, which links name. */
const titlesById = (root: Element): ReadonlyMap<string, string> => {
  const titles = new Map<string, string>();
  walk(root, {
    enter(element) {
      const id = element.attribs.id ?? element.attribs['xml:id'];
      if (id !== undefined && !titles.has(id)) {
        const title = oneLine(titleOf(element)) || referenceName(element);
        if (title !== '') titles.set(id, title);
      }
    },
  });
  return titles;
};

/** Writes a manual as HTML. @param unfilled collects the files and parts that would be inserted */
const manualHtml = (root: Element, titles: ReadonlyMap<string, string>, unfilled: Set<string>): string => {
  const out: string[] = [];
  const closing = new Map<Element, string>();
  let level = 1;
  walk(root, {
    text: (data) => void out.push(escapeHtml(data)),
    enter(element) {
      const whole = wholeElement(element, root, titles, unfilled);
      if (whole !== undefined) {
        out.push(whole);
        return false;
      }
      const written = VOCABULARY.get(localName(element));
      if (written === 'nothing') return false;
      if (written === 'section' && element !== root) {
        level++;
        const title = oneLine(titleOf(element)) || referenceName(element) || (TASK_PARTS[localName(element)] ?? '');
        const id = element.attribs.id ?? element.attribs['xml:id'];
        const anchor = id === undefined ? '' : ` id="${escapeHtml(id)}"`;
        out.push(headingOf(element, title, level, anchor));
        closing.set(element, '</div>');
      } else {
        const [open, close] = tagsOf(element, written);
        out.push(open);
        closing.set(element, close);
      }
      return true;
    },
    leave(element) {
      out.push(closing.get(element) ?? '');
      closing.delete(element);
      if (VOCABULARY.get(localName(element)) === 'section' && element !== root) level--;
    },
  });
  return out.join('');
};

/** Parts that have a title without being a section of the manual. */
const TITLED =
  /^(?:example|procedure|formalpara|figure|informalfigure|sidebar|prereq|context|result|postreq|abstract|cause|remedy|condition)$/;

const headingOf = (element: Element, title: string, level: number, anchor: string): string => {
  const open = `<div${anchor}>`;
  if (title === '') return open;
  if (TITLED.test(localName(element))) return `${open}<p><b>${escapeHtml(title)}</b></p>`;
  const depth = Math.min(6, level);
  return `${open}<h${depth}>${escapeHtml(title)}</h${depth}>`;
};

/** The HTML of an element that is written with all that is inside; undefined for one whose children follow. */
const wholeElement = (
  element: Element,
  root: Element,
  titles: ReadonlyMap<string, string>,
  unfilled: Set<string>,
): string | undefined => {
  const name = localName(element);
  const { attribs } = element;
  switch (name) {
    case 'title':
      return titleHtml(element, root);
    case 'cmdsynopsis':
      return `<pre>${escapeHtml(commandSynopsis(element))}</pre>`;
    case 'funcsynopsis':
      return `<pre>${escapeHtml(functionSynopsis(element))}</pre>`;
    case 'refnamediv': {
      const names = named(element, 'refname').map((one) => oneLine(xmlText(one)));
      return `<p>${escapeHtml([names.join(', '), oneLine(xmlText(named(element, 'refpurpose')[0]))].filter(Boolean).join(' — '))}</p>`;
    }
    case 'footnote':
    case 'fn':
      return ` (${escapeHtml(oneLine(xmlText(element)))})`;
    case 'include':
      unfilled.add(attribs.href ?? 'a part');
      return '';
    case 'xref':
    case 'link':
    case 'ulink':
      return linkHtml(element, titles);
    case 'quote':
    case 'q':
      return `“${escapeHtml(xmlText(element))}”`;
    default:
  }
  if (attribs.conref !== undefined && xmlText(element).trim() === '') {
    unfilled.add(attribs.conref);
    return '…';
  }
  // A value that the manual's map knows alone stands by its key.
  if (attribs.keyref !== undefined && xmlText(element).trim() === '')
    return escapeHtml(attribs.keyref.split('/').at(-1) ?? '');
  if (MENU_PATHS.has(name)) return partsInside(element, ' → ');
  if (KEYS.has(name)) return partsInside(element, '+');
  return undefined;
};

const partsInside = (element: Element, between: string): string =>
  element.children
    .map((child) =>
      isTag(child) ? (localName(child) === 'shortcut' ? '' : xmlText(child)) : isText(child) ? child.data : '',
    )
    .map((part) => escapeHtml(oneLine(part)))
    .filter(Boolean)
    .join(between);

/** A title is written by its part; that of a list, a box or a table stands above it, and that of an item is its term. */
const titleHtml = (element: Element, root: Element): string => {
  const { parent } = element;
  if (parent === null || !isTag(parent) || parent === root || VOCABULARY.get(localName(parent)) === 'section')
    return '';
  const words = escapeHtml(oneLine(xmlText(element)));
  const holder = localName(parent);
  if (holder === 'table') return `<caption>${words}</caption>`;
  if (holder === 'item' && parent.parent !== null && isTag(parent.parent) && localName(parent.parent) === 'terms')
    return `<dt>${words}</dt>`;
  return `<p><b>${words}</b></p>`;
};

const linkHtml = (element: Element, titles: ReadonlyMap<string, string>): string => {
  const { attribs } = element;
  const href = attribs.url ?? attribs['xlink:href'] ?? attribs.href ?? '';
  const place = attribs.linkend ?? attribs.endterm ?? attribs.xref ?? (href.startsWith('#') ? href.slice(1) : '');
  const words = oneLine(xmlText(element));
  const shown = escapeHtml(
    words || titles.get(place) || attribs.xreflabel || href || attribs.keyref || place.replace(/[-_]/g, ' '),
  );
  return /^https?:\/\/|^mailto:/i.test(href) ? `<a href="${escapeHtml(href)}">${shown}</a>` : shown;
};

/** What stands before and behind an element's children. */
const tagsOf = (element: Element, written: ReturnType<typeof VOCABULARY.get>): [string, string] => {
  const name = localName(element);
  const parent = element.parent !== null && isTag(element.parent) ? localName(element.parent) : '';
  if (name === 'note' || written === 'box') {
    const kind = element.attribs.type ?? element.attribs.style ?? name;
    const word = BOX_WORDS[kind.split(' ')[0] ?? ''] ?? 'Note';
    return [`<div class="admonition"><p class="admonition-title">${word}</p>`, '</div>'];
  }
  // Mallard's items stand in lists, steps and lists of terms.
  if (name === 'item') return parent === 'terms' ? ['<dd>', '</dd>'] : ['<li>', '</li>'];
  if (name === 'varlistentry' || name === 'dlentry' || name === 'plentry') return ['', ''];
  if (name === 'listitem' && parent === 'varlistentry') return ['<dd>', '</dd>'];
  if (name === 'glossentry') return ['<dl>', '</dl>'];
  if (name === 'glossterm') return parent === 'glossentry' ? ['<dt>', '</dt>'] : ['', ''];
  if (name === 'question') return ['<li><p><b>', '</b></p>'];
  if (name === 'answer') return ['', '</li>'];
  if (name === 'emphasis' && /bold|strong/.test(element.attribs.role ?? '')) return ['<strong>', '</strong>'];
  if (typeof written !== 'object') return BLOCKS.has(name) ? ['<div>', '</div>'] : ['', ''];
  const { tag } = written;
  if (tag === 'td') return cellTags(element, parent);
  // A command of a step stands in its item, beside what it says more.
  return [`<${tag}>`, `</${tag}>`];
};

const BLOCKS = new Set([
  'section',
  'body',
  'conbody',
  'taskbody',
  'refbody',
  'stepresult',
  'info',
  'mediaobject',
  'caption',
  'textobject',
]);

const HEAD_CELLS = /hd$/;
const HEAD_ROWS = /^(?:sthead|prophead|chhead)$/;

/** A cell, with the columns and rows that it spans. */
const cellTags = (element: Element, row: string): [string, string] => {
  const group = element.parent?.parent;
  const isHead =
    HEAD_CELLS.test(localName(element)) ||
    HEAD_ROWS.test(row) ||
    (group != null && isTag(group) && localName(group) === 'thead');
  const { namest, nameend, morerows, colspan, rowspan } = element.attribs;
  const [first, last] = [columnOf(element, namest), columnOf(element, nameend)];
  const columns = first !== -1 && last > first ? last - first + 1 : Number(colspan ?? 1);
  const rows = Number(morerows ?? 0) + 1 > 1 ? Number(morerows) + 1 : Number(rowspan ?? 1);
  const tag = isHead ? 'th' : 'td';
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`;
  return [`<${tag}${spans}>`, `</${tag}>`];
};

/** The place of a column that a cell names. */
const columnOf = (cell: Element, name: string | undefined): number => {
  if (name === undefined) return -1;
  let at = cell.parent;
  while (at !== null && !(isTag(at) && localName(at) === 'tgroup')) at = at.parent;
  const columns =
    at === null ? [] : at.children.filter((child): child is Element => isTag(child) && localName(child) === 'colspec');
  const found = columns.findIndex(({ attribs }) => attribs.colname === name);
  return found !== -1 ? found : Number(/\d+$/.exec(name)?.[0] ?? 0) - 1;
};
