/** A thing as a text names it: the name, and what tells it from others of that name (`chess player`, `1994 film`). */
export interface Name {
  name: string;
  qualifier?: string;
}

/** What a name may be qualified by: `chess player`, `1994 film`; never words that end in a verb, such as `answer is`. */
const qualifier = '(?:[0-9]{4} )?[a-z]+(?: (?!(?:is|was|has|had|are)\\b)[a-z]+)?';
const word = "[A-Z0-9][\\w'’.-]*";
/** A pattern for a name as pages and questions write it: "Mara Velkin", "the chess player Mara Velkin", "X (1994 film)". */
export const namePattern = `(?:[Tt]he ${qualifier} )?${word}(?: (?:(?:of|to|the|on|for) )*${word})*(?: \\([^()]+\\))?`;

const whole = new RegExp(`^${namePattern}$`);
const before = new RegExp(`^[Tt]he (${qualifier}) (?=[A-Z0-9])`);
const behind = / \(([^()]+)\)$/;
const pronoun = /^(?:she|he|it)$/i;

/** True for what can be a name. */
export const isName = (text: string): boolean => whole.test(text) && !pronoun.test(text);

/** Reads a name with its qualifier on either side. */
export const readName = (text: string): Name => {
  const trimmed = text.trim();
  const front = before.exec(trimmed);
  if (front) return { name: trimmed.slice(front[0].length), qualifier: front[1]! };
  const back = behind.exec(trimmed);
  return back ? { name: trimmed.slice(0, back.index), qualifier: back[1]! } : { name: trimmed };
};

/** A name as it is written in a sentence. */
export const writeName = ({ name, qualifier }: Name): string => (qualifier ? `the ${qualifier} ${name}` : name);

const keys = new Map<string, string>();
/** What equal names share: lower case, letters and digits only. */
export const nameKey = (name: string): string => {
  let key = keys.get(name);
  if (key === undefined) {
    key = name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (keys.size > 50_000) keys.clear();
    keys.set(name, key);
  }
  return key;
};

/** True when two names can mean the same thing: equal, and not told apart by their qualifiers. */
export const sameName = (a: Name, b: Name): boolean =>
  nameKey(a.name) === nameKey(b.name) && (!a.qualifier || !b.qualifier || a.qualifier === b.qualifier);

/**
 * True when a name is the other with a slip of the pen: the same number of words, of which one differs by one edit (two
 * in a long word).
 */
export const nearName = (a: Name, b: Name): boolean => {
  if (a.qualifier && b.qualifier && a.qualifier !== b.qualifier) return false;
  const [left, right] = [nameKey(a.name).split(' '), nameKey(b.name).split(' ')];
  if (left.length !== right.length) return false;
  const differing = left.flatMap((own, i) => (own === right[i] ? [] : [i]));
  if (differing.length !== 1) return false;
  const [own, other] = [left[differing[0]!]!, right[differing[0]!]!];
  return Math.min(own.length, other.length) >= 5 && withinOneEdit(own, other);
};

/** One letter dropped, added, replaced, or swapped with its neighbour. */
const withinOneEdit = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  const restA = a.slice(i);
  const restB = b.slice(i);
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
};
