/** A question word, up to a "how many" inside what it asks. Several questions are joined, as in "where and how many". */
const INNER =
  /\b(?:who|whom|where|when|why|which|how (?:do|does|can|could|should|to))\b(?:(?!\b(?:and|or)\b|[,;:.?!]).)*?\s(?=how (?:many|much|long|often|big|large|far)\b)/iu;

/** A question without one inside it: "where do I set how many copies are kept" asks for a place and no number. */
export const withoutInnerQuestion = (question: string): string => INNER.exec(question)?.[0].trimEnd() ?? question;
