/** True for free text that gives no answer: it is empty or "unknown", or has "I don't know" anywhere in it. */
export const saysUnknown = (answer: string): boolean =>
  answer.trim() === '' ||
  /^\W*(?:unknown|not known|none)\b\W*(?:$|\.)/i.test(answer) ||
  /\bI (?:don['’]?t|do not) know\b/i.test(answer);
