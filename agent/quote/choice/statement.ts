import type { Candidate } from '../candidates/candidate.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { ofLast } from '../words/of-last.ts';
import { opensWithCapitalName } from '../words/stems.ts';

// What sort of statement a candidate is, whatever it is about.

/**
 * True for the first sentence of its section or of the paragraphs under its leading term. Ignores questions and
 * headings before it.
 */
export const isFirst = ({ sentence, passage }: Candidate): boolean => {
  if (!sentence || sentence.itself.speaker !== undefined) return false;
  const { itself, index, parent } = sentence;
  // A command's syntax precedes its description.
  const before = parent.sentences.slice(0, index).findLast(({ unfit, code }) => unfit === undefined && !code);
  // A passage that starts without a heading continues the section of the passage before it.
  if (before === undefined) return itself.headings !== '' || itself.lead !== '' || passage.ordinal === 0;
  return before.section !== itself.section || before.lead !== itself.lead;
};

const NEGATION =
  /\b(?:not|never|no longer|nobody|none|cannot|can['’]t|don['’]t|doesn['’]t|won['’]t|isn['’]t|aren['’]t|without)\b/i;
/** True if the candidate contains a negation and the question does not. */
export const isNegated = ({ text }: ReadQuestion, plain: string): boolean =>
  NEGATION.test(plain) && !NEGATION.test(text);

const CONDITION = /^\W*(?:if|unless|when|whenever|where|in case|provided|although|even if)\b/i;
/** True if the candidate starts with a condition and the question contains none. */
export const isConditional = ({ text }: ReadQuestion, plain: string): boolean =>
  CONDITION.test(plain) && !/\b(?:if|unless|when|in case)\b/i.test(text);

/** True if a sentence starts with a reference to the text before it, or refers to the text above. */
export const isDangling = (plain: string): boolean =>
  /\b(?:the|as|see) above\b/i.test(plain) || (REFERS.test(plain) && !opensWithCapitalName(plain));
const REFERS =
  /^\W*(?:this|that|these|those|it|its|they|such|however|also|additionally|furthermore|moreover|then|therefore|thus|similarly|otherwise|likewise|in (?:this|that) case|for example|note that)\b/i;

const PURPOSE =
  /^\W*(?:this|that|it|these|those|they|which|doing (?:so|this|that|it)) (?:is|are|can be|may be|might be|comes? in)(?: \w+ly| very| quite| also| most)? (?:useful|handy|helpful|convenient|practical)\b/i;
const ASKS_PURPOSE = /\b(?:why|what for|for what|purpose|point of|useful|handy|helpful|good for|when|reasons?)\b/i;
/** True for a sentence that says only what the text before it is good for, if the question does not ask that. */
export const isPurpose = ({ text }: ReadQuestion, plain: string): boolean =>
  PURPOSE.test(plain) && !ASKS_PURPOSE.test(text);

const EXAMPLE = /^\W*(?:for )?example\s*:/i;
/** True for a sentence that is an example ("Example: if you get £600 …") if the question asks for none. */
export const isExample = ({ text }: ReadQuestion, plain: string): boolean =>
  EXAMPLE.test(plain) && !/\b(?:examples?|e\.g|like what|such as)\b/i.test(text);

const CHANGES =
  /\b(?:release(?: notes?)? [\dvV]|release notes|change ?log|what['’]?s new|version history|release history|changes (?:in|since|from|between)\b)/i;
/** A version heading: "Version 1.0.11rc1 (2017-06-27)", "v2.1", "Release 4". */
const VERSION =
  /^\W*(?:(?:[\p{L}.+-]+ )?(?:version|release|v)\.?\s?)?v?\d+\.\d+[\w.+-]*(?:\s*[-–—,(:]?\s*(?:released )?(?:on )?(?:\(?\d{4}-\d\d-\d\d|\(?\d{1,2} \p{L}+ \d{4}|\(?\p{L}+ \d{1,2},? \d{4}|unreleased|not released yet|upcoming).*)?\W*$/iu;
const ASKS_FOR_CHANGES =
  /\b(?:releas(?:e|es|ed)|versions?|what(?:['’]?s| is| has| was)? (?:new|changed)|changed (?:in|since|from|between)|new (?:in|since|features?)|change ?log|upgrad\w+|since when)\b|\d+\.\d+/i;
const asksForChanges = ofLast((text: string) => ASKS_FOR_CHANGES.test(text));
/** True for a changelog entry if the question does not ask for changes. */
export const isInChangelog = ({ text }: ReadQuestion, { passage, sentence }: Candidate): boolean => {
  if (asksForChanges(text)) return false;
  const above = [passage.title, ...passage.headings, sentence?.itself.headings ?? ''];
  return above.some((heading) => CHANGES.test(heading) || VERSION.test(heading));
};

/** A program's usage: "named-checkconf [-chjl] [-t directory] {filename}". */
const SYNOPSIS = /^\W*[\w.-]+(?:\s+(?:\[[^\]]*\]+|\{[^}]*\}|<[^>]*>|-[\w-]+|\.\.\.|[\w.-]+(?=\s*$)))+\W*$/;
const MAX_SYNOPSIS_CHARS = 400;
/** True for a program's usage in a line that is not marked as code. */
export const isSynopsis = (plain: string): boolean =>
  plain.length <= MAX_SYNOPSIS_CHARS && /\s[[{]/.test(plain) && SYNOPSIS.test(plain);
