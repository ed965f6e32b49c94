import { extractMarkdownText } from '../../extract/markdown/markdown.ts';
import { isoDate } from '../../extract/metadata.ts';
import type { PageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';

/** How a tracker of issues, tasks or cards names the columns of its export. */
interface IssueColumns {
  /** Columns that only this tracker's exports have together. */
  header: readonly string[];
  /** The number that people say: "PROJ-12"; undefined where the tracker has only internal ones. */
  key?: string;
  title: string;
  /** Columns of written text, in the order of reading. */
  texts: readonly string[];
  /** True if the texts are Markdown. */
  isMarkdown?: true;
  /** Each cell is a comment, in the form `DATE;AUTHOR;TEXT`. */
  comments?: string;
}

const TRACKERS: readonly IssueColumns[] = [
  // Jira
  {
    header: ['Issue key', 'Issue Type'],
    key: 'Issue key',
    title: 'Summary',
    texts: ['Description'],
    comments: 'Comment',
  },
  // Linear
  { header: ['ID', 'Team', 'Cycle Number'], key: 'ID', title: 'Title', texts: ['Description'], isMarkdown: true },
  // Asana
  { header: ['Task ID', 'Section/Column'], title: 'Name', texts: ['Notes'] },
  // Trello
  { header: ['Card ID', 'List Name'], title: 'Card Name', texts: ['Card Description'], isMarkdown: true },
  // GitLab
  {
    header: ['Issue ID', 'Author Username'],
    key: 'Issue ID',
    title: 'Title',
    texts: ['Description'],
    isMarkdown: true,
  },
  // Azure DevOps
  {
    header: ['ID', 'Work Item Type'],
    key: 'ID',
    title: 'Title',
    texts: ['Description', 'Repro Steps', 'Acceptance Criteria'],
  },
  // ClickUp
  { header: ['Task ID', 'Task Content'], title: 'Task Name', texts: ['Task Content'], isMarkdown: true },
];

/** Columns that only a program reads: ids of rows and people, ranks, sums of times that were never entered. */
const INTERNAL = /\bid$|\bids$|^uuid$|^work ratio$|^watchers|^last viewed$|\(rank\)$|^project (?:type|url)$|^σ/i;
const MAX_ROWS_ABOVE = 10;

/** The row with the names of columns, and how they are read; undefined for a table of another kind. */
const findHeader = (grid: readonly (readonly string[])[]) => {
  for (const [at, names] of grid.slice(0, MAX_ROWS_ABOVE).entries()) {
    const known = new Set(names);
    const columns = TRACKERS.find(({ header, title }) => [...header, title].every((name) => known.has(name)));
    if (columns !== undefined) return { at, names, columns };
  }
  return undefined;
};

/**
 * Writes an export of an issue tracker: each issue is a section with its fields, its text with its lines, and its comments. Its
 * rows are too wide for a table that people read, and repeat a column for each label and comment.
 *
 * @param grid the rows of the file
 * @returns false for a table of another kind, of which nothing was written
 */
export const writeIssues = (grid: readonly (readonly string[])[], page: PageBuilder): boolean => {
  const found = findHeader(grid);
  if (found === undefined) return false;
  const { at, names, columns } = found;
  const issues = grid.slice(at + 1).map((row) => fieldsOf(names, row));
  const keys = new Map(
    issues.flatMap((fields) => {
      const id = fields.get('Issue id')?.[0];
      return columns.key === undefined || id === undefined ? [] : [[id, headingOf(fields, columns)] as const];
    }),
  );
  for (const fields of issues) writeIssue(fields, columns, keys, page);
  return true;
};

/** The filled cells of a row by the names of their columns; of a name that several columns have, all of them. */
const fieldsOf = (names: readonly string[], row: readonly string[]): Map<string, string[]> => {
  const fields = new Map<string, string[]>();
  for (const [column, name] of names.entries()) {
    const value = row[column]?.trim() ?? '';
    if (name === '' || value === '') continue;
    const values = fields.get(name) ?? [];
    values.push(value);
    fields.set(name, values);
  }
  return fields;
};

const headingOf = (fields: ReadonlyMap<string, string[]>, { key, title }: IssueColumns): string =>
  [key === undefined ? undefined : fields.get(key)?.[0], fields.get(title)?.[0]].filter(Boolean).join(': ');

const writeIssue = (
  fields: ReadonlyMap<string, string[]>,
  columns: IssueColumns,
  keys: ReadonlyMap<string, string>,
  page: PageBuilder,
): void => {
  const heading = headingOf(fields, columns);
  if (heading === '') return;
  page.heading(2, heading);
  const own = new Set([columns.key, columns.title, columns.comments, ...columns.texts]);
  const lines = [...fields].flatMap(([name, values]) => {
    // Only Jira's export names a parent by the number that its program uses.
    const parent = /^parent(?: id)?$/i.test(name) ? keys.get(values[0] ?? '') : undefined;
    if (parent !== undefined) return [`Parent: ${parent}`];
    return own.has(name) || INTERNAL.test(name)
      ? []
      : [`${fieldName(name)}: ${[...new Set(values.map(plainDate))].join(', ')}`];
  });
  // As a list, whose lines state facts.
  page.block(lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n'), lines.join('\n'));
  for (const text of columns.texts.flatMap((name) => fields.get(name) ?? [])) {
    if (columns.isMarkdown) page.page(extractMarkdownText(text), 2);
    else writeText(text, page);
  }
  for (const comment of fields.get(columns.comments ?? '') ?? []) writeText(commentText(comment), page);
};

/** "Custom field (Story Points)" as people call it. */
const fieldName = (name: string): string => name.replace(/^Custom field \((.*)\)$/, '$1');

/** "Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00)" and "2026-10-09T08:00:00.000Z" as a day; other values as they are. */
const plainDate = (value: string): string =>
  /^(?:\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT|\d{4}-\d\d-\d\dT\d\d:\d\d)/.test(value)
    ? (isoDate(value.replace(/ \([^()]*\)$/, ''))?.slice(0, 10) ?? value)
    : value;

/** Writes plain text as paragraphs with their lines. */
const writeText = (text: string, page: PageBuilder): void => {
  for (const paragraph of text.split(/\n\s*\n/)) {
    const lines = paragraph.split('\n').map((line) => line.trim());
    page.block(lines.map(escapeMarkdown).join('\\\n'), lines.join('\n'));
  }
};

/** `05/Sep/26 11:00 AM;5b10ac;First run failed`: an author is a name, or a number that only Jira knows. */
const commentText = (comment: string): string => {
  const [, date, author = '', text] = /^([^;\n]{6,30});([^;\n]{0,100});([\s\S]+)$/.exec(comment) ?? [];
  if (date === undefined || text === undefined) return comment;
  const name = /^(?:[\da-f]{5,}|\d+:[\da-f-]+|JIRAUSER\d+)$/i.test(author) ? '' : author;
  return `Comment${name && ` by ${name}`} (${date}): ${text}`;
};
