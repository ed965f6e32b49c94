import type { Passage } from '../../../core/document.ts';
import type { Operation } from '../operators/index.ts';
import { cellStems } from '../operators/table-words.ts';
import { stemsOf } from '../reading/stems.ts';
import { type Excerpt, excerptOf, excerptText } from './shown.ts';
import { type PageTable, rowLine, rowText } from './tables.ts';
import type { PassageSentences, Sentence } from './units.ts';

/** What may be quoted as an answer: a sentence, a table's row, or the rows that an operator took. */
export interface Candidate {
  passage: Passage;
  /** Rank of its passage in the search, from 0. */
  rank: number;
  /** Its own words, without Markdown's marks. */
  plain: string;
  stems: readonly string[];
  own: ReadonlySet<string>;
  /** The term that its paragraph begins with, who speaks, or the heads of a row's columns. */
  lead: ReadonlySet<string>;
  title: ReadonlySet<string>;
  headings: ReadonlySet<string>;
  /** The sentence before. */
  before: ReadonlySet<string>;
  /** The question that it replies to: in a chat another person's, on a page of questions and answers the one above. */
  asked: ReadonlySet<string>;
  /** Rows of the page's other tables that share a cell with it. */
  beside: ReadonlySet<string>;
  sentence?: { parent: PassageSentences; index: number; itself: Sentence; excerpt?: Excerpt };
  table?: PageTable;
  rows?: readonly number[];
  operation?: Operation;
}

const NONE: ReadonlySet<string> = new Set();

/** The sentences of a passage that may answer; headings, links and questions (but for one in a chat that has a reply) may not. */
export const sentenceCandidates = (parent: PassageSentences, rank: number): Candidate[] =>
  parent.sentences.flatMap((itself, index): Candidate[] => {
    if (itself.unfit && !(itself.unfit === 'question' && bringsReply(parent, index))) return [];
    const before = parent.sentences[index - 1];
    return [
      {
        passage: parent.passage,
        rank,
        plain: itself.plain,
        stems: itself.stems,
        own: itself.stemSet,
        lead: itself.leadStems,
        title: parent.titleStems,
        headings: itself.headingStems,
        before: before && before.section === itself.section ? before.stemSet : NONE,
        asked: questionAbove(parent, index)?.stemSet ?? NONE,
        beside: NONE,
        sentence: { parent, index, itself },
      },
    ];
  });

/** The question that a sentence replies to. On a page it stands in the same paragraph, or ends the one before. */
const questionAbove = ({ sentences }: PassageSentences, index: number): Sentence | undefined => {
  const reply = sentences[index];
  const before = sentences[index - 1];
  if (!reply || !before) return undefined;
  if (reply.speaker !== undefined)
    return before.unfit === 'question' && before.speaker !== reply.speaker ? before : undefined;
  for (let at = index - 1; at >= 0; at--) {
    const one = sentences[at];
    if (!one || one.section !== reply.section || one.paragraph < reply.paragraph - 1) return undefined;
    if (one.unfit === 'question') return one;
    if (one.paragraph < reply.paragraph) return undefined;
  }
  return undefined;
};

/** What one says before asking that may be an answer, in characters. */
const MIN_SAID_CHARS = 40;

/** In a chat: it brings another person's reply, or says something before it asks. */
const bringsReply = (parent: PassageSentences, index: number): boolean => {
  const { speaker, plain = '' } = parent.sentences[index] ?? {};
  if (speaker === undefined) return false;
  const said = plain.replace(/[^.!?]*\?/gu, '').length - speaker.length;
  return said >= MIN_SAID_CHARS || excerptOf(parent, index).sentences.some((one) => one.speaker !== speaker);
};

/** One row of a table. */
export const rowCandidate = (table: PageTable, row: number, beside: ReadonlySet<string> = NONE): Candidate => ({
  ...tableCandidate(table, (table.rows[row] ?? []).join(' ')),
  beside,
  rows: [row],
});

