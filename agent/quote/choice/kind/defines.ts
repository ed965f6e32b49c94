import { words } from '../../../../core/text/words.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { RELATED_MATCH, termMatch } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { asksWhat } from '../../reading/what-is-asked.ts';
import { isUnaskedOption, labelShare } from '../match/labels.ts';
import { isFirst } from '../statement.ts';
import { definesSubject } from './subject.ts';

// Detects whether a candidate says what something is or does.

/** "What does VACUUM do?" rather than "What is VACUUM?" */
const ASKS_PURPOSE = /\bwhat (?:does|do|is|are)\b.*\b(?:do|for)\W*$/i;
/** A weaker sign: one of these verbs, or a colon, in a sentence that names the subject in its first words. */
const DEFINES =
  /\b(?:is|are|means|stands for|refers to|works|sets|specifies|controls|determines|returns|performs|allows|lets|provides|describes)\b|:/iu;
const DEFINED_WITHIN = 7;

/** `definesWhat` of the first sentence of an entry or section. */
const DEFINED_BY_PLACE = 0.8;

/**
 * Likelihood that a candidate defines the question's subject: .8 for the first sentence of a term's entry or of the
 * subject's section, and for its row; .5 for the weaker sign; 0 otherwise.
 */
export const definesWhat = (question: ReadQuestion, candidate: Candidate): number => {
  const { sentence, table, plain, stems, lead, title, headings } = candidate;
  const content = question.terms.filter(({ light, share }) => !light && share >= 0.5);
  const isWhat = asksWhat(question);
  if (table && isWhat && content.length === 1 && labelShare(candidate, question.terms) === 1) return DEFINED_BY_PLACE;
  // A command's syntax does not say what it does.
  if (!sentence || sentence.itself.code || content.length === 0 || content.length > 4) return 0;
  if (!isWhat && words(question.text).length > 3) return 0;
  const above = (held: ReadonlySet<string>) => content.every((term) => containsTerm(term, held));
  const isEntry = above(lead) && !isUnaskedOption(sentence.itself.lead, question.text);
  if (isFirst(candidate) && (isEntry || above(headings) || (above(title) && opensPage(candidate))))
    return DEFINED_BY_PLACE;
  return above(new Set(stems.slice(0, DEFINED_WITHIN))) && DEFINES.test(plain) ? 0.5 : 0;
};
const containsTerm = (term: Term, stems: ReadonlySet<string>): boolean => termMatch(term, stems) >= RELATED_MATCH;

/**
 * Degree, 0 to 1, to which a sentence has the question's subject as its grammatical subject and says what it is or does
 * (see `definesSubject`).
 */
export const saysWhat = (question: ReadQuestion, candidate: Candidate): number => {
  const content = question.terms.filter(({ light }) => !light);
  const isSentence = candidate.sentence !== undefined && !candidate.sentence.itself.code;
  // A sentence that introduces a list does not contain the definition itself.
  if (!isSentence || candidate.plain.endsWith(':') || content.length === 0 || content.length > 4) return 0;
  return asksWhat(question) ? definesSubject(candidate, content, ASKS_PURPOSE.test(question.text)) : 0;
};

/** True if a candidate defines the question's subject by its place or by what it says. */
export const isDefinition = (question: ReadQuestion, candidate: Candidate): boolean =>
  definesWhat(question, candidate) >= DEFINED_BY_PLACE || saysWhat(question, candidate) > 0;

/**
 * A question for the meaning of a short name: "what is a tablespace", "what does CLUSTER do", not "what is the default
 * port" or "what is our refund policy", which ask for a fact about it.
 */
const ASKS_MEANING =
  /^\W*(?:what(?:['’]?s| is| are)\s+(?:an?\s+)?(?!(?:the|our|my|your|an?)\b)[\w.-]+(?:\s+[\w.-]+){0,2}|what (?:does|do) (?:the |an? )?[\w.-]+(?:\s+[\w.-]+){0,3}\s+(?:do|mean)|what (?:is|are) [\w.-]+(?: [\w.-]+)? for)\W*$/i;

/** The same for "what is the free space map", if a page has that title. */
const ASKS_FOR_TITLE = /^\W*what(?:['’]?s| is| are)\s+the\s+[\w.-]+(?:\s+[\w.-]+){0,2}\W*$/i;

/**
 * True if a question asks for the meaning of a short name, and the candidate does not say it.
 *
 * @param titled agreement of the question with the title of the candidate's page, 0 to 1
 */
export const lacksMeaning = (question: ReadQuestion, candidate: Candidate, titled: number): boolean =>
  question.types.length === 0 &&
  (ASKS_MEANING.test(question.text) || (titled === 1 && ASKS_FOR_TITLE.test(question.text))) &&
  !isDefinition(question, candidate);

/** Headings of sections about the page's whole topic. */
const ABOUT_ALL = /^[\W\d]*(?:description|overview|introduction|summary|synopsis|name|about|general|what is .*)\W*$/i;
/**
 * True if a sentence is above the first section or in a section about the whole page. Other sections are about parts.
 */
const opensPage = ({ passage, sentence }: Candidate): boolean => {
  const heading = sentence?.itself.headings || (passage.headings.at(-1) ?? '');
  return heading === '' || heading === passage.title || ABOUT_ALL.test(heading);
};
