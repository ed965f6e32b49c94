/**
 * The answer normalisation of SQuAD's evaluate-v1.1.py, which HotpotQA, MuSiQue and 2WikiMultihopQA copied word for word:
 * lower case, ASCII punctuation out (not replaced by a space), the articles out, white space folded.
 *
 * The scripts are Python, so the classes below are Python's: `\b` of an `str` pattern is Unicode-aware and `str.split()`
 * splits on what `str.isspace()` says. JavaScript's `\b`, `\w` and `\s` differ in both, and one accent would be a digit.
 *
 * @example normalizeAnswer('The Bourne Deception!') // 'bourne deception'
 */
export const normalizeAnswer = (text: string): string =>
  pythonSplit(text.toLowerCase().replace(asciiPunctuation, '').replace(articles, ' ')).join(' ');

/** The normalised answer's words. */
export const answerTokens = (text: string): string[] => pythonSplit(normalizeAnswer(text));

// string.punctuation
const asciiPunctuation = /[!-/:-@[-`{-~]/g;
// re: \b(a|an|the)\b, where \w is a letter, a number (of any kind) or the underscore, which is punctuation and gone by then.
const articles = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;
// str.isspace(); \s would add U+FEFF and miss U+001C to U+001F and U+0085.
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts the four separators as white space
const whiteSpace = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

const pythonSplit = (text: string): string[] => text.split(whiteSpace).filter((word) => word !== '');
