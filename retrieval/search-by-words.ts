import type { Scope } from '../core/document.ts';
import type { Scored, Stores } from '../stores/index.ts';
import { lexicalScores } from './ranking/lexical-scores.ts';
import { analyseQuestion } from './ranking/question.ts';
import { readStems } from './ranking/read-stems.ts';

/**
 * The k best passages by BM25 only, best first, for looking up names without links and vectors. Uses the passage index, which
 * takes a twentieth of the full-text store's time for frequent words in a million passages; the full-text store is the
 * fallback without a passage index.
 */
export const searchByWords = async (
  { passageIndex: index, lexical }: Pick<Stores, 'passageIndex' | 'lexical'>,
  text: string,
  k: number,
  scopes: readonly Scope[],
): Promise<Scored[]> => {
  const size = await index?.size(scopes);
  if (!index || !size || size.passages === 0) return lexical.search(text, k, scopes);
  const { stems } = analyseQuestion(text);
  const { top, total } = lexicalScores(await readStems(index, stems, scopes, size.passages), size, k);
  const ids = await index.idsOf(top, scopes);
  return top.flatMap((passage) => {
    const id = ids.get(passage);
    return id === undefined ? [] : [{ id, score: total(passage) }];
  });
};
