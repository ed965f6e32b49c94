import { wordTable } from '../../../core/word-table.ts';
import { type Element, isTag, parseStorageFormat, textOf, walk } from '../../extract/dom.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import type { ExtractedPage } from '../../extract/page.ts';

/** Boxes of Confluence, by the names of their macros. */
const BOXES = wordTable<string>({ info: 'information', note: 'note', tip: 'tip', warning: 'warning' });
const AUI_KINDS = wordTable<string>({ error: 'warning', hint: 'tip', success: 'tip' });
/** Macros whose own text is all that they show; the others are drawn from elsewhere. */
const TEXT_MACROS = new Set([
  'expand',
  'panel',
  'section',
  'column',
  'excerpt',
  'details',
  'ui-tabs',
  'ui-tab',
  'div',
  'span',
  'center',
  'align',
]);
/** Macros that lead around the site. Nobody misses them. */
const SILENT_MACROS = new Set([
  'toc',
  'anchor',
  'children',
  'pagetree',
  'pagetreesearch',
  'livesearch',
  'recently-updated',
  'attachments',
  'contentbylabel',
  'index',
  'labels-list',
  'profile',
  'create-from-template',
]);
/** Macros that show program text. */
const CODE_MACROS = new Set(['code', 'noformat', 'code-block', 'codeblock', 'newcode', 'panelcode']);
/** Parameters that say to which thing a macro leads. */
const NAMING_PARAMETERS = ['key', 'title', 'jqlQuery', 'name', 'url'];

/** Elements of which nothing is shown. */
const HIDDEN = new Set([
  'ac:parameter',
  'ac:placeholder',
  'ac:task-id',
  'ac:task-uuid',
  'ac:adf-attribute',
  'ac:adf-node',
  'ac:adf-mark',
  'script',
  'style',
]);
/** Elements of HTML without a closing tag. */
const VOID = new Set(['br', 'hr', 'img', 'col', 'wbr', 'input']);
/** Attributes of HTML that reading looks at. */
const KEPT_ATTRIBUTES = ['href', 'colspan', 'rowspan', 'class', 'id', 'start', 'datetime', 'alt', 'scope'];

/** Maximum names of macros in a notice. */
const MAX_NAMED = 10;

/** Reads a page in Confluence's storage format (`ac:` and `ri:` elements in XHTML), as its backups hold it. */
export const readStorageFormat = (source: string): ExtractedPage => {
  const macros = new Set<string>();
  const page = extractWholeHtml(`<body>${storageHtml(source, macros)}</body>`);
  if (macros.size === 0) return page;
  const names =
    [...macros].slice(0, MAX_NAMED).join(', ') +
    (macros.size > MAX_NAMED ? ` and ${macros.size - MAX_NAMED} more` : '');
  const notice = `What these macros of Confluence show was left out: ${names}.`;
  return { ...page, metadata: { ...page.metadata, notices: [...(page.metadata.notices ?? []), notice] } };
};

/** Writes the storage format as HTML. @param unfilled collects the macros that are left out */
const storageHtml = (source: string, unfilled: Set<string>): string => {
  const out: string[] = [];
  // A backup holds the text as a section of characters, in which the end of another one is written with a space.
  walk(parseStorageFormat(source.replaceAll(']] >', ']]>')), {
    text: (data) => void out.push(escapeHtml(data)),
    enter(element) {
      const { name } = element;
      if (HIDDEN.has(name)) return false;
      const whole = wholeElement(element, unfilled);
      if (whole !== undefined) {
        out.push(whole);
        return false;
      }
      out.push(name.startsWith('ac:') || name.startsWith('ri:') ? openOf(element) : tagOf(element));
      return true;
    },
    leave(element) {
      if (VOID.has(element.name)) return;
      out.push(element.name.includes(':') ? closeOf(element) : `</${element.name}>`);
    },
  });
  return out.join('');
};

/** The HTML of an element that is written with all that is inside; undefined for one whose children follow. */
const wholeElement = (element: Element, unfilled: Set<string>): string | undefined => {
  switch (element.name) {
    case 'ac:structured-macro':
    case 'ac:macro':
      return wholeMacro(element, unfilled);
    case 'ac:link':
      return childOf(element, 'ac:link-body') === undefined ? linkWords(element) : undefined;
    case 'ac:image':
      return escapeHtml(element.attribs['ac:alt'] ?? '');
    case 'ac:emoticon':
      return escapeHtml(element.attribs['ac:emoji-fallback'] ?? '');
    case 'time':
      return escapeHtml(textOf(element) || (element.attribs.datetime ?? ''));
    case 'ac:task-status':
      return textOf(element).trim() === 'complete' ? '[x] ' : '[ ] ';
    default:
      return undefined;
  }
};

