import type { Candidate } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemOf, stemsOf } from '../../words/stems.ts';
import { holdsTerm } from '../match/holds-term.ts';

// Detects that a candidate has nothing of the thing that a question asks for by name, however much of the rest it has.

/** "What is the recipe of the cream", "what pension contribution does the company pay". The group is what is asked for. */
const THING = [
  /\bwhat(?:['’]?s|\s+(?:is|are|was|were))\s+(?:the|our|your|my|his|her|their)\s+([\p{L}-]+(?:\s[\p{L}-]+)?)\s+(?:of|for|from|on|in|at)\b/iu,
  /\b(?:what|which)\s+([\p{L}-]+(?:\s[\p{L}-]+)?)\s+(?:do|does|did|is|are|was|were|can|will|would|must|should|has|have)\b/iu,
];
/** What an answer has without naming it: "red" for a colour. */
const PROPERTY =
  /^(?:colou?rs?|sizes?|shapes?|materials?|brands?|makes?|models?|languages?|currenc(?:y|ies)|formats?|types?|kinds?|sorts?|numbers?|names?|titles?|times?|days?|dates?|weekdays?|years?|months?|weeks?|hours?|ages?|heights?|widths?|lengths?|depths?|weights?|speeds?|temperatures?|prices?|costs?|fees?|amounts?|percent(?:age)?s?|shares?|ratios?|address(?:es)?|phones?|e-?mails?|places?|cit(?:y|ies)|countr(?:y|ies)|floors?|buildings?|rooms?|streets?|persons?|people|companies|company|things?|stuff|ones?|options?|reasons?|differences?|maximum|minimum|limits?|level|version|status|deadlines?|rules?|point|purpose|process|procedure|order|best|first|last|next|new|other|way|ways|steps?)$/i;

const wordsAsked = ofLast((text: string): readonly string[] => {
  const phrase = THING.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0];
  const said = phrase?.toLowerCase().split(/\s+/) ?? [];
  return said.some((word) => PROPERTY.test(word)) ? [] : said.map(stemOf);
});

/**
 * True if a question asks for a thing by name, and neither the candidate nor what stands above it has any word for it. In a chat
 * people call the thing itself by its name: "Firewatch" for "what game".
 */
export const lacksThing = ({ text, terms }: ReadQuestion, candidate: Candidate, shown: string): boolean => {
  if (candidate.operation || candidate.sentence?.itself.speaker !== undefined) return false;
  const asked = wordsAsked(text);
  const things = terms.filter(({ stem, light }) => !light && asked.includes(stem));
  if (things.length === 0) return false;
  const stems = new Set(stemsOf(shown));
  return things.every((term) => !holdsTerm(term, candidate, stems));
};
