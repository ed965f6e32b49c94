/** True for free text without an answer: empty, "unknown", or with "I don't know" anywhere. */
export const saysUnknown = (answer: string): boolean =>
  answer.trim() === '' ||
  /^\W*(?:unknown|not known|none)\b\W*(?:$|\.)/i.test(answer) ||
  /\bI (?:don['’]?t|do not) know\b/i.test(answer);

/** "The pages don't say", "no newer message names a third", in the languages that an answer is given in most. */
const LACKS = new RegExp(
  [
    String.raw`\b(?:pages?|sources?|documents?)\b[^.]*\b(?:do(?:es)? not|don['’]t|doesn['’]t|no|nothing|neither|none|never)\b`,
    String.raw`\b(?:no|neither|none of the) (?:\p{L}+ )?(?:pages?|sources?|documents?|messages?)\b`,
    String.raw`\bnot (?:recorded|stated|said|named|given) (?:in|on|by|anywhere)\b|\b(?:is|are) not (?:recorded|stated|said|mentioned)[.!]?$`,
    String.raw`\b(?:seiten?|quellen?)\b[^.]*\b(?:nicht|nichts|kein\p{L}*)\b`,
    String.raw`\b(?:pages|sources)\b[^.]*\bn(?:e |['’])`,
    String.raw`\b(?:páginas?|fuentes?)\b[^.]*\bno\b|\bninguna (?:página|fuente)\b`,
  ].join('|'),
  'iu',
);

/** True for a statement that tells what the sources do not say: no source can state it, and an asker should know it. */
export const tellsWhatIsMissing = (statement: string): boolean => LACKS.test(statement);
