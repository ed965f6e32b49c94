import { words } from '../../../core/text/words.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { RELATED_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { labelShare } from './coverage.ts';
import { isFirst } from './signs.ts';
import { definesSubject } from './subject.ts';

// Detects whether a candidate says what something is or does.

/** A question about what something is or does, not about one of its properties. */
const ASKS_WHAT =
  /^\W*(?:what(?:['’]?s| is| are| does| do)|explain|define|(?:the )?meaning of|was (?:ist|sind|bedeutet)|qu['’]est-ce que|qué (?:es|son|significa))\b/iu;

/** "What does VACUUM do?" rather than "What is VACUUM?" */
const ASKS_PURPOSE = /\bwhat (?:does|do|is|are)\b.*\b(?:do|for)\W*$/i;
/** A weaker sign: one of these verbs, or a colon, in a sentence that names the subject in its first words. */
const DEFINES =
  /\b(?:is|are|means|stands for|refers to|works|sets|specifies|controls|determines|returns|performs|allows|lets|provides|describes)\b|:/iu;
const DEFINED_WITHIN = 7;

/**
 * Likelihood that a candidate defines the question's subject: .8 for the first sentence of a term's entry or of the
 * subject's section, and for its row; .5 for the weaker sign; 0 otherwise.
 */
export const definesWhat = (question: ReadQuestion, candidate: Candidate): number => {
  const { sentence, table, plain, stems, lead, title, headings } = candidate;
  const content = question.terms.filter(({ light, share }) => !light && share >= 0.5);
  const isWhat = asksWhat(question);
  if (table && isWhat && content.length === 1 && labelShare(candidate, question.terms) === 1) return 0.8;
  // A command's syntax does not say what it does.
  if (!sentence || sentence.itself.code || content.length === 0 || content.length > 4) return 0;
  if (!isWhat && words(question.text).length > 3) return 0;
  const above = (held: ReadonlySet<string>) => content.every((term) => heldIn(term, held));
  if (isFirst(candidate) && (above(lead) || above(headings) || (above(title) && opensPage(candidate)))) return 0.8;
  return above(new Set(stems.slice(0, DEFINED_WITHIN))) && DEFINES.test(plain) ? 0.5 : 0;
};
const heldIn = (term: Term, stems: ReadonlySet<string>): boolean => termMatch(term, stems) >= RELATED_MATCH;

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

/** True if a question asks what something is or does. */
export const asksWhat = ({ text }: ReadQuestion): boolean => ASKS_WHAT.test(text);

/** Headings of sections about the page's whole topic. */
const ABOUT_ALL = /^[\W\d]*(?:description|overview|introduction|summary|synopsis|name|about|general|what is .*)\W*$/i;
/**
 * True if a sentence is above the first section or in a section about the whole page. Other sections are about parts.
 */
const opensPage = ({ passage, sentence }: Candidate): boolean => {
  const heading = sentence?.itself.headings || (passage.headings.at(-1) ?? '');
  return heading === '' || heading === passage.title || ABOUT_ALL.test(heading);
};
