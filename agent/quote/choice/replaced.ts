import type { Passage } from '../../../core/document.ts';

/** How a page says of itself that it no longer holds: at the start of a line, or of "this page". */
const REPLACED =
  /(?:^|\n)\W*(?:replaced (?:on|by|since|in)\b|no longer (?:valid|in force)|superseded\b|out of date\b|outdated\b|archived\b)|\bthis (?:page|policy|document|list|version) (?:is|was|has been) (?:replaced|superseded|no longer|outdated|out of date|archived)/i;

/** A sentence about the page itself, which answers only who asks about the page. */
const OF_THE_PAGE =
  /^\W*(?:(?:it|this (?:page|policy|document|list|version)) (?:replaces|supersedes)\b|replaced (?:on|by|since|in)\b|last (?:updated|changed|reviewed)\b|see also\b|more (?:about|on)\b)/i;

/** A sentence that says where the answer stands: "How many days you have is on Benefits." */
const POINTS_ELSEWHERE =
  /^\W*(?:how|what|which|who|where|when|why)\b[^.?!:]{0,90}\b(?:(?:is|are) (?:(?:listed|described|explained|written|given|found) )?(?:on|in|under|at)|stands? (?:on|in|under)|can be found)\b/i;

/** True where a text says of its page that it no longer holds. */
export const isReplaced = (text: string): boolean => REPLACED.test(text);

/** True for a sentence that speaks of pages: what this one replaces, when it was changed, which other one tells. */
export const speaksOfThePage = (sentence: string): boolean =>
  OF_THE_PAGE.test(sentence) || POINTS_ELSEWHERE.test(sentence);

/** Documents that say, in one of these passages, that they no longer hold. */
export const replacedDocuments = (passages: readonly Passage[]): Set<string> =>
  new Set(passages.filter(({ text }) => REPLACED.test(text)).map(({ documentId }) => documentId));