/** The rows that an operator took, read together. */
export const operationCandidate = (operation: Operation): Candidate => {
  const { table, rows } = operation;
  const parts = [{ table, rows }, ...(operation.with ?? [])];
  const plain = parts.flatMap((part) => part.rows.map((row) => (part.table.rows[row] ?? []).join(' '))).join('\n');
  return { ...tableCandidate(table, plain), rows, operation };
};

/** What rows of a table have in common as candidates, whichever rows they are. */
const tableCandidate = (table: PageTable, plain: string): Candidate => {
  const stems = stemsOf(plain);
  return {
    passage: table.passage,
    rank: table.rank,
    plain,
    stems,
    own: new Set(stems),
    lead: new Set(table.columnStems.flatMap((head) => [...head])),
    title: table.titleStems,
    headings: table.nameStems,
    before: NONE,
    asked: NONE,
    beside: NONE,
    table,
  };
};

/** Cells that two tables of a page may be joined by: names, not "yes" or numbers. */
const JOINING = /\p{L}{2}.*\p{L}{2}/u;

/** For each row, stems of the rows in the page's other tables that share a cell with it: the building that one table puts in a city. */
export const besideRows = (tables: readonly PageTable[]): ((table: PageTable, row: number) => ReadonlySet<string>) => {
  const holders = new Map<string, { table: PageTable; row: number }[]>();
  const keysOf = (table: PageTable, row: number) =>
    (table.rows[row] ?? [])
      .filter((cell) => cell.length < 60 && JOINING.test(cell))
      .map((cell) => `${table.documentId}\n${cell.toLowerCase()}`);
  for (const table of tables)
    if (table.rows.length <= 200)
      for (const row of table.rows.keys())
        for (const key of keysOf(table, row)) holders.set(key, [...(holders.get(key) ?? []), { table, row }]);
  return (table, row) => {
    const others = keysOf(table, row).flatMap((key) =>
      (holders.get(key) ?? []).filter((other) => other.table !== table),
    );
    if (others.length === 0 || others.length > 6) return NONE;
    return new Set(
      others.flatMap((other) =>
        (other.table.rows[other.row] ?? []).flatMap((_, column) => [...cellStems(other.table, other.row, column)]),
      ),
    );
  };
};

/** What the reader is shown of a candidate, as Markdown without a citation. */
export const shownText = (candidate: Candidate): string => {
  const { sentence, table, rows = [], operation } = candidate;
  if (sentence) return excerptText(excerpt(candidate));
  if (!table) return candidate.plain;
  const parts = [{ table, rows }, ...(operation?.with ?? [])];
  const lines = parts.flatMap((part) =>
    part.rows.slice(0, MAX_ROWS_SHOWN).map((row) => rowText(part.table, row, operation?.columns)),
  );
  const total = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const left = total > lines.length ? `\n- … and ${total - lines.length} more` : '';
  return lines.length === 1 ? `${lines[0]}` : `${lines.map((line) => `- ${line}`).join('\n')}${left}`;
};
const MAX_ROWS_SHOWN = 12;

/** Its words in the page, verbatim, for the citation. */
export const quotedWords = (candidate: Candidate): string => {
  const { sentence, table, rows = [] } = candidate;
  if (sentence) return excerpt(candidate).quote;
  return table
    ? rows
        .slice(0, MAX_ROWS_SHOWN)
        .map((row) => rowLine(table.written[row] ?? []))
        .join('\n')
    : candidate.plain;
};

/** The sentence with its paragraph around it, made once for each candidate. */
export const excerpt = ({ sentence }: Candidate): Excerpt => {
  if (!sentence) return { quote: '', sentences: [], answer: 0 };
  sentence.excerpt ??= excerptOf(sentence.parent, sentence.index);
  return sentence.excerpt;
};

/** The pages that a candidate quotes. */
export const quotedDocuments = ({ passage, operation }: Candidate): string[] => [
  ...new Set([passage.documentId, ...(operation?.with ?? []).map(({ table }) => table.documentId)]),
];
