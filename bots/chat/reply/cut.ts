/** The first `length` UTF-16 units of a text at most, without half of a surrogate pair, which platforms refuse. */
export const head = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** Shortens a text to at most `length` characters, the last of which is then an ellipsis. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${head(text, length - 1)}…` : text;

/**
 * The lines that fit into `maxChars` together, with a line that counts the others.
 * @param more words that line, for a number of lines that are left out
 */
export const linesWithin = (
  lines: readonly string[],
  maxChars: number,
  more: (count: number) => string,
): readonly string[] => {
  let kept = lines;
  while (kept.reduce((sum, line) => sum + line.length + 1, 0) > maxChars) kept = kept.slice(0, -1);
  return kept.length === lines.length ? lines : [...kept, more(lines.length - kept.length)];
};
