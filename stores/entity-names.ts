/** The distinct words of a name in lower case, without diacritics. */
export const nameWords = (name: string): string[] => [
  ...new Set(
    name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu),
  ),
];

/** Jaccard similarity of two names' words, 0 to 1. */
export const nameSimilarity = (a: readonly string[], b: readonly string[]): number => {
  const other = new Set(b);
  const common = a.filter((word) => other.has(word)).length;
  return common === 0 ? 0 : common / (a.length + b.length - common);
};
