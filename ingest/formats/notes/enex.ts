import { isCDATA } from 'domhandler';
import { decode } from '../../extract/decode.ts';
import { type Element, isTag, isText, parseXmlText } from '../../extract/dom.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import { named, xmlText } from '../office/xml.ts';
import type { Reader } from '../reader.ts';
import { asProgramText, replaceDivisions } from './enex-blocks.ts';

/** Reads an export of Evernote (.enex): each note is a section with its dates, tags and author; a single note is the page. */
export const readEnex: Reader = (bytes, { contentType } = {}) => {
  const document = parseXmlText(decode(bytes, contentType));
  const notes = named(document, 'note');
  if (named(document, 'en-export').length === 0) throw damaged('Evernote', new Error('it is no export of notes'));
  const page = createPageBuilder();
  const [only] = notes.length === 1 ? notes : [];
  for (const note of notes) {
    const title = fieldOf(note, 'title');
    if (only === undefined) page.heading(2, title || 'Without a title');
    const details = only === undefined ? detailsOf(note) : tagsOf(note);
    if (details.length > 0) page.block(details.join('\\\n'), details.join('\n'));
    page.page(extractWholeHtml(htmlOf(note)), 2);
    const files = namesOf(note);
    if (files.length > 0) page.notice(`Files of the note "${title}" were not read: ${files.join(', ')}.`);
    if (named(note, 'content').some((one) => /<en-crypt\b/.test(markupOf(one))))
      page.notice(`A part of the note "${title}" is encrypted and was not read.`);
  }
  const [author, created, updated] = [authorOf(only), dateOf(only, 'created'), dateOf(only, 'updated')];
  return page.build(only === undefined ? '' : fieldOf(only, 'title'), {
    ...(author === '' ? {} : { author }),
    ...(created === '' ? {} : { published: created }),
    ...(updated === '' ? {} : { updated }),
  });
};

/** The element that says which list a task is in. */
const TASK_LIST = 'taskGroupNoteLevelID';

/** Maximum names of files in a notice. */
const MAX_NAMED = 10;

/** The note's text as HTML. It stands in the file as text (CDATA), or, by some versions, as elements. */
const htmlOf = (note: Element): string => {
  const [content] = named(note, 'content');
  const html = markupOf(content) || `<p>${escapeHtml(xmlText(content).trim())}</p>`;
  // A list that the note does not show stands at its end.
  const unplaced = named(note, TASK_LIST).filter((id) => !html.includes(xmlText(id).trim()));
  const lists = [...new Set(unplaced.map((id) => xmlText(id).trim()))].map((id) => taskList(note, `--en-id:${id}`));
  return replaceDivisions(
    html.replace(/(?=<\/en-note>\s*$)/, () => lists.join('')),
    (attributes, inner) => {
      if (/--en-task-group:\s*true/.test(attributes)) return taskList(note, attributes);
      return /--en-codeblock:\s*true/.test(attributes) ? asProgramText(inner) : undefined;
    },
  )
    .replace(/^\s*<\?xml[^>]*>/, '')
    .replace(/<en-todo\b[^>]*\bchecked\s*=\s*["']true["'][^>]*>/gi, '[x] ')
    .replace(/<en-todo\b[^>]*>/gi, '[ ] ')
    .replace(/<en-media\b[^>]*>|<\/en-(?:todo|media)>/gi, '')
    .replace(/<en-crypt\b[^>]*>[^<]*<\/en-crypt>/gi, '');
};

/**
 * The tasks of a list, as a list of HTML. They stand behind the note's text, each with the id of its list; the note holds only
 * words for programs that do not know tasks.
 */
const taskList = (note: Element, style: string): string => {
  const [, id = ''] = /--en-id:\s*([\w-]+)/.exec(style) ?? [];
  const items = named(note, 'task')
    .filter((task) => fieldOf(task, TASK_LIST) === id)
    .sort((a, b) => (fieldOf(a, 'sortWeight') < fieldOf(b, 'sortWeight') ? -1 : 1))
    .map((task) => {
      const due = dateOf(task, 'dueDate').slice(0, 10);
      const done = fieldOf(task, 'taskStatus') === 'completed' ? '[x]' : '[ ]';
      return `<li>${done} ${escapeHtml(fieldOf(task, 'title').trim())}${/^\d{4}-\d\d-\d\d$/.test(due) ? ` (due ${due})` : ''}</li>`;
    });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
};

/** What stands in the file as text (CDATA). */
const markupOf = (content: Element | undefined): string =>
  (content?.children ?? [])
    .flatMap((child) => (isCDATA(child) ? child.children : []))
    .map((child) => (isText(child) ? child.data : ''))
    .join('');

/** The text of the note's own element of that name, not of one inside its files. */
const fieldOf = (note: Element | undefined, name: string): string =>
  xmlText(note?.children.find((child): child is Element => isTag(child) && child.name === name)).trim();

/** "20130730T205204Z" as ISO 8601. */
const dateOf = (note: Element | undefined, name: string): string =>
  fieldOf(note, name).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z');

const authorOf = (note: Element | undefined): string =>
  note === undefined ? '' : xmlText(named(note, 'author')[0]).trim();

const tagsOf = (note: Element): string[] => {
  const tags = note.children.flatMap((child) => (isTag(child) && child.name === 'tag' ? [xmlText(child).trim()] : []));
  return tags.length === 0 ? [] : [`Tags: ${tags.join(', ')}`];
};

const detailsOf = (note: Element): string[] => [
  ...(authorOf(note) === '' ? [] : [`Author: ${authorOf(note)}`]),
  ...(dateOf(note, 'created') === '' ? [] : [`Created: ${dateOf(note, 'created').slice(0, 10)}`]),
  ...(dateOf(note, 'updated') === '' ? [] : [`Updated: ${dateOf(note, 'updated').slice(0, 10)}`]),
  ...tagsOf(note),
];

const namesOf = (note: Element): string[] =>
  named(note, 'file-name')
    .map((name) => xmlText(name).trim())
    .filter(Boolean)
    .slice(0, MAX_NAMED);
