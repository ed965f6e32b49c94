import { type Candidate, readText } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../../reading/term-match.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemOf, stemsOf } from '../../words/stems.ts';

// Detects whether a text says who does what a question names: "who pays the contract" is not answered by whose contract it is.

/** "who pays the contract", "who can cancel a course". Group 1 is the verb. */
const WHO_DOES =
  /\bwho\s+(?:(?:can|could|will|would|should|must|may|might|usually|normally|actually|else|here)\s+)*(?!(?:is|are|was|were|am|be|has|have|had|do|does|did|of|to|in|at|on|for|or|and|the|my|our|that|this|gets?|got|says?|said|can|knows?|goes|does|needs?|wants?)\b)([a-z]+)\s+(?:the|an?|my|our|your|his|her|their|this|that|these|those|all|any|new|for|about)\b/i;
const verbOf = ofLast((question: string) => WHO_DOES.exec(question)?.[1]);

/** True if the question asks who does something, and neither the candidate nor what stands above it says that it is done. */
export const lacksVerb = ({ text, terms }: ReadQuestion, candidate: Candidate): boolean => {
  const verb = verbOf(text);
  const term = verb === undefined ? undefined : terms.find(({ stem }) => stem === stemOf(verb.toLowerCase()));
  if (!term || candidate.sentence?.itself.speaker !== undefined || candidate.operation) return false;
  const said = [candidate.own, candidate.lead, candidate.headings, candidate.title, candidate.asked];
  return (
    !said.some((stems) => termMatch(term, stems) >= MIN_TERM_MATCH) &&
    termMatch(term, new Set(stemsOf(readText(candidate)))) < MIN_TERM_MATCH
  );
};
