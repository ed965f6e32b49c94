import type { PassageLink } from '../../core/document.ts';
import { columnTypes } from '../../core/tables/columns.ts';
import { tableMarkdown } from '../../core/tables/markdown.ts';
import type { NormalTable } from '../tables/normal.ts';
import type { ExtractedPage, PageMetadata, TableDraft } from './page.ts';

/** Builds a page from its parts in reading order, with the offsets and headings of its tables. */
export interface PageBuilder {
  heading(level: number, text: string): void;
  /** Adds a block of Markdown: a paragraph, a list, a quote. `text` is the same without markup, if they differ. */
  block(markdown: string, text?: string): void;
  table(table: NormalTable): void;
  /** Adds a page as a part of this one, with its headings `deeper` levels lower. */
  page(page: ExtractedPage, deeper?: number): void;
  link(link: PassageLink): void;
  notice(text: string): void;
  build(title: string, metadata?: PageMetadata): ExtractedPage;
}

/**
 * Starts a page.
 *
 * @example
 * const page = createPageBuilder();
 * page.heading(2, 'Prices');
 * page.table(normal);
 * return page.build('Price list');
 */
export const createPageBuilder = (): PageBuilder => {
  const parts: string[] = [];
  const lines: string[] = [];
  const tables: TableDraft[] = [];
  const links: PassageLink[] = [];
  const notices: string[] = [];
  let length = 0;
  let headings: { level: number; text: string }[] = [];
  const append = (markdown: string): number => {
    if (length > 0) length += 2;
    const start = length;
    parts.push(markdown);
    length += markdown.length;
    return start;
  };
  const path = () => headings.map(({ text }) => text);
  const builder: PageBuilder = {
    heading(level, text) {
      const words = text.replace(/\s+/g, ' ').trim();
      if (words === '') return;
      const bounded = Math.min(6, Math.max(1, level));
      headings = [...headings.filter((heading) => heading.level < bounded), { level: bounded, text: words }];
      append(`${'#'.repeat(bounded)} ${words}`);
      lines.push(words);
    },
    block(markdown, text = markdown) {
      const trimmed = markdown.trim();
      if (trimmed === '') return;
      append(trimmed);
      lines.push(text.trim());
    },
    table({ caption, columns, rows, markdownRows }) {
      const markdown = tableMarkdown({ columns, rows: markdownRows });
      const start = append(markdown);
      const types = columnTypes(rows, columns.length, columns);
      tables.push({
        caption,
        headings: path(),
        columns,
        rows,
        types,
        markdown,
        links: [],
        start,
        end: start + markdown.length,
      });
      if (caption !== '') lines.push(caption);
      lines.push(columns.map((column) => column.join(' ')).join('\t'));
      for (const row of rows) lines.push(row.join('\t'));
    },
    page(page, deeper = 0) {
      if (page.markdown.trim() === '') return;
      const inner = deepen(page, deeper);
      const start = append(inner.markdown);
      for (const table of inner.tables)
        tables.push({
          ...table,
          headings: [...path(), ...table.headings],
          start: start + table.start,
          end: start + table.end,
        });
      lines.push(page.text);
      for (const link of page.links) links.push(link);
      for (const notice of page.metadata.notices ?? []) notices.push(notice);
    },
    link: (link) => void links.push(link),
    notice: (text) => void notices.push(text),
    build: (title, metadata = {}) => ({
      title,
      text: lines.join('\n'),
      markdown: parts.join('\n\n'),
      tables,
      links,
      metadata: notices.length === 0 ? metadata : { ...metadata, notices },
    }),
  };
  return builder;
};

/** Lowers the headings of a page by some levels, and adjusts the offsets of its tables. */
const deepen = ({ markdown, tables }: ExtractedPage, levels: number): Pick<ExtractedPage, 'markdown' | 'tables'> => {
  // Comments in code are not headings. Unclosed code extends to the end, as in CommonMark.
  let fence: string | undefined;
  const between = (from: number, to?: number) =>
    markdown
      .slice(from, to)
      .replace(/^(?:(`{3,}|~{3,})(.*)|(#{1,6})(?= ))/gm, (all, marks?: string, behind = '', heading?: string) => {
        if (marks === undefined)
          return fence === undefined && heading !== undefined ? '#'.repeat(Math.min(6, heading.length + levels)) : all;
        if (fence === undefined) fence = marks;
        else if (marks.startsWith(fence) && behind.trim() === '') fence = undefined;
        return all;
      });
  const moved: TableDraft[] = [];
  let deeper = '';
  let at = 0;
  for (const table of tables.toSorted((a, b) => a.start - b.start)) {
    deeper += between(at, table.start);
    moved.push({ ...table, start: deeper.length, end: deeper.length + table.end - table.start });
    deeper += markdown.slice(table.start, table.end);
    at = table.end;
  }
  return { markdown: deeper + between(at), tables: moved };
};
