import type { Element } from 'domhandler';
import { asParleyError } from '../../../core/errors.ts';
import { escapeMarkdown, fencedCode } from '../../extract/write-markdown.ts';
import { xmlText } from '../../formats/office/xml.ts';
import { headReader } from '../export-parts.ts';
import { failure, type Item } from '../item.ts';
import { childNamed, childrenNamed, fieldOf } from './element-fields.ts';
import type { ExportedRecord } from './record-shapes/shape.ts';
import { recordItem } from './records.ts';
import { xmlElements } from './xml-elements.ts';

/** Fields of a bug in the order of reading. */
const FIELDS: readonly [string, string][] = [
  ['bug_status', 'Status'],
  ['resolution', 'Resolution'],
  ['dup_id', 'Duplicate of'],
  ['product', 'Product'],
  ['component', 'Component'],
  ['version', 'Version'],
  ['target_milestone', 'Target'],
  ['priority', 'Priority'],
  ['bug_severity', 'Severity'],
  ['rep_platform', 'Platform'],
  ['op_sys', 'Operating system'],
  ['assigned_to', 'Assigned to'],
  ['reporter', 'Reporter'],
  ['keywords', 'Keywords'],
  ['dependson', 'Depends on'],
  ['blocked', 'Blocks'],
  ['see_also', 'See also'],
];

/**
 * Streams bugs as Bugzilla writes them as XML. Each is a page under its own address, with its fields, its description and its
 * comments. Private comments are left out, and a bug that only a group may see is passed over.
 *
 * @param id the file's id; the id of a bug is `FILE/NUMBER`
 */
export async function* readBugzillaBugs(file: string, id: string): AsyncGenerator<Item> {
  let number = 0;
  try {
    const base = /<bugzilla\b[^<>]{0,2000}?\burlbase\s*=\s*"(https?:\/\/[^"<>\s]{1,500})"/.exec(
      await headReader(file)(),
    )?.[1];
    for await (const { element } of xmlElements(file, ['bug'])) {
      const input = `${file}:${++number}`;
      const bug = fieldOf(element, 'bug_id');
      if (element === undefined)
        yield failure(undefined, input, 'INPUT_TOO_LARGE', 'The bug is too large.', 'The other bugs are read.');
      else if (element.attribs.error !== undefined)
        yield {
          kind: 'skipped',
          input: `${input} (${bug})`,
          reason: 'a bug that Bugzilla did not show to who exported it',
        };
      else if (bug === '')
        yield failure(undefined, input, 'INPUT_UNREADABLE', 'The bug has no number.', 'Export it again.');
      else yield recordItem(recordOf(element, bug, base), input, id);
    }
    if (number === 0)
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The file holds no bug.', 'Export the bugs again.');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const recordOf = (bug: Element, number: string, base: string | undefined): ExportedRecord => ({
  id: number,
  title: `Bug ${number}: ${fieldOf(bug, 'short_desc')}`,
  fields: [
    ...FIELDS.flatMap(([name, label]) => {
      const values = childrenNamed(bug, name)
        .map(personOrText)
        .filter((value) => value !== '' && value !== '---');
      return values.length === 0 ? [] : [`${label}: ${values.join(', ')}`];
    }),
    ...attachedTo(bug),
  ],
  parts: childrenNamed(bug, 'long_desc')
    .filter(({ attribs }) => attribs.isprivate !== '1')
    .map((comment, at) => ({
      ...(at > 0 && {
        about: `Comment ${at} (${[personOrText(childNamed(comment, 'who')), fieldOf(comment, 'bug_when').slice(0, 10)].filter(Boolean).join(', ')})`,
      }),
      markdown: linesOf(xmlText(childNamed(comment, 'thetext'))),
    })),
  ...(base !== undefined && { url: `${base}show_bug.cgi?id=${number}` }),
  updated: fieldOf(bug, 'delta_ts')
    .replace(/^(\S+) (\S+) ([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4')
    .replace(/ [A-Z]{3,4}$/, ''),
  author: personOrText(childNamed(bug, 'reporter')),
  whyNot: childNamed(bug, 'group') === undefined ? undefined : 'a bug that not everybody may see',
});

/** The name of a person, who else is an address. */
const personOrText = (element: Element | undefined): string =>
  element === undefined ? '' : (element.attribs.name ?? xmlText(element)).trim();

const attachedTo = (bug: Element): string[] => {
  const names = childrenNamed(bug, 'attachment')
    .filter(({ attribs }) => attribs.isobsolete !== '1' && attribs.isprivate !== '1')
    .map((one) => fieldOf(one, 'desc') || fieldOf(one, 'filename'))
    .filter(Boolean);
  return names.length === 0 ? [] : [`Attached: ${names.join(', ')}`];
};

/** Lines of code end so, or are set in. */
const CODE_LINE = /^(?:\t| {2,})|[{};]\s*$/;

/** A comment as Markdown: its paragraphs, what it quotes, and code where most lines of a paragraph look so. */
const linesOf = (text: string): string =>
  text
    .trim()
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => {
      const lines = paragraph.split('\n');
      const areCode = lines.length > 1 && lines.filter((line) => CODE_LINE.test(line)).length > lines.length / 2;
      if (areCode) return fencedCode(paragraph.replace(/\s+$/, ''), '');
      return lines
        .map((line) =>
          line.startsWith('>') ? `> ${escapeMarkdown(line.slice(1).trim())}` : escapeMarkdown(line.trim()),
        )
        .join('\n');
    })
    .join('\n\n');