/** A macro that shows program text, a label, or something from elsewhere; undefined for one that shows its own text. */
const wholeMacro = (macro: Element, unfilled: Set<string>): string | undefined => {
  const name = macro.attribs['ac:name'] ?? '';
  const body = childOf(macro, 'ac:plain-text-body');
  if (CODE_MACROS.has(name)) {
    const language = parameterOf(macro, 'language');
    const title = parameterOf(macro, 'title');
    const code = `<pre><code${/^[\w+#-]{1,30}$/.test(language) ? ` class="language-${language}"` : ''}>${escapeHtml(textInside(body))}</code></pre>`;
    return title === '' ? code : `<p><b>${escapeHtml(title)}</b></p>${code}`;
  }
  if (name === 'status') return escapeHtml(parameterOf(macro, 'title'));
  if (SILENT_MACROS.has(name)) return '';
  if (childOf(macro, 'ac:rich-text-body') !== undefined) return undefined;
  if (body !== undefined)
    return name === 'html' || name === 'markdown'
      ? `<p>${escapeHtml(textInside(body))}</p>`
      : `<pre>${escapeHtml(textInside(body))}</pre>`;
  const leadsTo = NAMING_PARAMETERS.map((one) => parameterOf(macro, one)).find(Boolean) ?? '';
  if (name === 'jira' && leadsTo !== '') return escapeHtml(leadsTo);
  unfilled.add(leadsTo === '' ? name : `${name} (${leadsTo.slice(0, 80)})`);
  return '';
};

/** What stands before the text of an element of Confluence's own. */
const openOf = (element: Element): string => {
  const { name } = element;
  if (name === 'ac:task-list') return '<ul>';
  if (name === 'ac:task') return '<li>';
  if (name === 'ac:layout-cell' || name === 'ac:layout-section') return '<div>';
  if (name !== 'ac:structured-macro' && name !== 'ac:macro') return '';
  const macro = element.attribs['ac:name'] ?? '';
  const kind = boxOf(element, macro);
  const title = parameterOf(element, 'title');
  const shown = title === '' ? '' : `<p class="title"><b>${escapeHtml(title)}</b></p>`;
  if (kind !== undefined)
    return `<div class="confluence-information-macro confluence-information-macro-${kind}">${shown}<div class="confluence-information-macro-body">`;
  return TEXT_MACROS.has(macro) || title !== '' ? `<div>${shown}<div>` : '<div><div>';
};

const closeOf = ({ name }: Element): string => {
  if (name === 'ac:task-list') return '</ul>';
  if (name === 'ac:task') return '</li>';
  if (name === 'ac:layout-cell' || name === 'ac:layout-section') return '</div>';
  return name === 'ac:structured-macro' || name === 'ac:macro' ? '</div></div>' : '';
};

const boxOf = (macro: Element, name: string): string | undefined => {
  if (name !== 'auimessage') return BOXES[name];
  const type = parameterOf(macro, 'type');
  return BOXES[type] ?? AUI_KINDS[type] ?? 'note';
};

/** The words of a link: its own, or the page, the file or the person that it leads to. */
const linkWords = (link: Element): string => {
  const words = textInside(childOf(link, 'ac:plain-text-link-body'));
  if (words.trim() !== '') return escapeHtml(words);
  const resource = link.children.find((child): child is Element => isTag(child) && child.name.startsWith('ri:'));
  const stated = (name: string) => resource?.attribs[`ri:${name}`];
  const person = stated('username');
  return escapeHtml(
    (person === undefined ? undefined : `@${person}`) ??
      stated('content-title') ??
      stated('filename') ??
      stated('space-key') ??
      link.attribs['ac:anchor'] ??
      '',
  );
};

const tagOf = ({ name, attribs }: Element): string => {
  const kept = KEPT_ATTRIBUTES.flatMap((key) =>
    attribs[key] === undefined ? [] : ` ${key}="${escapeHtml(attribs[key])}"`,
  );
  return `<${name}${kept.join('')}>`;
};

const childOf = (element: Element, name: string): Element | undefined =>
  element.children.find((child): child is Element => isTag(child) && child.name === name);

const parameterOf = (macro: Element, name: string): string => {
  const found = macro.children.find(
    (child): child is Element => isTag(child) && child.name === 'ac:parameter' && child.attribs['ac:name'] === name,
  );
  return found === undefined ? '' : textOf(found).trim();
};

/** The text with its lines. */
const textInside = (element: Element | undefined): string => {
  let text = '';
  if (element !== undefined)
    walk(element, {
      text: (data) => {
        text += data;
      },
    });
  return text;
};
