import { isAttachment, type NearestPage } from '../../../core/answer.ts';
import type { Passage } from '../../../core/document.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { withoutContactDetails } from '../../../core/text/contact-details.ts';
import { type Candidate, quotedWords } from '../candidates/candidate.ts';
import type { Ranked } from '../choice/features.ts';
import { withoutNumber } from '../pages/heading-stems.ts';
import { plainText } from '../pages/plain-text.ts';

/** Maximum number of nearest pages, or of places in them. */
const MAX_NEAREST = 3;

/** The heading that a passage, or a candidate in it, stands below; undefined if it says no more than the page's title. */
export const sectionOf = ({ title, headings }: Passage, candidate?: Candidate): string | undefined => {
  const heading = candidate?.sentence?.itself.headings || plainText(headings.at(-1) ?? '');
  const section = withoutContactDetails(heading).replace(/\s*[:：]$/u, '');
  const words = (heading: string) => withoutNumber(heading).trim().toLowerCase();
  // "Support Overview" says all of its heading "Overview".
  const isInTitle = ` ${words(title)}`.endsWith(` ${words(section)}`);
  // Of a heading that asks something the quarantine may have left the number alone.
  return !/\p{L}{2}/u.test(section) || isInTitle ? undefined : section;
};

/** Of several questions' pages those whose words are shown, however many, and others up to the maximum if nothing is answered. */
export const nearestOfAll = (pages: readonly NearestPage[], isAnswered: boolean): NearestPage[] => {
  const isShown = ({ quote }: NearestPage) => quote !== undefined;
  const shown = pages.filter(isShown).length;
  let others = isAnswered ? 0 : Math.max(0, MAX_NEAREST - shown);
  return pages.filter((page) => isShown(page) || others-- > 0);
};

/**
 * The pages that are named to who asked. All whose words are shown are among them, so that a stored answer can be shown without
 * those that are gone by then.
 * @param untrusted what is shown of a page with an injection
 */
export const nearestPages = (
  ranked: readonly Ranked[],
  passages: readonly Passage[],
  quoted: readonly Candidate[],
  untrusted: Candidate | undefined,
): NearestPage[] => {
  const pages = new Map<string, NearestPage>();
  const isShown = (documentId: string) => [...pages.values()].some((page) => page.documentId === documentId);
  const add = (passage: Passage, candidate?: Candidate, quote?: string) => {
    const { documentId, id, title, url } = passage;
    const section = sectionOf(passage, candidate);
    // Two pages with one name ("git-tag" as text, "git-tag(1)" as HTML) get one link; two sections of a page get two.
    const name = nearestName({ title: title.replace(/\s*\([^)]*\)$/, ''), section }).toLowerCase();
    const isQuoted = candidate !== undefined && (quoted.includes(candidate) || candidate === untrusted);
    if ((!pages.has(name) || (isQuoted && !isShown(documentId))) && !isAttachment(documentId))
      pages.set(pages.has(name) ? `${name} ${id}` : name, {
        documentId,
        passageId: id,
        title,
        ...(section && { section }),
        ...(url && { url }),
        ...(quote && { quote }),
      });
  };
  for (const one of quoted) add(one.passage, one, quotedWords(one));
  for (const { candidate } of ranked) {
    if (pages.size >= MAX_NEAREST) break;
    add(candidate.passage, candidate);
  }
  for (const passage of passages) {
    if (pages.size >= MAX_NEAREST) break;
    add(passage);
  }
  if (untrusted) add(untrusted.passage, untrusted, quotedWords(untrusted));
  return [...pages.values()];
};
