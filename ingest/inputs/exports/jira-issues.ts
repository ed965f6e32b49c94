import type { Element } from 'domhandler';
import { asParleyError } from '../../../core/errors.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { isoDate } from '../../extract/metadata.ts';
import { xmlText } from '../../formats/office/xml.ts';
import { readerOf } from '../../sandbox/index.ts';
import { contentHash, failure, type Item } from '../item.ts';
import { childNamed, childrenNamed, fieldOf } from './element-fields.ts';
import { xmlElements } from './xml-elements.ts';

/** Fields of an issue in the order of reading. Jira names them in its own words, not in those of its language. */
const FIELDS: readonly [string, string][] = [
  ['type', 'Type'],
  ['status', 'Status'],
  ['resolution', 'Resolution'],
  ['priority', 'Priority'],
  ['assignee', 'Assignee'],
  ['reporter', 'Reporter'],
  ['project', 'Project'],
  ['parent', 'Parent'],
  ['component', 'Component'],
  ['version', 'Affects version'],
  ['fixVersion', 'Fix version'],
  ['due', 'Due'],
  ['created', 'Created'],
  ['resolved', 'Resolved'],
];
const DATES = new Set(['due', 'created', 'resolved']);
/** Fields that only Jira's program reads. */
const INTERNAL = /\brank\b|^development$|^flagged$|\[chart\]/i;

/**
 * Streams issues that Jira exported as XML. Each issue is a page under its own address, with its fields, its description and its
 * comments.
 *
 * @param id the file's id; the id of an issue is `FILE/KEY`
 */
export async function* readJiraIssues(file: string, id: string): AsyncGenerator<Item> {
  let number = 0;
  try {
    for await (const { element } of xmlElements(file, ['item'])) {
      const input = `${file}:${++number}`;
      const key = fieldOf(element, 'key');
      if (element === undefined)
        yield failure(undefined, input, 'INPUT_TOO_LARGE', 'The issue is too large.', 'The other issues are read.');
      else if (key === '')
        yield failure(
          undefined,
          input,
          'INPUT_UNREADABLE',
          'The issue has no key.',
          'Export it with all of its fields.',
        );
      else yield issueItem(element, key, input, id);
    }
    if (number === 0)
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The file holds no issue.', 'Export the issues again.');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const readHtml = readerOf({ name: 'html', packed: false });

const issueItem = (issue: Element, key: string, input: string, id: string): Item => {
  const page = `${id}/${key}`;
  const html = issueHtml(issue);
  const title = `${key}: ${fieldOf(issue, 'summary') || fieldOf(issue, 'title').replace(/^\[[^\]]{1,40}\] ?/, '')}`;
  const link = fieldOf(issue, 'link');
  const url = /^https?:\/\//i.test(link) && URL.canParse(link) ? link : undefined;
  const updated = isoDate(fieldOf(issue, 'updated'));
  const author = fieldOf(issue, 'reporter');
  return {
    kind: 'page',
    input,
    id: page,
    ...(url !== undefined && { url }),
    hash: contentHash(page, title, html, url ?? ''),
    extract: async () => {
      const read = await readHtml(Buffer.from(html), { markup: 'text', url });
      return { ...read, title, metadata: { ...read.metadata, ...(author && { author }), ...(updated && { updated }) } };
    },
  };
};

const issueHtml = (issue: Element): string => {
  const lines = [
    ...FIELDS.map(([name, label]) => [label, valuesOf(issue, name).map(DATES.has(name) ? dayOf : plain)] as const),
    ['Labels', childrenNamed(childNamed(issue, 'labels'), 'label').map(textOfElement)] as const,
    ...childrenNamed(childNamed(issue, 'customfields'), 'customfield').map(customField),
    ...linksOf(issue),
    ['Subtasks', childrenNamed(childNamed(issue, 'subtasks'), 'subtask').map(textOfElement)] as const,
    [
      'Attached',
      childrenNamed(childNamed(issue, 'attachments'), 'attachment').map(({ attribs }) => attribs.name ?? ''),
    ] as const,
  ].flatMap(([label, values]) => {
    const shown = [...new Set(values.filter(Boolean))].join(', ');
    return shown === '' || INTERNAL.test(label) ? [] : [`<li>${escapeHtml(label)}: ${escapeHtml(shown)}</li>`];
  });
  const texts = ['description', 'environment'].map((name) => {
    const html = xmlText(childNamed(issue, name)).trim();
    return html === '' || name === 'description' ? html : `<p><b>Environment</b></p>${html}`;
  });
  const comments = childrenNamed(childNamed(issue, 'comments'), 'comment').map((comment) => {
    const { author = '', created = '' } = comment.attribs;
    // A number stands for a person that Jira knows alone.
    const name = /^(?:[\da-f]{24}|\d+:[\da-f-]+|JIRAUSER\d+)$/i.test(author) ? '' : author;
    const said = [name, dayOf(created)].filter(Boolean).join(', ');
    return `<p><b>Comment${said === '' ? '' : ` (${escapeHtml(said)})`}</b></p>${xmlText(comment).trim()}`;
  });
  return `<body><ul>${lines.join('')}</ul>${texts.join('')}${comments.join('')}</body>`;
};

const valuesOf = (issue: Element, name: string): string[] => childrenNamed(issue, name).map(textOfElement);
const textOfElement = (element: Element): string => xmlText(element).trim();

const customField = (field: Element): readonly [string, string[]] => [
  fieldOf(field, 'customfieldname'),
  childrenNamed(childNamed(field, 'customfieldvalues'), 'customfieldvalue').map((value) => {
    const text = textOfElement(value)
      .replace(/<[^<>]{1,200}>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return /^\w{3}, \d{1,2} \w{3} \d{4} /.test(text) ? dayOf(text) : text;
  }),
];

/** Links between issues, by what Jira calls them: "blocks", "is blocked by". */
const linksOf = (issue: Element): (readonly [string, string[]])[] =>
  childrenNamed(childNamed(issue, 'issuelinks'), 'issuelinktype').flatMap((type) =>
    ['outwardlinks', 'inwardlinks'].flatMap((direction) =>
      childrenNamed(type, direction).map(
        (links) =>
          [
            links.attribs.description ?? fieldOf(type, 'name'),
            childrenNamed(links, 'issuelink').map((link) => fieldOf(link, 'issuekey')),
          ] as const,
      ),
    ),
  );

const plain = (value: string): string =>
  /^(?:unassigned|unresolved|none)$/i.test(value) ? value.toLowerCase() : value;

const dayOf = (value: string): string => isoDate(value)?.slice(0, 10) ?? value;
