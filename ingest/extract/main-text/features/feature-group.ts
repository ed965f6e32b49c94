import type { PageView } from '../view.ts';

/** A group of features. `prepare` reads the page once and returns a function that writes the features of one block. */
export interface FeatureGroup {
  names: readonly string[];
  prepare(view: PageView): (block: number, row: Float32Array, at: number) => void;
}

/** part / whole; 0 for an empty whole. */
export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);
