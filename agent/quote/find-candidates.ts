import type { Passage, Scope } from '../../core/document.ts';
import { words } from '../../core/text/words.ts';
import { type Candidate, quotesOneOf } from './candidates/candidate.ts';
import { countPassages } from './candidates/count-passages.ts';
import { withCountries } from './candidates/countries-of-places.ts';
import { gatherCandidates } from './candidates/gather.ts';
import { addCosines, keepCosines } from './choice/cosines.ts';
import type { Weighed } from './choice/features.ts';
import { commonStems } from './choice/match/coverage.ts';
import { speaksOfAnother } from './choice/missed-words.ts';
import { createWeigher } from './choice/weigh.ts';
import { pagesIn } from './languages/page-languages.ts';
import { sentencesOf } from './pages/passage-sentences.ts';
import { type ReadQuestion, readQuestion } from './reading/question.ts';
import type { QuoteRequest, QuoteSources } from './search/quote-request.ts';
import { PASSAGES, searchPassages } from './search/search-passages.ts';
import { dayOfMoment } from './words/dates.ts';
import { indexedVocabulary, type Vocabulary } from './words/vocabulary.ts';

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
  /**
   * The same with an encoder's cosines. Encoding takes longer than all the rest, so it is left to where words alone do not
   * decide.
   * @returns undefined without an encoder, and if it is unavailable
   */
  encoded(): Promise<FoundCandidates | undefined>;
  /**
   * True if an encoder tells that the question's words which a candidate lacks are for another thing than it speaks of.
   * @returns false without an encoder, and if it is unavailable
   */
  isOfAnother(candidate: Candidate): Promise<boolean>;
}

/** Reads a question, searches for it and weighs the candidates of the found pages. */
export const findCandidates = async (request: QuoteRequest, sources: QuoteSources): Promise<FoundCandidates> => {
  const { scopes, signal, attached = [] } = request;
  const { documents } = sources.stores;
  const today = dayOfMoment(request.askedAt);
  const vocabulary = await vocabularyOf(sources, scopes);
  const read = await readRequest(request, sources, vocabulary, today);
  const { passages, replaced, mode, notice } = await searchPassages(request, read, sources);
  const languageOf = pagesIn(read.native?.language, passages);
  const { candidates, tables } = await gatherCandidates(read, passages, documents, scopes, today, languageOf);
  const question = withCountries(read, tables);
  const weigh = createWeigher(question, {
    counts: await countPassages(question, candidates, attached, vocabulary),
    passages: vocabulary ? vocabulary.passages + attached.length : passages.length,
    common: commonStems(passages.map((passage) => sentencesOf(passage, languageOf(passage)))),
    replaced,
    today,
  });
  const weighed = weigh(candidates);
  const without = (documentIds: ReadonlySet<string>): Weighed[] =>
    weigh(candidates.filter((one) => !quotesOneOf(one, documentIds)));
  const byWords: FoundCandidates = {
    question,
    weighed,
    without,
    passages,
    replaced,
    withEncoder: false,
    encoded: async () => undefined,
    isOfAnother: async () => false,
    ...(notice && { notice }),
  };
  const { encoder } = sources;
  if (encoder === undefined || mode !== 'fused') return byWords;
  const isOfAnother = (candidate: Candidate) => speaksOfAnother(question, candidate, encoder, signal);
  const byMeaning: FoundCandidates = {
    ...byWords,
    isOfAnother,
    withEncoder: true,
    without: (documentIds) => {
      const again = without(documentIds);
      keepCosines(again, weighed);
      return again;
    },
  };
  const encoded = async () => ((await addCosines(question.query, weighed, encoder, signal)) ? byMeaning : undefined);
  return { ...byWords, encoded, isOfAnother };
};

/** What the pages' index holds; undefined if it holds nothing that the asker may see. */
const vocabularyOf = async ({ stores }: QuoteSources, scopes: readonly Scope[]): Promise<Vocabulary | undefined> => {
  const vocabulary = stores.passageIndex && (await indexedVocabulary(stores.passageIndex, scopes));
  return vocabulary && vocabulary.passages > 0 ? vocabulary : undefined;
};

const readRequest = (
  { text, history = [], scopes, signal }: QuoteRequest,
  { retriever }: QuoteSources,
  vocabulary: Vocabulary | undefined,
  today: number,
): Promise<ReadQuestion> =>
  readQuestion(text, history, {
    vocabulary,
    wordsNearby: async (query) => {
      const { hits } = await retriever.search({ text: query, k: PASSAGES, scopes, signal });
      return new Set(hits.flatMap(({ passage }) => words(`${passage.title} ${passage.text}`)));
    },
    today,
  });
