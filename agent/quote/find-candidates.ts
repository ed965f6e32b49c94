import type { Passage, Scope } from '../../core/document.ts';
import { words } from '../../core/text/words.ts';
import { type Encoder, type Retriever, type SearchResult, searchByWords } from '../../retrieval/index.ts';
import type { Stores } from '../../stores/index.ts';
import { quotedDocuments } from './candidates/candidate.ts';
import { gatherCandidates } from './candidates/gather.ts';
import { addCosines, keepCosines } from './choice/cosines.ts';
import { titleAgreement } from './choice/coverage.ts';
import { asksWhat } from './choice/defines.ts';
import type { Weighed } from './choice/features.ts';
import { replacedDocuments } from './choice/replaced.ts';
import { weigh } from './choice/weigh.ts';
import { dayOfMoment } from './reading/dates.ts';
import type { EarlierTurn } from './reading/follow-up.ts';
import { type ReadQuestion, readQuestion } from './reading/question.ts';
import { widened } from './reading/synonyms.ts';
import { indexedVocabulary } from './reading/vocabulary.ts';

/** What quoting looks in and with. */
export interface QuoteSources {
  retriever: Retriever;
  stores: Pick<Stores, 'documents' | 'lexical' | 'passageIndex'>;
  /** Its cosines take part in the choice. */
  encoder?: Encoder;
}

/** A question on whose behalf, and when. */
export interface QuoteRequest {
  text: string;
  history?: readonly EarlierTurn[];
  scopes: readonly Scope[];
  /** Attached files as passages: they take part like pages, before them. */
  attached?: readonly Passage[];
  /** What was found for the question before, best first: the retriever is not asked again. */
  passages?: readonly Passage[];
  /** Milliseconds since 1970-01-01 (UTC). */
  askedAt: number;
  signal?: AbortSignal;
  /** Hears each search. */
  onSearch?(query: string, result: SearchResult, startedAt: number): void;
}

/** Everything that may answer a question, weighed but not yet ranked. */
export interface FoundCandidates {
  question: ReadQuestion;
  weighed: Weighed[];
  /** What may answer were these documents not there, weighed anew. */
  without(documentIds: ReadonlySet<string>): Weighed[];
  /** Passages found, best first. */
  passages: Passage[];
  replaced: ReadonlySet<string>;
  /** Of the search: that the encoder is down, for instance. */
  notice?: string;
  /** True where an encoder's cosines took part. */
  withEncoder: boolean;
}

/** Passages that the search gives, and that BM25 over other words for the question adds. */
const PASSAGES = 14;
const PASSAGES_BY_WORDS = 16;

/** Reads a question, searches for it and weighs what the pages found may answer with. */
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
  const question = await readQuestion(request.text, request.history ?? [], {
    vocabulary: vocabulary && vocabulary.passages > 0 ? vocabulary : undefined,
    wordsNearby: async (query) => {
      const { hits } = await retriever.search({ text: query, k: PASSAGES, scopes, signal });
      return new Set(hits.flatMap(({ passage }) => words(`${passage.title} ${passage.text}`)));
    },
    today,
  });
  const [found, more] = await Promise.all([
    search(question.query, PASSAGES),
    searchByWords(stores, widened(question.query), PASSAGES_BY_WORDS, scopes),
  ]);
  const known = new Set(found.hits.map(({ passageId }) => passageId));
  const further = await stores.documents.passages(
    more.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    scopes,
  );
  const hits = [...attached, ...found.hits.map(({ passage }) => passage), ...further];
  const openings = await stores.documents.passages(
    [...new Set(hits.map(({ documentId }) => `${documentId}#0`))],
    scopes,
  );
  const replaced = replacedDocuments([...openings, ...hits]);
  const passages = asksWhat(question) ? withOpenings(question, hits, openings) : hits;
  const { candidates } = await gatherCandidates(question, passages, stores.documents, scopes, today);
  const stems = question.terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]);
  const isIndexed = vocabulary !== undefined && vocabulary.passages > 0;
  const counts = new Map(isIndexed ? await vocabulary.counts(stems) : countAmong(stems, candidates));
  if (isIndexed && attached.length > 0) {
    // The index does not know the attached files, and a word of theirs that no page holds is no unknown word.
    const ids = new Set(attached.map(({ id }) => id));
    const inFiles = countAmong(
      stems,
      candidates.filter(({ passage }) => ids.has(passage.id)),
    );
    for (const [stem, count] of inFiles) counts.set(stem, (counts.get(stem) ?? 0) + count);
  }
  const context = {
    counts,
    passages: isIndexed ? vocabulary.passages + attached.length : passages.length,
    replaced,
    today,
  };
  const weighed = weigh(question, candidates, context);
  const withEncoder =
    encoder !== undefined && found.mode === 'fused' && (await addCosines(question.query, weighed, encoder, signal));
  const without = (documentIds: ReadonlySet<string>): Weighed[] => {
    const left = candidates.filter((one) => !quotedDocuments(one).some((id) => documentIds.has(id)));
    const again = weigh(question, left, context);
    if (withEncoder) keepCosines(again, weighed);
    return again;
  };
  return { question, weighed, without, passages, replaced, withEncoder, ...(found.notice && { notice: found.notice }) };
};

/** From this agreement on a page is about what the question asks about. */
const MIN_TITLE_AGREEMENT = 0.75;

/** The best pages found, whose openings are read too: a thing is said to be what it is where it is first spoken of. */
const PAGES_OPENED = 4;

/** What a page of that title says first tells what its thing is, in words that the search did not look for. */
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

/** Where no index knows the vocabulary: passages at hand that hold a stem. */
const countAmong = (
  stems: readonly string[],
  candidates: readonly { passage: Passage; own: ReadonlySet<string> }[],
) => {
  const held = new Map<string, Set<string>>(stems.map((stem) => [stem, new Set()]));
  for (const { passage, own } of candidates) for (const [stem, ids] of held) if (own.has(stem)) ids.add(passage.id);
  return new Map(Array.from(held, ([stem, ids]) => [stem, ids.size]));
};
