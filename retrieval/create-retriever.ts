import type { Log } from '../core/log.ts';
import type { Stores } from '../stores/index.ts';
import type { Scored } from '../stores/lexical.ts';
import type { Encoder } from './encoder/encoder.ts';
import { reciprocalRankFusion } from './fusion.ts';
import { createQuestionEncoder } from './question-vector.ts';
import type { Hit, Retriever, SearchResult, Via } from './retriever.ts';

/** What a retriever searches in and with. */
export interface RetrieverParts {
  stores: Stores;
  /** Absent: search by words. */
  encoder?: Encoder;
  log: Log;
}

/** Candidates that each index gives. */
const DEPTH = 100;

/**
 * Finds passages by their words and, when there is an encoder, by their meaning.
 *
 * @example
 * const { hits, notice } = await createRetriever({ stores, encoder, log }).search({ text: 'parental leave', scopes });
 */
export const createRetriever = ({ stores, encoder, log }: RetrieverParts): Retriever => {
  const questions = encoder && createQuestionEncoder(encoder, log);
  return {
    async search({ text, k = 10, scopes, signal }) {
      const [byWords, byMeaning] = await Promise.all([
        stores.lexical.search(text, DEPTH, scopes),
        questions
          ?.embed([text], signal)
          .then(async (question) =>
            'failed' in question
              ? question
              : { ranking: await stores.vectors.search(question.vectors[0]!, DEPTH, scopes) },
          ),
      ]);
      const nearest = byMeaning && 'ranking' in byMeaning ? byMeaning.ranking : undefined;
      const ranking = reciprocalRankFusion(nearest ? [byWords, nearest] : [byWords]).slice(0, k);
      const passages = await stores.documents.passages(
        ranking.map(({ id }) => id),
        scopes,
      );
      const scores = scoresOf(ranking);
      const [words, cosines] = [scoresOf(byWords), scoresOf(nearest ?? [])];
      return {
        hits: passages.map((passage): Hit => {
          const { id, documentId, title, text } = passage;
          const via: Via[] = [];
          if (words.has(id)) via.push({ kind: 'terms', terms: [], score: words.get(id)! });
          if (cosines.has(id)) via.push({ kind: 'vector', cosine: cosines.get(id)! });
          return { documentId, passageId: id, title, text, score: scores.get(id)!, via, passage };
        }),
        mode: nearest ? 'fused' : 'lexical',
        ...(byMeaning && 'failed' in byMeaning
          ? { notice: `${byMeaning.failed} This search went by words and links alone.` }
          : {}),
      } satisfies SearchResult;
    },
  };
};

const scoresOf = (ranking: readonly Scored[]) => new Map(ranking.map(({ id, score }) => [id, score]));
