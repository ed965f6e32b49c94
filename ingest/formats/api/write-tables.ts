import { extractMarkdownText } from '../../extract/markdown/markdown.ts';
import type { PageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';
import { normalTable } from '../../tables/normal.ts';
import { fieldsOf, typeOf } from './schema.ts';
import type { ReferringDocument } from './values.ts';

/** A link or code of Markdown. */
const MARKDOWN = /\]\([^()\s]{1,1000}\)|`[^`]+`/;

/** Writes a table of texts; nothing for one without rows, and no column that is empty throughout. */
export const writeTable = (
  page: PageBuilder,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): void => {
  const kept = columns.map((_, at) => at === 0 || rows.some((row) => (row[at] ?? '') !== ''));
  const filled = <Value>(row: readonly Value[]) => row.filter((_, at) => kept[at]);
  const table = normalTable({
    caption: '',
    header: [filled(columns)],
    rows: rows.map((row) => ({
      cells: filled(row).map((cell) => {
        const line = cell.replace(/\s+/g, ' ').trim();
        // Descriptions are Markdown; names are not.
        if (!MARKDOWN.test(line)) return { text: line, markdown: escapeMarkdown(line) };
        const text = line.replace(/\[([^\]]{1,300})\]\([^()\s]{1,1000}\)/g, '$1').replace(/`([^`]+)`/g, '$1');
        return { text, markdown: line.replaceAll('<', '\\<') };
      }),
    })),
  });
  if (table !== undefined) page.table(table);
};

/** Writes a text of Markdown below the heading of that level. */
export const writeText = (page: PageBuilder, markdown: string, level: number): void => {
  if (markdown.trim() === '') return;
  const text = extractMarkdownText(markdown);
  page.page(text, level);
  for (const link of text.links) page.link(link);
};

/** Writes a line as it stands, without its signs meaning anything. */
export const writeLine = (page: PageBuilder, line: string): void => page.block(escapeMarkdown(line), line);

/** Writes what a body is: its type in a line with the label, and its fields as a table. */
export const writeBody = (page: PageBuilder, label: string, schema: unknown, document: ReferringDocument): void => {
  const type = typeOf(schema, document);
  writeLine(page, type === '' ? `${label}.` : `${label}: ${type}.`);
  writeFields(page, schema, document);
};

/** Writes the fields of an object, or of the objects in a list, as a table. */
export const writeFields = (page: PageBuilder, schema: unknown, document: ReferringDocument): void => {
  const { items } = document.follow(schema);
  const fields = fieldsOf(items === undefined ? schema : items, document);
  writeTable(
    page,
    ['Field', 'Type', 'Required', 'Description'],
    fields.map(({ name, type, isRequired, description }) => [name, type, isRequired ? 'yes' : '', description]),
  );
};
