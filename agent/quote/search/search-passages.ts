import type { Passage } from '../../../core/document.ts';
import { type SearchResult, searchByWords } from '../../../retrieval/index.ts';
import { titleAgreement } from '../pages/heading-agreement.ts';
import { sentencesOf } from '../pages/passage-sentences.ts';
import { replacedDocuments } from '../pages/replaced.ts';
import { placeOfWork } from '../reading/phrases.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { withSynonyms } from '../reading/synonyms.ts';
import { asksWhat } from '../reading/what-is-asked.ts';
import type { QuoteRequest, QuoteSources } from './quote-request.ts';

/** Passages from the search, and from BM25 over synonyms of the question. */
export const PASSAGES = 14;
const PASSAGES_BY_WORDS = 16;

/** What the searches for a question find. */
export interface FoundPassages {
  /** Attached files first, then what the search finds, best first, then what BM25 adds. */
  passages: Passage[];
  /** Pages among them that declare themselves replaced, or that another one says it replaces. */
  replaced: ReadonlySet<string>;
  mode: SearchResult['mode'];
  notice?: string;
}

/** Searches for a read question. */
export const searchPassages = async (
  request: QuoteRequest,
  read: ReadQuestion,
  { retriever, stores }: QuoteSources,
): Promise<FoundPassages> => {
  const { scopes, signal, attached = [] } = request;
  const search = async (text: string) => {
    const startedAt = performance.now();
    const result = await retriever.search({ text, k: PASSAGES, scopes, signal });
    request.onSearch?.(text, result, startedAt);
    return result;
  };
  const [found, more] = await Promise.all([
    searchInBoth(read, search),
    searchByWords(stores, wordsFor(read), PASSAGES_BY_WORDS, scopes),
  ]);
  const known = new Set(found.hits.map(({ passageId }) => passageId));
  const further = await stores.documents.passages(
    more.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    scopes,
  );
  const hits = [...attached, ...found.hits.map(({ passage }) => passage), ...further];
  const isWhat = asksWhat(read);
  const pages = [...new Set(hits.map(({ documentId }) => documentId))];
  const openings = await stores.documents.passages(
    pages.flatMap((id) => (isWhat ? [`${id}#0`, `${id}#1`] : [`${id}#0`])),
    scopes,
  );
  const firsts = openings.filter(({ id }) => id.endsWith('#0'));
  return {
    passages: isWhat ? withOpenings(read, hits, openingsWithText(openings)) : hits,
    replaced: replacedDocuments([...firsts, ...hits]),
    mode: found.mode,
    ...(found.notice && { notice: found.notice }),
  };
};

/** What BM25 looks for: the question with synonyms, joined and further words, and the words in which it was asked. */
const wordsFor = (read: ReadQuestion): string =>
  [
    withSynonyms(read.query),
    ...read.compounds,
    ...wordsAbroad(read.text),
    ...(read.native ? [read.native.text, ...read.native.otherWords] : []),
  ].join(' ');

/** Further words to search for with a country that somebody wants to work from. */
const wordsAbroad = (text: string): string[] =>
  placeOfWork(text) === undefined ? [] : ['abroad', 'country', 'remote'];

/** Searches for the question in English and, where pages are in the asker's language, as it was asked, whose hits come first. */
const searchInBoth = async (
  { query, native }: ReadQuestion,
  search: (text: string) => Promise<SearchResult>,
): Promise<SearchResult> => {
  if (!native) return search(query);
  const [own, english] = await Promise.all([search(native.text), search(query)]);
  const ids = new Set(own.hits.map(({ passageId }) => passageId));
  const others = english.hits.filter(({ passageId }) => !ids.has(passageId));
  const hits = own.hits.flatMap((hit, at) => [hit, ...others.slice(at, at + 1)]);
  return { ...own, hits: [...hits, ...others.slice(own.hits.length)] };
};

/** Minimum agreement of a page's title with the question for its opening to be read. */
const MIN_TITLE_AGREEMENT = 0.75;

/** Best pages whose openings are also read, because a thing is defined where it is first mentioned. */
const PAGES_OPENED = 4;

/** Of each page its first passage, or the second if the first is nothing but code, as a command's synopsis is. */
const openingsWithText = (openings: readonly Passage[]): Passage[] => {
  const pages = Map.groupBy(openings, ({ documentId }) => documentId);
  return [...pages.values()].flatMap((passages) => {
    const inOrder = passages.toSorted((a, b) => a.id.localeCompare(b.id));
    return inOrder.find((one) => sentencesOf(one).sentences.some(({ code }) => !code)) ?? inOrder[0] ?? [];
  });
};

/** Adds the openings of pages about the question's subject, which define it in words that the search may not match. */
const withOpenings = (question: ReadQuestion, hits: readonly Passage[], openings: readonly Passage[]): Passage[] => {
  // "What is the default port" asks for no definition.
  const opened = question.types.length === 0 ? PAGES_OPENED : 0;
  const best = new Set([...new Set(hits.map(({ documentId }) => documentId))].slice(0, opened));
  const ids = new Set(hits.map(({ id }) => id));
  const weights = question.terms.map(({ share }) => share);
  const added = new Map(
    openings.flatMap((one) =>
      !ids.has(one.id) &&
      (best.has(one.documentId) || titleAgreement(one, question.terms, weights) >= MIN_TITLE_AGREEMENT)
        ? [[one.documentId, one]]
        : [],
    ),
  );
  return hits.flatMap((hit) => {
    const opening = added.get(hit.documentId);
    added.delete(hit.documentId);
    return opening ? [hit, opening] : [hit];
  });
};
