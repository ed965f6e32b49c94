import { words } from '../../../core/text/words.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { ReadQuestion } from '../reading/question.ts';
import type { Term } from '../reading/terms.ts';
import { held, labelShare, RELATED } from './coverage.ts';
import { isFirst } from './signs.ts';
import { definesSubject } from './subject.ts';

// Whether a candidate says what something is or does.

/** A question that asks what something is or does, rather than for one of its properties. */
const ASKS_WHAT =
  /^\W*(?:what(?:['’]?s| is| are| does| do)|explain|define|(?:the )?meaning of|was (?:ist|sind|bedeutet)|qu['’]est-ce que|qué (?:es|son|significa))\b/iu;

/** "What does VACUUM do?" rather than "What is VACUUM?" */
const ASKS_PURPOSE = /\bwhat (?:does|do|is|are)\b.*\b(?:do|for)\W*$/i;
/** A looser sign: one of these verbs, or a colon, in a sentence whose first words hold what is asked about. */
const DEFINES =
  /\b(?:is|are|means|stands for|refers to|works|sets|specifies|controls|determines|returns|performs|allows|lets|provides|describes)\b|:/iu;
const DEFINED_WITHIN = 7;

/**
 * How far a candidate may say what the question's subject is or does: .8 for what a term's entry or a section of its name says
 * first and for its row, .5 for the looser sign, 0 otherwise and for other questions.
 */
export const definesWhat = (question: ReadQuestion, candidate: Candidate): number => {
  const { sentence, table, plain, stems, lead, title, headings } = candidate;
  const content = question.terms.filter(({ light, share }) => !light && share >= 0.5);
  const isWhat = asksWhat(question);
  if (table && isWhat && content.length === 1 && labelShare(candidate, question.terms) === 1) return 0.8;
  // How a command is typed does not say what it does.
  if (!sentence || sentence.itself.code || content.length === 0 || content.length > 4) return 0;
  if (!isWhat && words(question.text).length > 3) return 0;
  const above = (held: ReadonlySet<string>) => content.every((term) => heldIn(term, held));
  if (isFirst(candidate) && (above(lead) || above(headings) || (above(title) && opensPage(candidate)))) return 0.8;
  return above(new Set(stems.slice(0, DEFINED_WITHIN))) && DEFINES.test(plain) ? 0.5 : 0;
};
const heldIn = (term: Term, stems: ReadonlySet<string>): boolean => held(term, stems) >= RELATED;

/** How far a candidate begins with what the question asks about, as its subject, and goes on with what that is or does. */
export const saysWhat = (question: ReadQuestion, candidate: Candidate): number => {
  const content = question.terms.filter(({ light }) => !light);
  const isSentence = candidate.sentence !== undefined && !candidate.sentence.itself.code;
  // What leads into a list is in the list.
  if (!isSentence || candidate.plain.endsWith(':') || content.length === 0 || content.length > 4) return 0;
  return asksWhat(question) ? definesSubject(candidate, content, ASKS_PURPOSE.test(question.text)) : 0;
};

/** Whether a question asks what something is or does. */
export const asksWhat = ({ text }: ReadQuestion): boolean => ASKS_WHAT.test(text);

/** Headings below which a page says what it is about. */
const ABOUT_ALL = /^[\W\d]*(?:description|overview|introduction|summary|synopsis|name|about|general|what is .*)\W*$/i;
/** It stands above the first section, or in one that says what the page is about; the others are about parts of it. */
const opensPage = ({ passage, sentence }: Candidate): boolean => {
  const heading = sentence?.itself.headings || (passage.headings.at(-1) ?? '');
  return heading === '' || heading === passage.title || ABOUT_ALL.test(heading);
};
