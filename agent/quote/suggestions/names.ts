// Names as questions have them.

/** Maximum characters of a name. */
const MAX_LABEL = 32;
/** True for what may be called by its name in a question. */
export const isName = (text: string): boolean =>
  text.length > 1 && text.length <= MAX_LABEL && /^\p{L}/u.test(text) && !/[|:;?]/.test(text);

/** A name as it stands inside a sentence: small, unless its capitals belong to it ("HR", "Ana Novak", "PagerDuty"). */
export const lower = (text: string): string =>
  /^\p{Lu}{2,}|^\p{Lu}\p{Ll}+ ?\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A column's name as it stands inside a sentence: small, but for abbreviations. "Total Spend Limit" is nobody's name. */
export const lowerWords = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()));
