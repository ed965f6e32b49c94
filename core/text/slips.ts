/**
 * The number of slips of the finger between two words: letters left out, put in, changed or swapped with their neighbour
 * (Damerau, CACM 7(3), 1964; as optimal string alignment).
 */
export const slipsBetween = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Every string one slip away from a word of a to z: a letter left out, two swapped, one changed, one put in. */
export const slipsOf = (word: string): string[] => {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after) found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after[1] + after[0] + after.slice(2));
    for (const letter of LETTERS) {
      if (after) found.add(before + letter + after.slice(1));
      found.add(before + letter + after);
    }
  }
  found.delete(word);
  return [...found];
};

/** A word with a capital where the one that it stands for had one. */
export const inCaseOf = (token: string, word: string): string =>
  /^\p{Lu}/u.test(token) ? (word[0] ?? '').toUpperCase() + word.slice(1) : word;
