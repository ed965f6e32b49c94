import { dirname, join } from 'node:path/posix';
import type { Passage } from '../../../core/document.ts';
import { opensWithCapitalName } from '../words/stems.ts';

/** A notice that the page is no longer valid, at the start of a line or about "this page". */
const REPLACED =
  /(?:^|\n)\W*(?:replaced (?:on|by|since|in)\b|no longer (?:valid|in force)|superseded\b|out of date\b|outdated\b|archived\b)|\bthis (?:page|policy|document|list|version) (?:is|was|has been) (?:replaced|superseded|no longer|outdated|out of date|archived)/i;

/** One of these is in every such notice. Far cheaper to look for. */
const WORD_OF_REPLACED = /replaced|no longer|superseded|out of date|outdated|archived/i;

/** A sentence about the page itself, which only answers questions about the page. */
const OF_THE_PAGE =
  /^\W*(?:this (?:part|section|chapter|page|guide|manual|document|appendix|tutorial)(?: of the \w+)? (?:covers|describes|discusses|explains|documents|introduces)\b|(?:it|this (?:page|policy|document|list|version)) (?:replaces|supersedes)\b|replaced (?:on|by|since|in)\b|last (?:updated|changed|reviewed|modified|edited)\b|(?:approved|adopted|ratified) by\b[^.]{0,60}(?:19|20)\d\d\W*$|(?:next )?review(?: is)? due\b|in force (?:since|from)\b|created by\b.{0,60}\blast modified\b|back to top\b|see also\b|more (?:about|on)\b|for (?:an? )?(?:examples?|(?:more |further )?(?:details|information))\b[^.?!]{0,60}\b(?:see|refer to)\b)/i;

/** A pointer to another page: "How many days you have is on Benefits." */
const POINTS_ELSEWHERE =
  /^\W*(?:how|what|which|who|where|when|why)\b[^.?!:]{0,90}\b(?:(?:is|are) (?:(?:listed|described|explained|written|given|found) )?(?:on|in|under|at)|stands? (?:on|in|under)|can be found)\b/i;

/** True if a text declares its page no longer valid. */
export const isReplaced = (text: string): boolean => WORD_OF_REPLACED.test(text) && REPLACED.test(text);

/** True for a sentence about pages: what this one replaces, when it changed, which page has the answer. */
export const isAboutThePage = (sentence: string): boolean =>
  (OF_THE_PAGE.test(sentence) && !opensWithCapitalName(sentence)) || POINTS_ELSEWHERE.test(sentence);

/** Ids of documents that declare themselves invalid in one of these passages, or that another page says it replaces. */
export const replacedDocuments = (passages: readonly Passage[]): Set<string> =>
  new Set(
    passages.flatMap(({ text, documentId }) => [
      ...(isReplaced(text) ? [documentId] : []),
      ...Array.from(text.matchAll(REPLACES), ([, href = '']) => linkedDocument(href, documentId)),
    ]),
  );

/** "This page replaces [the 2019 one](expenses-old.html)." Group 1 is the target. */
const REPLACES =
  /\b(?:this (?:page|policy|document|list|version)|it) (?:replaces|supersedes)\b[^.\n[]{0,40}\[[^\]\n]*\]\(([^)\s]+)\)/gi;

/** The id of a linked page, which is an address or a path, as the id of the page with the link is. */
const linkedDocument = (href: string, documentId: string): string =>
  URL.parse(href, documentId)?.href ?? join(dirname(documentId), href);
