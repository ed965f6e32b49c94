/**
 * Damerau-Levenshtein distance of two words as optimal string alignment: insertions, deletions, substitutions and swaps
 * of neighbours (Damerau, CACM 7(3), 1964).
 */
export const editDistance = (a: string, b: string): number => {
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

/** All strings at distance one from a word, with letters a to z. */
export const editsOf = (word: string): string[] => {
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

/** The word with its first letter capitalised if the token's is. */
export const matchCase = (token: string, word: string): string =>
  /^\p{Lu}/u.test(token) ? (word[0] ?? '').toUpperCase() + word.slice(1) : word;
