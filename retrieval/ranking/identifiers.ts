/** Names that a tokenizer would split at their special characters. Longer alternatives come first. */
const IDENTIFIER = new RegExp(
  [
    String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`, // mail addresses
    String.raw`(?:~|\.{1,2})?(?:\/[\w.@-]*[\w@-]){2,}`, // paths
    String.raw`#\d+\b`, // #4711
    String.raw`\b[A-Za-z][A-Za-z\d]*(?:-[A-Za-z\d]+)*-\d[A-Za-z\d]*\b`, // ABC-123, gw-2, CVE-2024-3094
    String.raw`\b(?:v\d+(?:\.\d+)*|\d+(?:\.\d+){2,3})(?:-[\da-z.]+)?\b`, // v2.3, 10.4.0; a plain decimal is a number
    String.raw`\b[\w-]+(?:(?:\.|::|->)[\w-]*[a-z_][\w-]*)+\b(?:\(\))?`, // config.max_retries, deploy.yaml, Queue::push
    String.raw`\b\w*[A-Za-z\d]_\w+\b`, // snake_case, ERR_CONN_RESET
    String.raw`\b[a-z]+(?:[A-Z][a-z\d]*)+\b`, // camelCase
    String.raw`\b(?:[A-Z][a-z\d]+){2,}\b`, // PascalCase
    String.raw`\b(?:0x[\da-fA-F]{2,}|[A-Z]{1,4}\d{2,})\b`, // 0x80070005, E1234
  ].join('|'),
  'g',
);
/** Every identifier matches this, and most prose does not. Testing it first skips prose in a third of the time. */
const IDENTIFIER_HINT = /[@#_/]|[\w-](?:\.|::|->)[\w-]|-\d|[A-Za-z]\d|0x|[a-z\d][A-Z]/;
/** Not identifiers: short forms such as "e.g." and glued sentences ("sea.The"). */
const NOT_IDENTIFIER = /^(?:\p{L}\.)+\p{L}?\.?$|^\p{Lu}?\p{Ll}+\.\p{Lu}\p{Ll}+$/u;

/** A name of code, a ticket, a version, a path or an address, as written. */
export interface Identifier {
  /** The key in the index, which cannot be equal to a word's. */
  key: string;
  text: string;
  /** The words of a camelCase name: "getUserName" has get, user, name. Empty if special characters separate its words. */
  words: string[];
}

/**
 * The identifiers in a text. They are indexed as a whole, because "ABC-123" is neither "abc" nor "123", and by their words,
 * because people write "max retries" for `maxRetries`.
 */
export const identifiersIn = (text: string): Identifier[] => {
  if (!IDENTIFIER_HINT.test(text)) return [];
  return Array.from(text.matchAll(IDENTIFIER), ([found]) => found.replace(/\(\)$/, ''))
    .filter((found) => !NOT_IDENTIFIER.test(found))
    .map((found) => ({ key: `=${found.toLowerCase()}`, text: found, words: camelCaseWords(found) }));
};

const camelCaseWords = (name: string): string[] => {
  const parts = name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return parts === name ? [] : (parts.toLowerCase().match(/[a-z\d]+/g) ?? []);
};
