import { cacheByText } from '../core/cache-by-text.ts';
import {
  cachedIsTalk,
  cachedMachineDuties,
  cachedNamesProgram,
  cachedSpeaksToProgram,
  cachedTalk,
} from '../core/injection/cached-orders.ts';
import { asksAboutTalk } from '../core/injection/find-talk.ts';
import { namesProgram } from '../core/injection/machine-duties.ts';
import { findStrayQuestions } from '../core/injection/stray-questions.ts';
import { visibleText } from '../core/injection/visible-text.ts';
import { withoutContactDetails } from '../core/text/contact-details.ts';
import { removeSpans } from '../core/text/remove-spans.ts';

/** Characters of cached titles and headings. */
const MAX_LABEL_CHARS = 2_000_000;
/**
 * A title or heading as models and people may read it: no invisible characters, and nothing to follow, call or pay to. Parley
 * names pages by it in lists of its own, where it would read as Parley's advice.
 */
export const shownLabel: (label: string) => string = cacheByText(
  (label) => withoutContactDetails(visibleText(label)),
  MAX_LABEL_CHARS,
);

/** Replaces a title about answers, with an unrelated question or with an order. */
export const UNTITLED = 'Untitled page';

/**
 * Removes what a model may take for its task from texts, headings and titles, for one question: talk about answers, unrelated
 * questions and duties of programs.
 *
 * @param question the asker's question; what it asks about itself stays
 * @param keepsQuestions true if no model reads the texts
 */
export const createTalkFilter = (question: string, keepsQuestions: boolean) => {
  const strayQuestions = (text: string) => (keepsQuestions ? [] : findStrayQuestions(text, question));
  const keepsTalk = asksAboutTalk(question);
  const keepsDuties = namesProgram(question);
  const speaksToProgram = (words: string) => !keepsDuties && cachedSpeaksToProgram(words);
  const isTalk = (words: string) => (!keepsTalk && cachedIsTalk(words)) || speaksToProgram(words);
  /**
   * Removes talk about answers, unrelated questions and duties of programs; undefined if nothing is left.
   * @param labels the text's title and headings. If they name a program that answers, its duties are what the page is about.
   */
  const withoutTalk = (text: string, labels: readonly string[] = []): string | undefined => {
    const isTopic = keepsDuties || labels.some((label) => cachedNamesProgram(label) && !cachedSpeaksToProgram(label));
    const stated = isTopic ? text : removeSpans(text, cachedMachineDuties(text));
    const told = keepsTalk ? stated : removeSpans(stated, cachedTalk(stated));
    const kept = removeSpans(told, strayQuestions(told)).trim();
    if (kept.length === text.trim().length) return text;
    return /[\p{L}\p{N}]/u.test(kept) ? kept : undefined;
  };
  const isStray = (words: string) => strayQuestions(words).length > 0;
  /** A heading without the mark of an unrelated question: it says what is below it, and asks nothing. */
  const plainHeading = (heading: string): string =>
    isStray(heading) ? heading.replace(/[?？؟]+/g, '').trim() : heading;
  const ownTitles = new Map<string, string>();
  /** A title without talk about answers and without unrelated questions, which a model may take for its task. */
  const plainTitle = (title: string, documentId: string): string => {
    if (isTalk(title)) return UNTITLED;
    const visible = shownLabel(title);
    const strays = strayQuestions(visible);
    if (strays.length === 0) return visible;
    ownTitles.set(documentId, visible);
    const kept = removeSpans(visible, strays).trim();
    return /\p{L}{2}/u.test(kept) ? kept : UNTITLED;
  };
  return {
    withoutTalk,
    isTalk,
    speaksToProgram,
    isStray,
    plainHeading,
    plainTitle,
    /** The original title of a page whose title held an unrelated question. */
    titleOf: (documentId: string) => ownTitles.get(documentId),
  };
};
