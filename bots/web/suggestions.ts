import type { Passage, Scope, Table } from '../../core/document.ts';
import { sampleHandbook } from '../../samples/index.ts';
import { sampleSuggestions } from '../../samples/suggestions.ts';
import type { WebParley } from './dependencies.ts';

const MAX_SUGGESTIONS = 6;

/** A search for pages that people ask about in any company; the words are never shown. */
const COMMON_TOPICS = 'how to start, policy, overview, prices, who is responsible, opening hours, support';

/**
 * Questions to begin with: written ones for the sample handbook, else one for each page that a search with the asker's
 * scopes finds, so that nothing is shown of pages that they may not see.
 */
export const suggestions = async (parley: WebParley, scopes: readonly Scope[]): Promise<string[]> => {
  const { documents } = parley.stores;
  const sources = await documents.sources();
  if (sources.some(({ location }) => location === sampleHandbook)) return sampleSuggestions.slice(0, MAX_SUGGESTIONS);
  const { hits } = await parley.retriever.search({ text: COMMON_TOPICS, k: 5 * MAX_SUGGESTIONS, scopes });
  const first = [...new Map(hits.toReversed().map((hit) => [hit.documentId, hit.passage])).values()].reverse();
  const pages = first.slice(0, 2 * MAX_SUGGESTIONS);
  const tables = await documents.tablesOf(
    pages.map(({ documentId }) => documentId),
    scopes,
  );
  const questions = pages.flatMap((passage) => {
    const table = tables.find(({ documentId }) => documentId === passage.documentId);
    return (table && tableQuestion(table)) ?? pageQuestion(passage) ?? [];
  });
  return [...new Set(questions)].slice(0, MAX_SUGGESTIONS);
};

/** Asks for one cell by its row and column, where both have names and the cell holds something. */
export const tableQuestion = ({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string | undefined => {
  for (const row of rows) {
    const [name = ''] = row;
    if (!isShort(name) || !/\p{L}/u.test(name)) continue;
    const column = columns.map((heads) => heads.at(-1)).find((head, i) => i > 0 && isShort(row[i]) && isShort(head));
    if (column) return `What is the “${column.trim()}” for “${name.trim()}”?`;
  }
  return undefined;
};

/** Asks about the passage's part of the page, or about the page. */
export const pageQuestion = ({ title, headings }: Pick<Passage, 'title' | 'headings'>): string | undefined => {
  const [page, part] = [title.trim(), headings.at(-1)?.trim() ?? ''];
  if (page === '') return undefined;
  return isShort(part) && part !== page ? `What does “${page}” say about “${part}”?` : `What does “${page}” say?`;
};

const isShort = (text: string | undefined): text is string => {
  const length = text?.trim().length ?? 0;
  return length > 0 && length <= 40;
};
