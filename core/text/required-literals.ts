import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** Strings of which every match of a pattern contains at least one. */
export type Clause = readonly string[];

/** Maximum strings of a clause. A larger alternation says too little to be worth looking for. */
const MAX_STRINGS = 160;
/** Maximum strings that a sequence is multiplied out to ("answer" or "answers" before " to"). */
const MAX_PRODUCT = 48;
/** Maximum characters of a string. Longer ones find no less and take more memory. */
const MAX_LENGTH = 12;

/** What is known of the text that a part of a pattern matches. */
interface Known {
  /** All texts that it matches, if they are few. */
  exact?: readonly string[];
  clauses: readonly Clause[];
}

const NOTHING: Known = { clauses: [] };
const EMPTY: Known = { exact: [''], clauses: [] };

/** A clause from exact texts: none if one of them is empty or too short to tell anything. */
const clauseOf = (exact: readonly string[] | undefined): Clause[] =>
  exact && exact.length <= MAX_STRINGS && exact.every((text) => text.length > 1) ? [shortened(exact)] : [];

/** Without strings that contain another one, because that one is found with them. */
const shortened = (texts: readonly string[]): Clause => {
  const cut = [...new Set(texts.map((text) => text.slice(0, MAX_LENGTH)))];
  return cut.filter((text) => !cut.some((other) => other !== text && text.includes(other)));
};

/**
 * Finds, for a regular expression, clauses such that every match contains at least one string of each, so that a text
 * without them need not be tried (the prefilter of RE2, R. Cox, "Regular Expression Matching with a Trigram Index", 2012).
 * @returns no clause if nothing can be said. Patterns that ignore case have none.
 */
export const requiredLiterals = ({ source, flags }: RegExp): readonly Clause[] => {
  if (/[iv]/.test(flags)) return [];
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const { exact, clauses } = anyOf(pattern.alternatives);
  return [...clauses, ...clauseOf(exact)];
};

const anyOf = (alternatives: readonly AST.Alternative[]): Known => {
  const known = alternatives.map(({ elements }) => sequence(elements));
  if (known.length === 1 && known[0]) return known[0];
  const all = known.flatMap(({ exact }) => exact ?? []);
  if (known.every(({ exact }) => exact) && all.length <= MAX_STRINGS) return { exact: all, clauses: [] };
  // One clause: of each alternative its most telling one.
  const best = known.map(({ exact, clauses }) => [...clauses, ...clauseOf(exact)].sort(byStrength)[0]);
  if (best.some((clause) => clause === undefined)) return NOTHING;
  const strings = shortened(best.flatMap((clause) => clause ?? []));
  return strings.length <= MAX_STRINGS ? { clauses: [strings] } : NOTHING;
};

/** Few and long strings first. */
const byStrength = (one: Clause, other: Clause): number => weakness(one) - weakness(other);
const weakness = (clause: Clause): number => clause.reduce((sum, { length }) => sum + 8 ** -length, 0);

const sequence = (elements: readonly AST.Element[]): Known => {
  let exact: readonly string[] | undefined = [''];
  /** False once something of unknown text came before `exact`. */
  let isWhole = true;
  const clauses: Clause[] = [];
  const flush = () => {
    clauses.push(...clauseOf(exact));
    exact = [''];
    isWhole = false;
  };
  for (const element of elements) {
    const known = part(element);
    clauses.push(...known.clauses);
    if (!known.exact) flush();
    else if (exact.length * known.exact.length <= MAX_PRODUCT) exact = product(exact, known.exact);
    else {
      flush();
      exact = known.exact;
    }
  }
  if (isWhole) return { exact, clauses };
  clauses.push(...clauseOf(exact));
  return { clauses };
};

const product = (before: readonly string[], after: readonly string[]): string[] =>
  before.flatMap((start) => after.map((end) => start + end));

const part = (element: AST.Element): Known => {
  switch (element.type) {
    case 'Character':
      return { exact: [String.fromCodePoint(element.value)], clauses: [] };
    // What stands around a match is no part of it.
    case 'Assertion':
      return EMPTY;
    case 'Group':
    case 'CapturingGroup':
      return anyOf(element.alternatives);
    case 'CharacterClass':
      return characters(element);
    case 'Quantifier':
      return repeated(element);
    default:
      return NOTHING;
  }
};

/** A class of a few single characters: "[sz]". */
const characters = ({ negate, elements }: AST.CharacterClass): Known => {
  const single = elements.flatMap((one) => (one.type === 'Character' ? [String.fromCodePoint(one.value)] : []));
  return !negate && single.length === elements.length && single.length <= 4 ? { exact: single, clauses: [] } : NOTHING;
};

const repeated = ({ min, max, element }: AST.Quantifier): Known => {
  const known = part(element);
  if (min === 0) return max === 1 && known.exact ? { exact: ['', ...known.exact], clauses: [] } : NOTHING;
  if (min === 1 && max === 1) return known;
  return { clauses: [...known.clauses, ...clauseOf(known.exact)] };
};
