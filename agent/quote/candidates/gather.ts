import type { Passage, Scope } from '../../../core/document.ts';
import type { DocumentStore } from '../../../stores/index.ts';
import type { PageLanguage } from '../languages/page-languages.ts';
import { answeringTables, operate } from '../operators/index.ts';
import { sentencesOf } from '../pages/passage-sentences.ts';
import { MAX_ROWS, markdownTables, type PageTable, storedTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { type Candidate, joinedRowStems, operationCandidate, rowCandidate, sentenceCandidates } from './candidate.ts';

/** Best-ranked pages whose tables are all read. */
const MAX_TABLE_PAGES = 8;
/** Rows of a table that all become candidates. Of a longer table, only rows that share a word with the question do. */
const MAX_SINGLE_ROWS = 400;

/** Collects all candidates of the found pages: sentences, table rows and operator results. */
export const gatherCandidates = async (
  question: ReadQuestion,
  passages: readonly Passage[],
  documents: Pick<DocumentStore, 'tablesOf'>,
  scopes: readonly Scope[],
  today: number,
  languageOf: PageLanguage = () => undefined,
): Promise<{ candidates: Candidate[]; tables: PageTable[] }> => {
  const tables = await tablesOf(passages, documents, scopes, languageOf);
  const beside = joinedRowStems(tables);
  const stems = new Set(question.terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  const able = answeringTables(question, tables);
  const rows = able.flatMap((table) => {
    const all = [...table.rows.keys()].map((row) => rowCandidate(table, row, beside(table, row)));
    return all.length <= MAX_SINGLE_ROWS ? all : all.filter(({ own }) => [...stems].some((stem) => own.has(stem)));
  });
  const sentences = passages.flatMap((passage, rank) =>
    sentenceCandidates(sentencesOf(passage, languageOf(passage)), rank),
  );
  const operations = operate(
    question,
    tables.filter((table) => table.rows.length < MAX_ROWS),
    today,
  ).map(operationCandidate);
  return { candidates: [...sentences, ...rows, ...operations], tables };
};

const tablesOf = async (
  passages: readonly Passage[],
  documents: Pick<DocumentStore, 'tablesOf'>,
  scopes: readonly Scope[],
  languageOf: PageLanguage,
): Promise<PageTable[]> => {
  const pages = [...new Set(passages.map(({ documentId }) => documentId))].slice(0, MAX_TABLE_PAGES);
  const inPassages = new Set(passages.flatMap(({ tableId }) => tableId ?? []));
  const pageIds = [
    ...new Set([...pages, ...passages.filter(({ tableId }) => tableId).map(({ documentId }) => documentId)]),
  ];
  const stored = await documents.tablesOf(pageIds, scopes);
  const found = stored.flatMap((table): PageTable[] => {
    const rank = passages.findIndex(({ tableId }) => tableId === table.id);
    const onPage = passages.findIndex(({ documentId }) => documentId === table.documentId);
    const at = rank >= 0 ? rank : onPage;
    const passage = passages[at];
    if (!passage || (!pages.includes(table.documentId) && !inPassages.has(table.id))) return [];
    const read = storedTable(table, passage, at, languageOf(passage));
    return read ? [read] : [];
  });
  return [
    ...found,
    ...stored.flatMap((table) =>
      table.rows.length > MAX_ROWS ? rowsBeyond(table.id, found, passages, languageOf) : [],
    ),
    ...passages.flatMap((passage, rank) =>
      passage.kind === 'text' && passage.text.includes('|') ? markdownTables(passage, rank, languageOf(passage)) : [],
    ),
  ];
};

/** The found passages' rows of a table that is too long to be read whole, without the rows that were read. */
const rowsBeyond = (
  tableId: string,
  read: readonly PageTable[],
  passages: readonly Passage[],
  languageOf: PageLanguage,
): PageTable[] => {
  const keyOf = (cells: readonly string[]) => JSON.stringify(cells);
  const known = new Set(read.find(({ id }) => id === tableId)?.rows.map(keyOf));
  return passages.flatMap((passage, rank) => {
    if (passage.tableId !== tableId) return [];
    return markdownTables(passage, rank, languageOf(passage)).flatMap((part): PageTable[] => {
      const left = [...part.rows.keys()].filter((row) => !known.has(keyOf(part.rows[row] ?? [])));
      if (left.length === 0) return [];
      const taken = (rows: PageTable['rows']) => left.map((row) => rows[row] ?? []);
      const shown = part.shown && { ...part.shown, rows: taken(part.shown.rows) };
      return [{ ...part, rows: taken(part.rows), written: taken(part.written), ...(shown && { shown }) }];
    });
  });
};
