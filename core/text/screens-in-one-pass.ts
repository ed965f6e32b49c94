import { cacheByText } from '../cache-by-text.ts';
import { createPatternScreen, type PatternScreen } from './pattern-screen.ts';
import { type Clause, requiredLiterals } from './required-literals.ts';

/** Characters of the texts whose candidates are kept: a page is read by one screen after the other. */
const MAX_CHARS = 300_000;
const NONE: readonly number[] = [];

/**
 * Creates screens that read the same texts: the first one to be asked about a text reads it for all of them, in one pass of
 * one automaton.
 * @returns the function that makes a screen of some patterns, as `createPatternScreen` does
 */
export const screensInOnePass = (): ((patterns: readonly RegExp[]) => PatternScreen) => {
  /** The patterns of all screens, one behind the other. One that two screens share is there twice. */
  const all: RegExp[] = [];
  /** What the patterns need is found when a program starts, and not while its first reader waits. */
  const literals = new Map<RegExp, readonly Clause[]>();
  /** By pattern: the number of its screen. */
  const screenOf: number[] = [];
  /** By screen: the index of its first pattern. */
  const firstOf: number[] = [];
  let read: ((text: string) => Candidates) | undefined;
  let last: { text: string; candidates: Candidates } | undefined;

  const createReader = (): ((text: string) => Candidates) => {
    const joined = createPatternScreen(all, (pattern) => literals.get(pattern) ?? []);
    return cacheByText((text) => {
      const candidates: Candidates = [];
      for (const index of joined.candidates(text)) {
        const screen = screenOf[index] as number;
        const known = candidates[screen];
        const own = index - (firstOf[screen] as number);
        if (known) known.push(own);
        else candidates[screen] = [own];
      }
      return candidates;
    }, MAX_CHARS);
  };

  return (patterns) => {
    const screen = firstOf.push(all.length) - 1;
    for (const pattern of patterns) {
      all.push(pattern);
      if (!literals.has(pattern)) literals.set(pattern, requiredLiterals(pattern));
      screenOf.push(screen);
    }
    // What was read before does not know of these.
    read = undefined;
    last = undefined;
    return {
      candidates(text) {
        if (last?.text !== text) {
          read ??= createReader();
          last = { text, candidates: read(text) };
        }
        return last.candidates[screen] ?? NONE;
      },
    };
  };
};

/** By number of a screen: its patterns that may match a text, ascending; nothing for none. */
type Candidates = (number[] | undefined)[];
