import { type Span, splitSentences } from '../../core/text/sentences.ts';

/** Number of sentences in one group (Hybrid RAG, "Text Chunks Processing": "the rest are connected in sets of 3"). */
const GROUP = 3;
const QUESTION = /\?["'”’)\]]*$|^["'“‘(]?(?:who|what|when|where|why|how)\b/i;

/** Bounds of a group, in characters. */
export interface GroupOptions {
  /** Maximum length of a group of a question and the sentences after it. */
  limit?: number;
}

/**
 * Groups a text's sentences as in Hybrid RAG ("Text Chunks Processing"): a question (5W1H or "?") with the sentences after it up
 * to the limit, the others in threes. A sentence longer than the limit is cut at clause or word borders. The paper drops the
 * part beyond the limit; this function keeps it.
 *
 * @returns Spans in order; all sentences are in exactly one.
 */
export const groupSentences = (text: string, { limit = 1000 }: GroupOptions = {}): Span[] => {
  const groups: Group[] = [];
  for (const sentence of splitSentences(text).flatMap((one) => cutLong(text, one, limit))) {
    const asks = QUESTION.test(text.slice(sentence.start, sentence.end));
    const last = groups.at(-1);
    if (last !== undefined && sentence.end - last.start <= limit && takesIn(last, asks)) {
      last.end = sentence.end;
      last.sentences++;
      last.onlyQuestions &&= asks;
    } else groups.push({ ...sentence, sentences: 1, question: asks, onlyQuestions: asks });
  }
  return groups.map(({ start, end }) => ({ start, end }));
};

interface Group extends Span {
  sentences: number;
  /** True if it begins with a question. */
  question: boolean;
  onlyQuestions: boolean;
}

/** True if a sentence belongs to the group. Consecutive questions stay together; a question after an answer starts a group. */
const takesIn = (group: Group, asks: boolean): boolean =>
  asks ? group.onlyQuestions : group.question || group.sentences < GROUP;

/** Cuts a sentence longer than the limit: after a clause mark if possible, otherwise at a space, otherwise anywhere. */
const cutLong = (text: string, sentence: Span, limit: number): Span[] => {
  const parts: Span[] = [];
  let { start } = sentence;
  while (sentence.end - start > limit) {
    const window = text.slice(start, start + limit);
    const clause = Math.max(
      window.lastIndexOf('; '),
      window.lastIndexOf(', '),
      window.lastIndexOf('\n'),
      window.lastIndexOf(' – '),
    );
    const space = window.lastIndexOf(' ');
    let cut = clause > limit / 2 ? clause + 1 : space > limit / 2 ? space : limit;
    // Does not cut a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(text[start + cut - 1]!)) cut--;
    const end = start + text.slice(start, start + cut).trimEnd().length;
    if (end > start) parts.push({ start, end });
    start += cut;
    while (start < sentence.end && /\s/.test(text[start]!)) start++;
  }
  if (start < sentence.end) parts.push({ start, end: sentence.end });
  return parts;
};
