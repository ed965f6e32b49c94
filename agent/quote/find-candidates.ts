import type { Passage, Scope } from '../../core/document.ts';
import { words } from '../../core/text/words.ts';
import { type Encoder, type Retriever, type SearchResult, searchByWords } from '../../retrieval/index.ts';
import type { Stores } from '../../stores/index.ts';
import { type Candidate, quotedDocuments } from './candidates/candidate.ts';
import { withCountries } from './candidates/countries-of-places.ts';
import { gatherCandidates } from './candidates/gather.ts';
import { addCosines, keepCosines } from './choice/cosines.ts';
import { commonStems, titleAgreement } from './choice/coverage/coverage.ts';
import type { Weighed } from './choice/features.ts';
import { asksWhat } from './choice/kind/defines.ts';
import { createWeigher } from './choice/weigh.ts';
import { pagesIn } from './languages/page-languages.ts';
import { sentencesOf } from './pages/passage-sentences.ts';
import { replacedDocuments } from './pages/replaced.ts';
import type { EarlierTurn } from './reading/follow-up.ts';
import { type ReadQuestion, readQuestion } from './reading/question.ts';
import { withSynonyms } from './reading/synonyms.ts';
import { placeOfWork } from './reading/terms.ts';
import { dayOfMoment } from './words/dates.ts';
import { indexedVocabulary, type Vocabulary } from './words/vocabulary.ts';

/** What quoting searches. */
export interface QuoteSources {
  retriever: Retriever;
  stores: Pick<Stores, 'documents' | 'lexical' | 'passageIndex'>;
  /** If set, its cosines are features of the choice. */
  encoder?: Encoder;
}

/** A question with its asker's scopes and its time. */
export interface QuoteRequest {
  text: string;
  history?: readonly EarlierTurn[];
  scopes: readonly Scope[];
  /** Attached files as passages. They rank before all pages. */
  attached?: readonly Passage[];
  /** Passages already found for the question, best first. If set, the retriever is not called. */
  passages?: readonly Passage[];
  /** Milliseconds since 1970-01-01 (UTC). */
  askedAt: number;
  signal?: AbortSignal;
  /** Called after each search. */
  onSearch?(query: string, result: SearchResult, startedAt: number): void;
}

/** The weighed but not yet ranked candidates of a question. */
export interface FoundCandidates {
  question: ReadQuestion;
  weighed: Weighed[];
  /** Returns the candidates without these documents, weighed again. */
  without(documentIds: ReadonlySet<string>): Weighed[];
  /** Passages found, best first. */
  passages: Passage[];
  replaced: ReadonlySet<string>;
  /** Notice of the search, for instance that the encoder is down. */
  notice?: string;
  /** True if an encoder's cosines are set. */
  withEncoder: boolean;
}

/** Passages from the search, and from BM25 over synonyms of the question. */
const PASSAGES = 14;
const PASSAGES_BY_WORDS = 16;

/** Reads a question, searches for it and weighs the candidates of the found pages. */
export const findCandidates = async (
  request: QuoteRequest,
  { retriever, stores, encoder }: QuoteSources,
): Promise<FoundCandidates> => {
  const { scopes, signal, attached = [] } = request;
  const search = async (text: string, k: number) => {
    const startedAt = performance.now();
    const result = await retriever.search({ text, k, scopes, signal });
    request.onSearch?.(text, result, startedAt);
    return result;
  };
  const vocabulary = stores.passageIndex && (await indexedVocabulary(stores.passageIndex, scopes));
  const today = dayOfMoment(request.askedAt);
  const read = await readQuestion(request.text, request.history ?? [], {
    vocabulary: vocabulary && vocabulary.passages > 0 ? vocabulary : undefined,
    wordsNearby: async (query) => {
      const { hits } = await retriever.search({ text: query, k: PASSAGES, scopes, signal });
      return new Set(hits.flatMap(({ passage }) => words(`${passage.title} ${passage.text}`)));
    },
    today,
  });
  const [found, more] = await Promise.all([
    searchInBoth(read, (text) => search(text, PASSAGES)),
    searchByWords(
      stores,
      [
        withSynonyms(read.query),
        ...read.compounds,
        ...wordsAbroad(read.text),
        ...(read.native ? [read.native.text, ...read.native.otherWords] : []),
      ].join(' '),
      PASSAGES_BY_WORDS,
      scopes,
    ),
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
  const replaced = replacedDocuments([...firsts, ...hits]);
  const passages = isWhat ? withOpenings(read, hits, openingsWithText(openings)) : hits;
  const languageOf = pagesIn(read.native?.language, passages);
  const { candidates, tables } = await gatherCandidates(read, passages, stores.documents, scopes, today, languageOf);
  const question = withCountries(read, tables);
  const stems = question.terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]);
  const isIndexed = vocabulary !== undefined && vocabulary.passages > 0;
  const counts = new Map(isIndexed ? await vocabulary.counts(stems) : countAmong(stems, candidates));
  if (isIndexed && question.native) await countWritten(question, counts, vocabulary, candidates);
  if (isIndexed && attached.length > 0) {
    // The index does not count the attached files, but their words are known words.
    const ids = new Set(attached.map(({ id }) => id));
    const inFiles = countAmong(
      stems,
      candidates.filter(({ passage }) => ids.has(passage.id)),
    );
    for (const [stem, count] of inFiles) counts.set(stem, (counts.get(stem) ?? 0) + count);
  }
  const weigh = createWeigher(question, {
    counts,
    passages: isIndexed ? vocabulary.passages + attached.length : passages.length,
    common: commonStems(passages.map((passage) => sentencesOf(passage, languageOf(passage)))),
    replaced,
    today,
  });
  const weighed = weigh(candidates);
  const withEncoder =
    encoder !== undefined && found.mode === 'fused' && (await addCosines(question.query, weighed, encoder, signal));
  const without = (documentIds: ReadonlySet<string>): Weighed[] => {
    const left = candidates.filter((one) => !quotedDocuments(one).some((id) => documentIds.has(id)));
    const again = weigh(left);
    if (withEncoder) keepCosines(again, weighed);
    return again;
  };
  return { question, weighed, without, passages, replaced, withEncoder, ...(found.notice && { notice: found.notice }) };
};

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

/** Counts the passages that hold a translated word as the asker wrote it, or else the found ones that hold its translation. */
const countWritten = async (
  { terms }: ReadQuestion,
  counts: Map<string, number>,
  vocabulary: Vocabulary,
  candidates: readonly Candidate[],
): Promise<void> => {
  const held = await vocabulary.counts(terms.flatMap(({ written = [] }) => written));
  const among = countAmong(
    terms.map(({ stem }) => stem),
    candidates,
  );
  for (const { stem, written = [] } of terms) {
    const most = Math.max(counts.get(stem) ?? 0, ...written.map((form) => held.get(form) ?? 0));
    counts.set(stem, most > 0 ? most : (among.get(stem) ?? 0));
  }
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

/** Number of passages with each stem, counted in the candidates. */
const countAmong = (
  stems: readonly string[],
  candidates: readonly { passage: Passage; own: ReadonlySet<string> }[],
) => {
  const held = new Map<string, Set<string>>(stems.map((stem) => [stem, new Set()]));
  for (const { passage, own } of candidates) for (const [stem, ids] of held) if (own.has(stem)) ids.add(passage.id);
  return new Map(Array.from(held, ([stem, ids]) => [stem, ids.size]));
};
