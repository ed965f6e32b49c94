import type { Document, Passage, Table } from '../../core/document.ts';
import { tablePieces } from '../../core/tables/markdown.ts';
import type { Anchor, TableDraft } from '../extract/page.ts';
import { withLead } from './around-table.ts';
import type { Block } from './belonging.ts';
import { markdownBlocks, textBlocks } from './blocks.ts';
import { isNameOf } from './draft.ts';
import { joinParts } from './join-parts.ts';
import { linksOf, placeLinks } from './links.ts';

/** Maximum characters of a table passage. Longer tables are cut between rows. */
const TABLE_CHARACTERS = 1800;

/** The fields of a document on which its passages depend. */
export type ChunkInput = Pick<Document, 'id' | 'title' | 'text' | 'scopes' | 'url' | 'updatedAt'>;

export interface ChunkOptions {
  /** Data tables of the text with their offsets. Their rows become passages of kind `table`. */
  tables?: readonly TableDraft[];
  /** Anchors of the page that a passage's link can lead to, in the order of the text. */
  anchors?: readonly Anchor[];
  /** Where text goes on behind a list of terms, which belongs to none of them. */
  listEnds?: readonly number[];
  /** `text` if the text contains no Markdown. */
  format?: 'markdown' | 'text';
}

/**
 * Splits a document into passages at headings and paragraphs, and gives its tables their ids.
 *
 * Lists, code and paragraphs stay whole unless one alone is longer than a passage may be. Then lists are cut between items, code
 * between lines, and paragraphs between groups of sentences (Hybrid RAG, "Text Chunks Processing"). Short sections are joined
 * with the next one, and their headings stay in the text. For kind `text`, `text === document.text.slice(start, end)`.
 */
export const chunkDocument = (
  document: ChunkInput,
  { tables = [], anchors = [], listEnds = [], format = 'markdown' }: ChunkOptions = {},
): { passages: Passage[]; tables: Table[] } => {
  const passages: Passage[] = [];
  const linkTo = placeLinks(document.url, anchors);
  const named = tables.map((draft, index) => toTable(document, draft, index));
  const add = (part: Pick<Passage, 'kind' | 'headings' | 'text' | 'start' | 'end' | 'links' | 'tableId'>) =>
    passages.push({
      id: `${document.id}#${passages.length}`,
      documentId: document.id,
      ordinal: passages.length,
      title: document.title,
      scopes: document.scopes,
      url: linkTo(part.start),
      updatedAt: document.updatedAt,
      ...part,
    });
  const nameOf = tableNames(named);
  for (const part of joinParts(document, blocksAround(document.text, tables, format), { anchors, listEnds, tables })) {
    if ('table' in part) {
      const table = named[part.table]!;
      const draft = tables[part.table]!;
      const pieces = tablePieces(
        { ...table, caption: table.caption || (part.headings?.at(-1) ?? nameOf(table)) },
        { title: document.title, limit: TABLE_CHARACTERS },
      ).map(({ text }) => text);
      const links = linksOf(pieces, draft.links);
      const { lead, note } = part;
      for (const [piece, rows] of pieces.entries()) {
        const isFirst = piece === 0 && lead !== undefined;
        const isLast = piece === pieces.length - 1 && note !== undefined;
        const led = isFirst ? withLead(rows, document.text.slice(lead.start, lead.end)) : rows;
        add({
          kind: 'table',
          headings: part.headings ?? table.headings,
          text: isLast ? `${led}\n\n${document.text.slice(note.start, note.end)}` : led,
          start: isFirst ? lead.start : draft.start,
          end: isLast ? note.end : draft.end,
          links: [...(isFirst ? lead.links : []), ...(links[piece] ?? []), ...(isLast ? note.links : [])],
          tableId: table.id,
        });
      }
    } else {
      const headings = part.entryTerm === undefined ? part.headings : [...part.headings, part.entryTerm];
      add({ ...part, headings, kind: 'text', text: document.text.slice(part.start, part.end) });
    }
  }
  return { passages, tables: named };
};

const toTable = (
  document: ChunkInput,
  { caption, headings, columns, rows, types }: TableDraft,
  index: number,
): Table => ({
  id: `${document.id}#table-${index}`,
  documentId: document.id,
  caption,
  headings: headings.filter((heading, i) => i > 0 || !isNameOf(heading, document.title)),
  columns,
  rows,
  types,
  scopes: document.scopes,
});

/** Minimum tables below headings of one name on a page that are told apart by the heading above. */
const MIN_NAMESAKES = 3;

/** What a table without a caption is called: by its heading, and "Parameters" of each function with the function's. */
const tableNames = (tables: readonly Table[]): ((table: Table) => string) => {
  const counts = new Map<string, number>();
  for (const { headings } of tables) counts.set(headings.at(-1) ?? '', (counts.get(headings.at(-1) ?? '') ?? 0) + 1);
  return ({ headings }) => {
    const own = headings.at(-1) ?? '';
    return (counts.get(own) ?? 0) >= MIN_NAMESAKES ? headings.slice(-2).join(' > ') : own;
  };
};

/** Splits the text between the tables into blocks, and puts the tables between them. */
const blocksAround = (text: string, tables: readonly TableDraft[], format: 'markdown' | 'text'): Block[] => {
  const read = format === 'text' ? textBlocks : markdownBlocks;
  const places = tables.map((draft, table) => ({ ...draft, table })).sort((a, b) => a.start - b.start);
  const blocks: Block[] = [];
  let at = 0;
  for (const end of [...places.map((place) => place.start), text.length]) {
    const gap = text.slice(at, end);
    if (gap.trim() !== '')
      for (const block of read(gap)) blocks.push({ ...block, start: block.start + at, end: block.end + at });
    const place = places.shift();
    if (place !== undefined) {
      blocks.push({ table: place.table });
      at = place.end;
    }
  }
  return blocks;
};
