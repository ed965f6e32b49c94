import { type Candidate, excerpt } from '../candidates/candidate.ts';

/** Jaccard index of words from which on two candidates say the same. */
const SAME_WORDS = 0.8;
/** True for candidates of two passages with nearly the same words. */
export const saysTheSame = (a: Candidate, b: Candidate): boolean => {
  if (a.passage.id === b.passage.id) return false;
  const common = [...a.own].filter((stem) => b.own.has(stem)).length;
  return common > 0 && common / (a.own.size + b.own.size - common) >= SAME_WORDS;
};

/**
 * True for a row or a sentence among those that are shown with the answer: it is a part of the answer and does not compete
 * with it.
 */
export const isPartOf = (part: Candidate, whole: Candidate): boolean => {
  const { table, rows = [], operation, sentence } = whole;
  if (sentence) {
    const itself = part.passage.id === whole.passage.id ? part.sentence?.itself : undefined;
    return itself !== undefined && excerpt(whole).sentences.some(({ start }) => start === itself.start);
  }
  return (
    (operation !== undefined || rows.length > 1) &&
    part.operation === undefined &&
    [{ table, rows }, ...(operation?.with ?? [])].some(
      (shown) => part.table === shown.table && part.rows?.every((row) => shown.rows.includes(row)) === true,
    )
  );
};
