import type { Passage, Scope } from '../../../core/document.ts';
import type { QuoteSources } from '../search/quote-request.ts';
import { foreignLanguageOf, foreignSuggestions } from './foreign-suggestions.ts';
import { headingSuggestions, ruleSuggestions } from './heading-suggestions.ts';
import { isAnswered } from './is-answered.ts';
import { maySuggest, trustedSources } from './may-suggest.ts';
import { statementSuggestions } from './statement-suggestions.ts';
import type { Suggestion } from './suggestion.ts';
import { tableSuggestions } from './table-suggestions.ts';

/** Search words for pages that people ask about first, at work or in a manual. Never shown. */
const STARTING_QUERY =
  'policy, how to start, overview, introduction, frequently asked questions, prices, who is responsible, holidays, opening hours, support, limits, contact';
const PAGES = 40;
/** Pages whose titles form the second query, which finds related pages. */
const LEADING_PAGES = 8;
/** Passages read from the start of each page, in addition to search results. */
const FIRST_PASSAGES = 3;
/** Maximum questions from the sentences of one page. */
const MAX_STATEMENTS = 4;
/** Tries per question wanted. Each try costs a search. */
const TRIES = 6;

/**
 * Suggests first questions from pages that the asker may read, of different pages if there are enough. Keeps only
 * questions that their own page answers.
 * @param from source ids; all sources if absent
 */
export const suggestQuestions = async (
  given: QuoteSources,
  scopes: readonly Scope[],
  count: number,
  { from, askedAt = Date.now() }: { from?: readonly string[]; askedAt?: number } = {},
): Promise<string[]> => {
  const sources = trustedSources(given);
  const { documents } = sources.stores;
  const passages = await startingPassages(sources, scopes, from);
  const pages = [...new Set(passages.map(({ documentId }) => documentId))];
  const tables = await documents.tablesOf(pages, scopes);
  const candidates = pages.map((page) => {
    const own = passages.filter(({ documentId }) => documentId === page);
    const ownTables = tables.filter(({ documentId }) => documentId === page);
    const language = foreignLanguageOf(own);
    // Nobody asks in English about the words of a page in another language.
    if (language !== undefined) return { asked: foreignSuggestions(own, ownTables, language), own: [] };
    const ofTables = ownTables.flatMap(tableSuggestions);
    const ofStatements = own.flatMap(statementSuggestions).slice(0, MAX_STATEMENTS);
    return { asked: [...ofTables.slice(0, 2), ...own.flatMap(headingSuggestions), ...ofStatements], own };
  });
  // Few pages give rules that somebody asks for, so these are tried last.
  const tries = [
    ...inTurns(candidates.map(({ asked }) => asked)),
    ...candidates.flatMap(({ own }) => own.flatMap(ruleSuggestions)),
  ]
    .filter(maySuggest)
    .filter(({ question }, at, all) => all.findIndex((other) => other.question === question) === at)
    .slice(0, count * TRIES);
  const found: Suggestion[] = [];
  const more: Suggestion[] = [];
  for (const one of tries) {
    if (found.length >= count) break;
    const isOfNewPage = found.every(({ documentId }) => documentId !== one.documentId);
    if (!isOfNewPage && more.length >= count) continue;
    if (await isAnswered(one, sources, scopes, askedAt)) (isOfNewPage ? found : more).push(one);
  }
  return [...found, ...more].slice(0, count).map(({ question }) => question);
};

/** Passages of the pages that people ask about first and of related pages, best page first. */
const startingPassages = async (
  { stores, retriever }: QuoteSources,
  scopes: readonly Scope[],
  from: readonly string[] | undefined,
): Promise<Passage[]> => {
  const search = async (text: string) =>
    (await retriever.search({ text, k: PAGES, scopes, ...(from && { sources: from }) })).hits.map(
      ({ passage }) => passage,
    );
  const first = await search(STARTING_QUERY);
  const titles = [...new Set([...first.map(({ title }) => title), ...(from ?? [])])].slice(0, LEADING_PAGES);
  const hits = [...first, ...(titles.length > 0 ? await search(titles.join(', ')) : [])];
  const found = hits.map(({ documentId }) => documentId);
  // The words of the query may stand on none of the few pages that there are.
  const pages = [...new Set([...found, ...(await firstPages(stores.documents, from, PAGES))])].slice(0, PAGES);
  const beginnings = pages.flatMap((page) => Array.from({ length: FIRST_PASSAGES }, (_, at) => `${page}#${at}`));
  const known = new Map(hits.map((passage) => [passage.id, passage]));
  for (const passage of await stores.documents.passages(beginnings, scopes)) known.set(passage.id, passage);
  const all = [...known.values()].sort((a, b) => a.ordinal - b.ordinal);
  return pages.flatMap((page) => all.filter(({ documentId }) => documentId === page));
};

/** The ids of some pages of the sources, in the order of the store. */
const firstPages = async (
  documents: QuoteSources['stores']['documents'],
  from: readonly string[] | undefined,
  limit: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (const source of from ?? (await documents.sources()).map(({ id }) => id))
    for await (const { id } of documents.stamps(source)) {
      if (ids.length >= limit) return ids;
      ids.push(id);
    }
  return ids;
};

/** The first question of every page, then the second of every page, and so on. */
const inTurns = (pages: readonly (readonly Suggestion[])[]): Suggestion[] => {
  const longest = Math.max(0, ...pages.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => pages.flatMap((asked) => asked.slice(turn, turn + 1))).flat();
};
