import type { Passage } from '../../../core/document.ts';

/** A notice that the page is no longer valid, at the start of a line or about "this page". */
const REPLACED =
  /(?:^|\n)\W*(?:replaced (?:on|by|since|in)\b|no longer (?:valid|in force)|superseded\b|out of date\b|outdated\b|archived\b)|\bthis (?:page|policy|document|list|version) (?:is|was|has been) (?:replaced|superseded|no longer|outdated|out of date|archived)/i;

/** A sentence about the page itself, which only answers questions about the page. */
const OF_THE_PAGE =
  /^\W*(?:(?:it|this (?:page|policy|document|list|version)) (?:replaces|supersedes)\b|replaced (?:on|by|since|in)\b|last (?:updated|changed|reviewed)\b|see also\b|more (?:about|on)\b|for (?:an? )?(?:examples?|(?:more |further )?(?:details|information))\b[^.?!]{0,60}\b(?:see|refer to)\b)/i;

/** A pointer to another page: "How many days you have is on Benefits." */
const POINTS_ELSEWHERE =
  /^\W*(?:how|what|which|who|where|when|why)\b[^.?!:]{0,90}\b(?:(?:is|are) (?:(?:listed|described|explained|written|given|found) )?(?:on|in|under|at)|stands? (?:on|in|under)|can be found)\b/i;

/** True if a text declares its page no longer valid. */
export const isReplaced = (text: string): boolean => REPLACED.test(text);

/** True for a sentence about pages: what this one replaces, when it changed, which page has the answer. */
export const isAboutThePage = (sentence: string): boolean =>
  OF_THE_PAGE.test(sentence) || POINTS_ELSEWHERE.test(sentence);

/** Ids of documents that declare themselves invalid in one of these passages. */
export const replacedDocuments = (passages: readonly Passage[]): Set<string> =>
  new Set(passages.filter(({ text }) => REPLACED.test(text)).map(({ documentId }) => documentId));
