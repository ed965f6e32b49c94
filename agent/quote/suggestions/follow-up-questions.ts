import type { Passage, Scope, Table } from '../../../core/document.ts';
import { questionStems, questionTerms } from '../../../core/text/question-terms.ts';
import type { QuoteSources } from '../search/quote-request.ts';
import { foreignLanguageOf, foreignSuggestions } from './foreign-suggestions.ts';
import { pageSuggestions } from './heading-suggestions.ts';
import { isAnswered } from './is-answered.ts';
import { maySuggest, trustedSources } from './may-suggest.ts';
import type { Suggestion } from './suggestion.ts';
import { tableSuggestions } from './table-suggestions.ts';

/** The conversation so far. */
export interface AskedSoFar {
  question: string;
  /** The answer's text. Questions that it already answers are not suggested. */
  text: string;
  /** Ids of the pages that it cites, first one first. */
  cited: readonly string[];
  /** Questions of the same thread. */
  earlier: readonly string[];
}

const MAX_CITED = 3;
/** Further pages, found with the question. */
const MAX_NEARBY_PAGES = 6;
/** Tries per question wanted. Each try costs a search. */
const TRIES = 4;
/** Share of common words from which on two questions are the same. */
const MIN_SHARED_WORDS = 0.75;

/**
 * Suggests follow-up questions: the same about another row of its table, other sections of the cited pages, and nearby
 * pages. Keeps only questions that the page they come from answers.
 */
export const followUpQuestions = async (
  given: QuoteSources,
  asked: AskedSoFar,
  scopes: readonly Scope[],
  count: number,
): Promise<string[]> => {
  const sources = trustedSources(given);
  const { documents } = sources.stores;
  const cited = [...new Set(asked.cited)].slice(0, MAX_CITED);
  const [tables, passages, { hits }] = await Promise.all([
    documents.tablesOf(cited, scopes),
    Promise.all(cited.map((id) => documents.passagesOf(id, scopes))),
    sources.retriever.search({ text: asked.question, k: MAX_NEARBY_PAGES * 2, scopes }),
  ]);
  const near = hits.map(({ passage }) => passage).filter(({ documentId }) => !cited.includes(documentId));
  const candidates = [
    ...tables.flatMap((table) => questionsAboutOtherRows(asked.question, table)),
    ...passages.flatMap((own) => ofPage(own, () => own.flatMap(sectionSuggestions))),
    ...passages.flatMap((own) => {
      const ownTables = tables.filter(({ documentId }) => documentId === own[0]?.documentId);
      return ofPage(own, () => ownTables.flatMap(tableSuggestions), ownTables);
    }),
    ...near.slice(0, MAX_NEARBY_PAGES).flatMap((passage) => ofPage([passage], () => pageSuggestions(passage))),
  ];
  const found: Suggestion[] = [];
  const known = [asked.question, ...asked.earlier];
  let tries = count * TRIES;
  for (const one of candidates) {
    if (found.length >= count || tries === 0) break;
    if (!maySuggest(one)) continue;
    if (questionTerms(one.question).length < 2 || /^who \w+\?$/i.test(one.question)) continue;
    if (one.holds !== '' && asked.text.includes(one.holds)) continue;
    if ([...known, ...found.map(({ question }) => question)].some((other) => isSame(one.question, other))) continue;
    // At most two questions per page; the user finds the rest on the page itself.
    if (found.filter(({ documentId }) => documentId === one.documentId).length >= 2) continue;
    tries -= 1;
    if (await isAnswered(one, sources, scopes, Date.now())) found.push(one);
  }
  return found.map(({ question }) => question);
};

/** Questions about a page: those in English if it is in English, otherwise those in its language. */
const ofPage = (
  passages: readonly Passage[],
  inEnglish: () => Suggestion[],
  tables: readonly Table[] = [],
): Suggestion[] => {
  const language = foreignLanguageOf(passages);
  return language === undefined ? inEnglish() : foreignSuggestions(passages, tables, language);
};

/** The question with another row's name in place of the one it contains: `… in Norway?` becomes `… in Portugal?`. */
const questionsAboutOtherRows = (question: string, { documentId, rows }: Table): Suggestion[] => {
  const labels = rows.map((row) => row[0]?.trim() ?? '');
  const named = labels.findIndex((label) => label.length > 2 && wholeWord(label).test(question));
  if (named === -1) return [];
  return labels.flatMap((label, at): Suggestion[] => {
    if (at === named || label.length < 3 || label.split(/\s+/).length > 4 || /[|,;:?]/.test(label)) return [];
    return [{ question: question.replace(wholeWord(labels[named] ?? ''), label), documentId, holds: label }];
  });
};
const wholeWord = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu');

/** Questions about a section of a cited page that this section answers. The page as a whole was asked about already. */
const sectionSuggestions = (passage: Passage): Suggestion[] =>
  passage.headings.length === 0 || passage.headings.at(-1) === passage.title
    ? []
    : pageSuggestions({ ...passage, title: '' }).map((one) => ({ ...one, passageId: passage.id }));

const isSame = (a: string, b: string): boolean => {
  const [first, second] = [new Set(questionStems(a)), new Set(questionStems(b))];
  const common = [...first].filter((stem) => second.has(stem)).length;
  return common / Math.max(1, Math.max(first.size, second.size)) >= MIN_SHARED_WORDS;
};
