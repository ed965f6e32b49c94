import type { Passage } from '../../../core/document.ts';

/** How a page says of itself that it no longer holds: at the start of a line, or of "this page". */
const REPLACED =
  /(?:^|\n)\W*(?:replaced (?:on|by|since|in)\b|no longer (?:valid|in force)|superseded\b|out of date\b|outdated\b|archived\b)|\bthis (?:page|policy|document|list|version) (?:is|was|has been) (?:replaced|superseded|no longer|outdated|out of date|archived)/i;

/** A sentence about the page itself, which answers only who asks about the page. */
const OF_THE_PAGE =
  /^\W*(?:(?:it|this (?:page|policy|document|list|version)) (?:replaces|supersedes)\b|replaced (?:on|by|since|in)\b|last (?:updated|changed|reviewed)\b|see also\b|more (?:about|on)\b)/i;

/** True where a text says of its page that it no longer holds. */
export const isReplaced = (text: string): boolean => REPLACED.test(text);

/** True for a sentence that speaks of its page: what it replaces, when it was changed. */
export const speaksOfThePage = (sentence: string): boolean => OF_THE_PAGE.test(sentence);

/** Documents that say, in one of these passages, that they no longer hold. */
export const replacedDocuments = (passages: readonly Passage[]): Set<string> =>
  new Set(passages.filter(({ text }) => REPLACED.test(text)).map(({ documentId }) => documentId));
