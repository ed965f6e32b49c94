import type { Candidate } from '../../candidates/candidate.ts';
import { MIN_TERM_MATCH, termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';

/**
 * True if a candidate, what stands above it or the question that it answers has a word for a term.
 * @param shown the stems of what is shown of the candidate
 */
export const holdsTerm = (
  term: Term,
  { own, lead, headings, title, asked }: Candidate,
  shown: ReadonlySet<string>,
): boolean => [own, lead, headings, title, asked, shown].some((stems) => termMatch(term, stems) >= MIN_TERM_MATCH);
