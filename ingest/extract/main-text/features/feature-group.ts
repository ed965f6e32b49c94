import type { PageView } from '../view.ts';

/** Features that belong together; `prepare` looks at the page once, what it returns writes one block's row. */
export interface FeatureGroup {
  names: readonly string[];
  prepare(view: PageView): (block: number, row: Float32Array, at: number) => void;
}

/** Fractions with an empty whole are 0. */
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
