import type { PassageLink } from '../../core/document.ts';
import { columnTypes } from '../../core/tables/columns.ts';
import { tableMarkdown } from '../../core/tables/markdown.ts';
import type { NormalTable } from '../tables/normal.ts';
import type { ExtractedPage, PageMetadata, TableDraft } from './page.ts';

/** Puts a page together from its parts, in reading order; offsets and headings of tables are kept right by it alone. */
export interface PageBuilder {
  heading(level: number, text: string): void;
  /** One block of Markdown: a paragraph, a list, a quote. `text` is the same without markup where the two differ. */
  block(markdown: string, text?: string): void;
  table(table: NormalTable): void;
  /** Adds a page that is a part of this one; its headings go `deeper` levels down. */
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
      lines.push(
        ...(caption === '' ? [] : [caption]),
        ...[columns.map((column) => column.join(' ')), ...rows].map((row) => row.join('\t')),
      );
    },
    page(page, deeper = 0) {
      if (page.markdown.trim() === '') return;
      // Headings inside grow by the same characters, so the places of tables move with them.
      const grown: { at: number; by: number }[] = [];
      const markdown = page.markdown.replace(/^(#{1,6})(?= )/gm, (marks, _marks, at: number) => {
        const inTable = page.tables.some(({ start, end }) => at >= start && at < end);
        const by = inTable ? 0 : Math.min(6, marks.length + deeper) - marks.length;
        if (by > 0) grown.push({ at, by });
        return marks + '#'.repeat(by);
      });
      const moved = (offset: number) => grown.reduce((sum, { at, by }) => (at < offset ? sum + by : sum), offset);
      const start = append(markdown);
      for (const table of page.tables)
        tables.push({
          ...table,
          headings: [...path(), ...table.headings],
          start: start + moved(table.start),
          end: start + moved(table.end),
        });
      lines.push(page.text);
      links.push(...page.links);
      notices.push(...(page.metadata.notices ?? []));
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
