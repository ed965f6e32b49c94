import { words } from '../../core/text/words.ts';
import type { JsonSchema } from './model.ts';

/**
 * Ends the instructions of every task that may give a likely answer; what it reached is in
 * docs/measured/strategies-by-hand.md.
 */
export const LIKELY_RULE =
  'The verdict is likely, in place of unknown, when the sources state every link but one, and that one is implied by the usual meaning of words (the painter of a court died in the court\'s city), by what any adult knows (the league of a famous club), or because a source names only one thing of the kind asked for. Only something about a thing may be implied, never that another film of a series, meeting or product is the very one asked about. Begin `text` with "Probably" in the question\'s language, and list in `candidates` every answer of that kind that a source names and none rules out, another date or figure of the same thing too (not an older one where the question asks for now; no name from the question alone): only one may be left. Two missing links are unknown, also when one sentence could name both; so is a question of whose very person or thing no source speaks.';

/** The rule in short, for a call whose likely answer is weighed by the whole rule before it is given. */
export const LIKELY_AT_FIRST =
  'The verdict is likely, in place of unknown, when the sources state every link but one and that one is implied by the usual meaning of words, by what any adult knows, or because a source names only one thing of the kind asked for; list in `candidates` every answer that a source names and none rules out.';

/** What the fields of an answer have to hold so that it may stand as likely. */
interface Likely {
  verdict: string;
  shortAnswer: string;
  /** What no source states, by the name that it has in an answer, or in an attempt at one. */
  unconfirmed?: string[];
  missing?: string[];
  candidates?: string[];
}

const isLikely = (output: unknown): output is Likely =>
  typeof output === 'object' && output !== null && 'verdict' in output && output.verdict === 'likely';

/**
 * Holds a likely answer to its rule: it names an answer, exactly one link that is not stated, and, of all the answers that
 * sources name and do not rule out, this one alone. Any other, and every one where only stated facts may be answered,
 * is unknown: what the sources do not say stands in its text, the guess does not.
 *
 * @param allowed false: only stated facts may be answered (`PARLEY_LIKELY=no`)
 */
export const likelyByRule = <Output>(output: Output, allowed: boolean): Output => {
  if (!isLikely(output)) return output;
  const missing = (output.unconfirmed ?? output.missing ?? []).map((one) => one.trim()).filter(Boolean);
  if (allowed && missing.length === 1 && isOnlyCandidate(output)) return { ...output, unconfirmed: missing };
  const text = missing.length > 0 ? `The pages do not say ${missing.join('; ')}.` : 'The pages do not say that.';
  const asStep = 'answer' in output ? { answer: text } : { text };
  return { ...output, ...asStep, verdict: 'unknown', shortAnswer: '', citations: [], unconfirmed: [], candidates: [] };
};

/** True where one candidate is left, and is what was answered. */
const isOnlyCandidate = ({ shortAnswer, candidates = [] }: Likely): boolean => {
  const left = candidates.map(wordsOf).filter((candidate) => candidate !== '');
  const given = wordsOf(shortAnswer);
  const [first] = left;
  return first !== undefined && given !== '' && left.every((one) => one === first) && isSame(first, given);
};

const wordsOf = (text: string): string => words(text.replace(/\[\d+\]/g, '')).join(' ');

/** True where one names the other: "Gdansk" and "the city of Gdansk". */
const isSame = (a: string, b: string): boolean =>
  a !== '' && (` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `));

/** Fields that only a likely answer fills. */
const OF_LIKELY: ReadonlySet<unknown> = new Set(['unconfirmed', 'candidates']);

const stated = new WeakMap<JsonSchema, JsonSchema>();

/** A task's schema without the verdict `likely` and the fields that go with it, for models that are held to it. */
export const withoutLikely = (schema: JsonSchema): JsonSchema => {
  const known = stated.get(schema);
  if (known) return known;
  const without = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (OF_LIKELY.has(key)) return undefined;
    if (key !== 'enum' && key !== 'required') return value;
    return Array.isArray(value) ? value.filter((one) => one !== 'likely' && !OF_LIKELY.has(one)) : value;
  }) as JsonSchema;
  stated.set(schema, without);
  return without;
};
