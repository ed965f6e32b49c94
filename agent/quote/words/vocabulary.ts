import type { Scope } from '../../../core/document.ts';
import type { PassageIndex } from '../../../stores/index.ts';
import { indexStem, stemOf } from './stems.ts';

/** The stems of the pages that the asker may read, with their passage counts. */
export interface Vocabulary {
  /** Passages that the asker may see. */
  passages: number;
  /** The number of passages with each stem; 0 for none. */
  counts(stems: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The vocabulary of the passage index. Looks each stem up once. */
export const indexedVocabulary = async (index: PassageIndex, scopes: readonly Scope[]): Promise<Vocabulary> => {
  const known = new Map<string, number>();
  const { passages } = await index.size(scopes);
  return {
    passages,
    async counts(stems) {
      // The index splits names in code.
      const partsOf = (stem: string) => (stem.includes('_') ? stem.split('_').map(stemOf) : [stem]).map(indexStem);
      const parts = stems.flatMap(partsOf);
      const fresh = [...new Set(parts)].filter((stem) => !known.has(stem));
      if (fresh.length > 0) {
        const lists = await index.lists('stem', fresh, scopes, 0);
        for (const [at, stem] of fresh.entries()) known.set(stem, lists[at]?.total ?? 0);
      }
      const count = (stem: string) => Math.min(...partsOf(stem).map((part) => known.get(part) ?? 0));
      return new Map(stems.map((stem) => [stem, count(stem)]));
    },
  };
};
