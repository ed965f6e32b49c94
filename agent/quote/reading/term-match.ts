import { stemMatch } from '../words/stems.ts';
import type { Term } from './terms.ts';

/** Match of another word for a term: one with the same meaning, one that is related. */
export const SYNONYM_MATCH = 0.9;
export const RELATED_MATCH = 0.7;
/** Minimum match for a text to contain a term. */
export const MIN_TERM_MATCH = 0.65;

/** Match, 0 to 1, of a term in a set of stems: its own stem, a stem with the same beginning, or another word for it. */
export const termMatch = (term: Term, stems: ReadonlySet<string>): number => {
  const own = stemMatch(term.stem, stems);
  if (own === 1) return 1;
  return Math.max(
    own,
    term.same.some((other) => stems.has(other))
      ? SYNONYM_MATCH
      : term.synonyms.some((other) => stems.has(other))
        ? RELATED_MATCH
        : 0,
  );
};
