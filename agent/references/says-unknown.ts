/** True for free text without an answer: empty, "unknown", or with "I don't know" anywhere. */
export const saysUnknown = (answer: string): boolean =>
  answer.trim() === '' ||
  /^\W*(?:unknown|not known|none)\b\W*(?:$|\.)/i.test(answer) ||
  /\bI (?:don['’]?t|do not) know\b/i.test(answer);
