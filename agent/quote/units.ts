import { splitSentences } from '../../core/text/sentences.ts';
import type { Hit } from '../../retrieval/retriever.ts';

/** What can be quoted: a sentence, a list item or a table's row, with what it must be read beside. */
export interface Unit {
  hit: Hit;
  /** Rank of its passage in the search, from 0. */
  rank: number;
  /** The words as they stand in the passage. */
  quote: string;
  /** Words without Markdown's marks, for reading and matching. */
  plain: string;
  /** Title, headings and caption above it. */
  above: string;
  /** The sentence before, which a "they" or "it" may point to. */
  before: string;
  /** For a table's row: its columns and cells. */
  row?: { columns: string[]; cells: string[] };
}

/** Cuts the passages found into quotable units. */
export const quotableUnits = (hits: readonly Hit[]): Unit[] => hits.flatMap((hit, rank) => unitsOf(hit, rank));

const unitsOf = (hit: Hit, rank: number): Unit[] => {
  const { passage } = hit;
  const units: Unit[] = [];
  let above = [passage.title, ...passage.headings].join(' ');
  let before = '';
  let columns: string[] | undefined;
  for (const block of blocks(passage.text)) {
    if (block.kind === 'heading') {
      above = `${above} ${block.text}`;
      before = '';
      continue;
    }
    if (block.kind === 'row') {
      const cells = readCells(block.text);
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (!columns) {
        columns = cells;
        continue;
      }
      const plain = cells.join(' ');
      units.push({ hit, rank, quote: block.text, plain, above, before, row: { columns, cells } });
      continue;
    }
    columns = undefined;
    for (const { start, end } of splitSentences(block.text)) {
      const quote = block.text.slice(start, end);
      const plain = plainText(quote);
      if (plain.length < 3) continue;
      // A table's caption says what its rows are about; alone it answers nothing.
      if (passage.kind === 'table') above = `${above} ${plain}`;
      else units.push({ hit, rank, quote, plain, above, before });
      before = plain;
    }
  }
  return units;
};

/** A passage's headings, table rows and the rest, in order. */
const blocks = function* (text: string): Generator<{ kind: 'heading' | 'row' | 'text'; text: string }> {
  let rest: string[] = [];
  for (const line of text.split('\n')) {
    const kind = /^\s*#{1,6}\s/.test(line) ? 'heading' : /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'text';
    if (kind === 'text') {
      rest.push(line);
      continue;
    }
    if (rest.length > 0) yield { kind: 'text', text: rest.join('\n') };
    rest = [];
    yield { kind, text: kind === 'heading' ? line.replace(/^\s*#+\s*/, '') : line.trim() };
  }
  if (rest.length > 0) yield { kind: 'text', text: rest.join('\n') };
};

/** The cells of a Markdown row, escaped pipes respected. */
const readCells = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plainText(cell.replace(/\\\|/g, '|')));

/** Text without the marks of Markdown: links keep their words, lists and quotes lose their bullets. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(?<!\w)[*_]([^*_]+)[*_](?!\w)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
