import type { Scope } from '../../core/document.ts';
import type { Stores } from '../../stores/index.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { reciprocalRankFusion } from '../fusion.ts';

/** Rankings to compare with: BM25 alone, cosine alone, and both with reciprocal rank fusion. */
export type BaselineMode = 'words' | 'vectors' | 'fused';

/** Results that each baseline takes from a store. */
const DEPTH = 100;

/** Ranks passages with a baseline. `vectors` and `fused` need an encoder. @returns passage ids, best first */
export const rankByBaseline = async (
  mode: BaselineMode,
  question: string,
  k: number,
  { stores, encoder, scopes }: { stores: Stores; encoder?: Encoder; scopes: readonly Scope[] },
): Promise<string[]> => {
  const words = mode === 'vectors' ? [] : await stores.lexical.search(question, DEPTH, scopes);
  const [vector] = mode === 'words' || !encoder ? [] : await encoder.embed([question], undefined, 'question');
  const nearest = vector ? await stores.vectors.search(vector, DEPTH, scopes) : [];
  return reciprocalRankFusion([words, nearest].filter((ranking) => ranking.length > 0))
    .slice(0, k)
    .map(({ id }) => id);
};
