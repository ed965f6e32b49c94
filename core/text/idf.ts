/** Inverse document frequency: ln(1 + (N − df + .5) / (df + .5)), always positive (Lucene's form). */
export const idfOf = (documents: number, df: number): number => Math.log(1 + (documents - df + 0.5) / (df + 0.5));
