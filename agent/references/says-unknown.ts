/** True for an answer in free words that is none: nothing, "unknown", or "I don't know" anywhere in it. */
export const saysUnknown = (answer: string): boolean =>
  answer.trim() === '' ||
  /^\W*(?:unknown|not known|none)\b\W*(?:$|\.)/i.test(answer) ||
  /\bI (?:don['’]?t|do not) know\b/i.test(answer);
