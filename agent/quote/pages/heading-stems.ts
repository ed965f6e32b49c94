import { cacheByText } from '../../../core/cache-by-text.ts';
import { stemsOf } from '../words/stems.ts';

/**
 * A chapter or section number: "Chapter 6.", "6.2.2.", "A.1.". Without a full stop behind it only before several words,
 * since "2.1 Changes" may name a version.
 */
const NUMBER =
  /^\s*(?:(?:chapter|part|appendix|section|kapitel|teil|anhang|abschnitt)\s+)?(?:(?:\d+|\p{Lu}|[IVXLC]+)(?:\.\d+)*[.):]\s+(?=\P{N})|\d+(?:\.\d+)+\s+(?=\P{N}\S*\s+\S+\s+\S))/iu;

/** A heading or title without its number. */
export const withoutNumber = (heading: string): string => heading.replace(NUMBER, '');

/** "Runbook: a pump fails" names the kind of page that it is. */
const KIND_OF_PAGE =
  /^\s*(?:runbook|playbook|procedure|checklist|how[- ]to|sop|ablauf|anleitung|checkliste|procédure|protocolo)\s*[:–—-]\s+/iu;

/** Characters of cached headings. All sentences below one ask for its stems. */
const MAX_CHARS = 200_000;
/** The stems of a heading's words without its number and the kind of page, which no question repeats. */
export const headingStemsOf: (heading: string) => ReadonlySet<string> = cacheByText(
  (heading) => new Set(stemsOf(withoutNumber(heading).replace(KIND_OF_PAGE, ''))),
  MAX_CHARS,
);
