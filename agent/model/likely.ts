import { words } from '../../core/text/words.ts';
import { pagesDoNotSay } from '../../core/verdict.ts';
import type { JsonSchema, Model } from './model.ts';

/**
 * Links that need no source: the border between an answer and a likely one. Part of the rules for likely answers, so
 * that without these every link needs a source.
 */
export const UNDOUBTED =
  "A link also counts as stated where no reader would doubt it: arithmetic, what every adult knows (a state's capital, how a great war ended), one name plainly used of the same thing, or what the question adds to a name (the Old Mill, in X's birthplace), if the sources know only one of that name and contradict nothing.";

/**
 * Added to the instructions of every task that may give a likely answer. Its effect is measured in
 * docs/measured/strategies-by-hand.md.
 */
export const LIKELY_RULE = `${UNDOUBTED} The verdict is likely, in place of unknown, when the sources name the answer and state every link but one, and that one is implied by the usual meaning of words (the painter of a court died in the court's city), is public knowledge that you are sure of (whom an actor married, which league a club plays in), or holds because a source names only one thing of the kind asked for. Only something about a thing may be implied, never that another film of a series, meeting or product is the very one asked about. Begin \`text\` with "Probably" in the question's language, and list in \`candidates\` every answer of that kind that a source names and neither a source nor such knowledge rules out, another date or figure of the same thing too (not an older one where the question asks for now; no name from the question alone): only one may be left. Two missing links are unknown, also when one sentence could name both; so is a question of whose very person or thing no source speaks.`;

/** A shorter rule for a first call whose likely answer a later call checks with the full rule. */
export const SHORT_LIKELY_RULE = `${UNDOUBTED} The verdict is likely, in place of unknown, when the sources name the answer and state every link but one, and that one is implied by the usual meaning of words, is public knowledge that you are sure of, or holds because a source names only one thing of the kind asked for: begin \`text\` with "Probably", and list in \`candidates\` every answer that a source names and none rules out.`;

/** The part of an output that the rule for likely answers checks. */
interface Likely {
  verdict: string;
  shortAnswer: string;
  /** What no source states: `unconfirmed` in an answer, `missing` in an attempt. */
  unconfirmed?: string[];
  missing?: string[];
  candidates?: string[];
}

const isLikely = (output: unknown): output is Likely =>
  typeof output === 'object' && output !== null && 'verdict' in output && output.verdict === 'likely';

/**
 * Checks a likely answer: it needs an answer, exactly one unstated link, and no other candidate. Otherwise, or if
 * likely answers are not allowed, it becomes unknown, and its text says what the pages do not say, without the guess.
 * @param allowed false: only stated facts may be answered (`PARLEY_LIKELY=no`)
 */
export const likelyByRule = <Output>(output: Output, allowed: boolean): Output => {
  if (!isLikely(output)) return output;
  const missing = (output.unconfirmed ?? output.missing ?? []).map((one) => one.trim()).filter(Boolean);
  if (allowed && missing.length === 1 && isOnlyCandidate(output)) return { ...output, unconfirmed: missing };
  const given = 'text' in output ? String(output.text) : output.shortAnswer;
  const text = missing.length > 0 ? pagesDoNotSay(missing, given) : 'Your pages don’t say that.';
  const asStep = 'answer' in output ? { answer: text } : { text };
  return { ...output, ...asStep, verdict: 'unknown', shortAnswer: '', citations: [], unconfirmed: [], candidates: [] };
};

/** True if there is one candidate and it is the answer. */
const isOnlyCandidate = ({ shortAnswer, candidates = [] }: Likely): boolean => {
  const left = candidates.map(wordsOf).filter((candidate) => candidate !== '');
  const given = wordsOf(shortAnswer);
  const [first] = left;
  return first !== undefined && given !== '' && left.every((one) => one === first) && isSame(first, given);
};

const wordsOf = (text: string): string => words(text.replace(/\[\d+\]/g, '')).join(' ');

/** True if one contains the other: "Gdansk" and "the city of Gdansk". */
const isSame = (a: string, b: string): boolean =>
  a !== '' && (` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `));

/** Fields that only a likely answer has. */
const LIKELY_FIELDS: ReadonlySet<unknown> = new Set(['unconfirmed', 'candidates']);

const stated = new WeakMap<JsonSchema, JsonSchema>();

/** A task's schema without the verdict `likely` and its fields. */
export const withoutLikely = (schema: JsonSchema): JsonSchema => {
  const known = stated.get(schema);
  if (known) return known;
  const without = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (LIKELY_FIELDS.has(key)) return undefined;
    if (key !== 'enum' && key !== 'required') return value;
    return Array.isArray(value) ? value.filter((one) => one !== 'likely' && !LIKELY_FIELDS.has(one)) : value;
  }) as JsonSchema;
  stated.set(schema, without);
  return without;
};

/**
 * True if an answer may be likely: the settings allow it and the model is not a small one, which judges links and
 * candidates badly.
 */
export const mayAnswerLikely = (
  { allowsLikely }: { allowsLikely?: boolean },
  { capabilities }: Pick<Model, 'capabilities'>,
): boolean => allowsLikely !== false && !capabilities.compact;
