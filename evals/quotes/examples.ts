import { quotedDocuments, shownText } from '../../agent/quote/candidates/candidate.ts';
import { addCosines } from '../../agent/quote/choice/cosines.ts';
import type { Weighed } from '../../agent/quote/choice/features.ts';
import { findCandidates } from '../../agent/quote/find-candidates.ts';
import { smallTalkIn } from '../../agent/smalltalk/recognise.ts';
import { EVERYONE } from '../../core/document.ts';
import type { Encoder } from '../../retrieval/index.ts';
import { availableCorpora, openCorpus } from './corpora.ts';
import { keepingVectors } from './kept-vectors.ts';
import { isRight, type NewcomerQuestion } from './questions.ts';

/** A question with what may answer it, each judged. */
export interface QuoteExample {
  row: NewcomerQuestion;
  weighed: readonly Weighed[];
  /** By candidate: it answers the question as its row demands. */
  right: readonly boolean[];
  /** By candidate: it is of a page that holds the answer. */
  onPage: readonly boolean[];
  /** Asked over pages of another corpus: nothing there answers it. */
  foreign: boolean;
  /** The corpus whose pages it was asked over. */
  over: string;
  /** How much it counts for the calibrator: .5 over a program's manual, so that six manuals do not outweigh a team's pages. */
  weight: number;
  /** CPU beside retrieval is measured where the answer is made; this is the whole, in milliseconds. */
  ms: number;
}

/** The moment at which the questions were written: "this week" is the week of 16 November 2026 on the sample's rota. */
export const ASKED_AT = Date.UTC(2026, 10, 20, 12);

/** Questions of other corpora that each corpus is asked too. */
const FOREIGN = 40;

/**
 * Finds and judges the candidates of each question that is no small talk, and of some of the other corpora's questions. They
 * are found by words; `addEncoder` adds cosines to them.
 */
export const quoteExamples = async (
  questions: readonly NewcomerQuestion[],
  /** Asks only the corpora with these ids. */
  only?: readonly string[],
): Promise<QuoteExample[]> => {
  const examples: QuoteExample[] = [];
  for (const corpus of availableCorpora().filter(({ id }) => only?.includes(id) ?? true)) {
    const own = questions.filter((row) => row.corpus === corpus.id && !smallTalkIn(row.question));
    if (own.length === 0) continue;
    const others = questions.filter(
      (row) => row.corpus !== corpus.id && !row.history && row.cat !== 'smalltalk' && !smallTalkIn(row.question),
    );
    const step = Math.max(1, Math.floor(others.length / FOREIGN));
    const asked = [...own, ...others.filter((_, at) => at % step === 0)];
    const { stores, retriever, close } = await openCorpus(corpus, false);
    try {
      for (const row of asked) {
        const startedAt = performance.now();
        const history = (row.history ?? []).map((question) => ({ question, answer: '' }));
        const { weighed } = await findCandidates(
          { text: row.question, history, scopes: [EVERYONE], askedAt: ASKED_AT },
          { stores, retriever },
        );
        const documents = weighed.map(({ candidate }) => quotedDocuments(candidate));
        const foreign = row.corpus !== corpus.id;
        const right = weighed.map(
          ({ candidate }, at) =>
            !foreign && row.expected.kind === 'answer' && isRight(shownText(candidate), documents[at] ?? [], row),
        );
        const answering = new Set(documents.flatMap((ids, at) => (right[at] ? ids : [])));
        examples.push({
          row,
          weighed,
          foreign,
          over: corpus.id,
          weight: corpus.debian ? 0.5 : 1,
          right,
          onPage: documents.map((ids) => ids.some((id) => answering.has(id))),
          ms: performance.now() - startedAt,
        });
      }
    } finally {
      await close();
    }
  }
  return examples;
};

/** Adds an encoder's cosines to the candidates, as quoting does where one is set; what it encodes is kept over runs. */
export const addEncoder = async (examples: readonly QuoteExample[], encoder: Encoder): Promise<void> => {
  const keeping = keepingVectors(encoder);
  for (const [at, { row, weighed }] of examples.entries()) {
    if (!(await addCosines(row.question, weighed, keeping)))
      throw new Error(`The encoder did not serve at question ${at + 1} of ${examples.length}; what it gave is kept.`);
    if (at % 100 === 99) console.error(`${at + 1} of ${examples.length} questions encoded`);
  }
};
