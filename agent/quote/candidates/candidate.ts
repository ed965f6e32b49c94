import type { Passage } from '../../../core/document.ts';
import type { GlossaryLanguage } from '../languages/glossary.ts';
import type { Operation } from '../operators/index.ts';
import { cellStems } from '../operators/table-words.ts';
import { type Excerpt, excerptForReader, excerptOf, excerptRead, excerptText, leadsOf } from '../pages/excerpt.ts';
import type { PassageSentences, Sentence } from '../pages/passage-sentences.ts';
import { type PageTable, rowLine, rowText, tableShown } from '../pages/tables.ts';
import { stemsOf } from '../words/stems.ts';

/** A possible answer: a sentence, a table row, or the rows selected by an operator. All its sets contain stems. */
export interface Candidate {
  passage: Passage;
  /** Rank of its passage in the search, from 0. */
  rank: number;
  /** Its own text without Markdown marks, in English if the page is read so. */
  plain: string;
  stems: readonly string[];
  own: ReadonlySet<string>;
  /** The paragraph's leading term, the speaker, or a row's column heads. */
  lead: ReadonlySet<string>;
  title: ReadonlySet<string>;
  headings: ReadonlySet<string>;
  /** The previous sentence of the same section. */
  before: ReadonlySet<string>;
  /**
   * The question that the candidate answers: another speaker's in a chat, the one above the candidate on an FAQ page; or what
   * stands above a list's item.
   */
  asked: ReadonlySet<string>;
  /** Rows of the page's other tables that share a cell with this row. */
  beside: ReadonlySet<string>;
  sentence?: { parent: PassageSentences; index: number; itself: Sentence };
  table?: PageTable;
  rows?: readonly number[];
  operation?: Operation;
  /** Set by `shownText` and `readText`, which comparisons of candidates call again and again. */
  shown?: string;
  read?: string;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The sentences of a passage that may answer. Excludes headings, links and questions, except chat questions that have a
 * reply.
 */
export const sentenceCandidates = (parent: PassageSentences, rank: number): Candidate[] =>
  parent.sentences.flatMap((itself, index): Candidate[] => {
    if (itself.unfit && !(itself.unfit === 'question' && hasReplyOrStatement(parent, index))) return [];
    const before = parent.sentences[index - 1];
    return [
      {
        passage: parent.passage,
        rank,
        plain: itself.read,
        stems: itself.stems,
        own: itself.stemSet,
        lead: itself.leadStems,
        title: parent.titleStems,
        headings: itself.headingStems,
        before: before && before.section === itself.section ? before.stemSet : NONE,
        asked: questionAbove(parent, index)?.stemSet ?? stemsAbove(parent, index),
        beside: NONE,
        sentence: { parent, index, itself },
      },
    ];
  });

/** The question that a sentence answers. On a page it is in the same paragraph or ends the previous one. */
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

/** What a list's item is below: the item that holds it, as the question of an FAQ, and the sentence that leads its list. */
const stemsAbove = ({ sentences }: PassageSentences, index: number): ReadonlySet<string> => {
  const leads = leadsOf(sentences, index);
  return leads.length === 0 ? NONE : new Set(leads.flatMap(({ stems }) => stems));
};

/** Minimum characters of a chat message besides its question for it to count as an answer. */
const MIN_SAID_CHARS = 40;

/**
 * True if a chat question is followed by another person's reply, or contains a statement of at least `MIN_SAID_CHARS`.
 */
const hasReplyOrStatement = (parent: PassageSentences, index: number): boolean => {
  const { speaker, plain = '' } = parent.sentences[index] ?? {};
  if (speaker === undefined) return false;
  const said = plain.replace(/[^.!?]*\?/gu, '').length - speaker.length;
  return said >= MIN_SAID_CHARS || excerptOf(parent, index).sentences.some((one) => one.speaker !== speaker);
};

/**
 * A row of a table as a candidate.
 * @param row its place among the table's rows, from 0
 * @param beside rows of the page's other tables that share a cell with it
 */
export const rowCandidate = (table: PageTable, row: number, beside: ReadonlySet<string> = NONE): Candidate => ({
  ...tableCandidate(table, (table.rows[row] ?? []).join(' ')),
  beside,
  rows: [row],
});

/** Some rows of a table as one candidate, in the table's order. */
export const rowsCandidate = (candidates: readonly Candidate[]): Candidate => {
  const inOrder = candidates.toSorted((a, b) => (a.rows?.[0] ?? 0) - (b.rows?.[0] ?? 0));
  const [first] = inOrder;
  if (!first) throw new RangeError('No rows are given.');
  const stems = inOrder.flatMap((one) => one.stems);
  return {
    ...first,
    shown: undefined,
    read: undefined,
    plain: inOrder.map(({ plain }) => plain).join('\n'),
    stems,
    own: new Set(stems),
    rows: inOrder.flatMap(({ rows = [] }) => rows),
  };
};

/** A candidate of the rows selected by an operator. */
export const operationCandidate = (operation: Operation): Candidate => {
  const { table, rows } = operation;
  const parts = [{ table, rows }, ...(operation.with ?? [])];
  const plain = parts.flatMap((part) => part.rows.map((row) => (part.table.rows[row] ?? []).join(' '))).join('\n');
  return { ...tableCandidate(table, plain), rows, operation };
};

/** The fields that all candidates of a table share. */
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

/** Cells on which two tables may be joined. Requires two pairs of letters, which excludes "yes" and numbers. */
const JOINING = /\p{L}{2}.*\p{L}{2}/u;

/**
 * Returns for a row the stems of those rows in the page's other tables that share a cell with it, such as the
 * building's row for a row about its city.
 */
export const joinedRowStems = (
  tables: readonly PageTable[],
): ((table: PageTable, row: number) => ReadonlySet<string>) => {
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

/** The text shown to the reader, as Markdown without a citation. */
export const textForReader = (candidate: Candidate): string =>
  candidate.sentence ? excerptForReader(excerpt(candidate), candidate.sentence.parent) : shownText(candidate);

/** As `textForReader`, without what leads a list: the text that a candidate is judged by. */
export const shownText = (candidate: Candidate): string => {
  candidate.shown ??= textOf(candidate);
  return candidate.shown;
};

/** As `shownText`, as it is read: in English if the page is in another language. */
export const readText = (candidate: Candidate): string => {
  if (languageOfCandidate(candidate) === undefined) return shownText(candidate);
  candidate.read ??= candidate.sentence ? excerptRead(excerpt(candidate)) : tableText(candidate, (table) => table);
  return candidate.read;
};

/** The language of a candidate's page, if it is read in English. */
export const languageOfCandidate = ({ sentence, table }: Candidate): GlossaryLanguage | undefined =>
  sentence?.parent.language ?? table?.language;

const textOf = (candidate: Candidate): string =>
  candidate.sentence ? excerptText(excerpt(candidate)) : tableText(candidate, tableShown);

const tableText = (candidate: Candidate, form: (table: PageTable) => Pick<PageTable, 'columns' | 'rows'>): string => {
  const { table, rows = [], operation } = candidate;
  if (!table) return candidate.plain;
  const parts = [{ table, rows }, ...(operation?.with ?? [])];
  const lines = parts.flatMap((part) =>
    part.rows.slice(0, MAX_ROWS_SHOWN).map((row) => rowText(form(part.table), row, operation?.columns)),
  );
  const total = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const left = total > lines.length ? `\n- … and ${total - lines.length} more` : '';
  // Rows that say the same are shown once.
  const different = [...new Set(lines)];
  const list = `${different.map((line) => `- ${line}`).join('\n')}${left}`;
  return different.length === 1 && left === '' ? `${different[0]}` : list;
};
const MAX_ROWS_SHOWN = 12;

/** The page's own text, verbatim, for the citation. */
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

/** The sentence with its surrounding paragraph. */
export const excerpt = ({ sentence }: Candidate): Excerpt =>
  sentence ? excerptOf(sentence.parent, sentence.index) : { quote: '', sentences: [], answer: 0 };

/** Ids of the pages that a candidate quotes. */
export const quotedDocuments = ({ passage, operation }: Candidate): string[] => [
  ...new Set([passage.documentId, ...(operation?.with ?? []).map(({ table }) => table.documentId)]),
];

/** Whether a candidate quotes one of these pages. */
export const quotesOneOf = ({ passage, operation }: Candidate, documentIds: ReadonlySet<string>): boolean =>
  documentIds.has(passage.documentId) ||
  (operation?.with?.some(({ table }) => documentIds.has(table.documentId)) ?? false);
