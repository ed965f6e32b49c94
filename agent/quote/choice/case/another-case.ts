import type { Candidate } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { isOfAnotherKind } from './another-kind.ts';
import { isOfAnotherSection } from './another-section.ts';

/** True if a candidate speaks of another case than the question: another kind of the thing, another section of a page. */
export const isAnotherCase = (question: ReadQuestion, candidate: Candidate): boolean =>
  isOfAnotherKind(question, candidate) || isOfAnotherSection(question, candidate);
