import { type Clause, requiredLiterals } from './required-literals.ts';

/** Tells which of many patterns may match a text, in one pass over it. */
export interface PatternScreen {
  /**
   * Indexes of the patterns that may match, ascending. Every pattern that matches is among them.
   * @param text what the patterns are tried on
   */
  candidates(text: string): readonly number[];
}

const NONE: readonly number[] = [];

/**
 * Creates a screen of patterns. Of the strings that each needs (required-literals.ts) it makes one automaton (A. V. Aho and
 * M. J. Corasick, "Efficient String Matching: An Aid to Bibliographic Search", 1975), so the time for a text does not depend
 * on their number.
 * @param literalsOf the strings that a pattern needs, if they are known already: to find them takes most of the time
 */
export const createPatternScreen = (
  patterns: readonly RegExp[],
  literalsOf: (pattern: RegExp) => readonly Clause[] = requiredLiterals,
): PatternScreen => {
  /** By clause: the pattern that needs it. */
  const patternOf: number[] = [];
  /** By pattern: how many clauses it needs. */
  const needed: number[] = [];
  const always: number[] = [];
  const clausesOf = new Map<string, number[]>();
  for (const [index, pattern] of patterns.entries()) {
    const clauses = literalsOf(pattern);
    needed.push(clauses.length);
    if (clauses.length === 0) always.push(index);
    for (const clause of clauses) {
      const id = patternOf.push(index) - 1;
      for (const text of clause) clausesOf.set(text, [...(clausesOf.get(text) ?? []), id]);
    }
  }
  const { next, shift, ascii, others, foundAt } = automaton(clausesOf);
  // Marks of the last text in which a clause was found, so that nothing is cleared between texts.
  const seenIn = new Float64Array(patternOf.length);
  const countedIn = new Float64Array(patterns.length);
  const found = new Uint16Array(patterns.length);
  let turn = 0;
  return {
    candidates(text) {
      turn += 1;
      let ready: number[] | undefined;
      let state = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        const column = code < ASCII ? (ascii[code] as number) : (others.get(code) ?? 0);
        state = next[(state << shift) + column] as number;
        const clauses = foundAt[state];
        if (!clauses) continue;
        for (const clause of clauses) {
          if (seenIn[clause] === turn) continue;
          seenIn[clause] = turn;
          const pattern = patternOf[clause] ?? 0;
          const count = countedIn[pattern] === turn ? (found[pattern] ?? 0) + 1 : 1;
          countedIn[pattern] = turn;
          found[pattern] = count;
          if (count === needed[pattern]) {
            ready ??= [...always];
            ready.push(pattern);
          }
        }
      }
      if (ready) return ready.sort((one, other) => one - other);
      return always.length > 0 ? always : NONE;
    },
  };
};

/** Transitions between states, each of which stands for the longest start of a string that the text ends with so far. */
interface Automaton {
  /** The next state, at the index of a state's row and a character's column. */
  next: Uint16Array | Uint32Array;
  /** A row has two to the power of this many columns. */
  shift: number;
  /** Columns of the ASCII characters and of other UTF-16 code units; 0 for one that no string contains. */
  ascii: Uint16Array;
  others: ReadonlyMap<number, number>;
  /** By state: the clauses of the strings that end there. */
  foundAt: readonly (readonly number[] | undefined)[];
}

/** A state while the automaton is built. */
interface Node {
  index: number;
  children: Map<number, Node>;
  clauses: number[];
  /** The state of the longest end of its string that starts another one. */
  fallback?: Node;
}

const ASCII = 128;

const automaton = (clausesOf: ReadonlyMap<string, readonly number[]>): Automaton => {
  const newNode = (): Node => ({ index: 0, children: new Map(), clauses: [] });
  const root = newNode();
  const columns = new Map<number, number>();
  for (const [text, clauses] of clausesOf) {
    let node = root;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!columns.has(code)) columns.set(code, columns.size + 1);
      const child = node.children.get(code) ?? newNode();
      node.children.set(code, child);
      node = child;
    }
    node.clauses.push(...clauses);
  }
  // Breadth first: a state's fallback is complete before the state, and the rows of short starts, used most, lie together.
  const nodes = [root];
  for (const node of nodes) for (const child of node.children.values()) child.index = nodes.push(child) - 1;
  const shift = Math.ceil(Math.log2(columns.size + 1));
  const size = nodes.length << shift;
  const next = nodes.length <= 0xffff ? new Uint16Array(size) : new Uint32Array(size);
  for (const { index, children, clauses, fallback = root } of nodes) {
    if (index !== 0) {
      next.copyWithin(index << shift, fallback.index << shift, (fallback.index + 1) << shift);
      clauses.push(...fallback.clauses);
    }
    for (const [code, child] of children) {
      const slot = (index << shift) + (columns.get(code) as number);
      if (index !== 0) child.fallback = nodes[next[slot] as number] as Node;
      next[slot] = child.index;
    }
  }
  const ascii = new Uint16Array(ASCII);
  const others = new Map<number, number>();
  for (const [code, column] of columns) {
    if (code < ASCII) ascii[code] = column;
    else others.set(code, column);
  }
  const foundAt = nodes.map(({ clauses }) => (clauses.length > 0 ? [...new Set(clauses)] : undefined));
  return { next, shift, ascii, others, foundAt };
};
