import type { PassageLink } from '../../core/document.ts';
import type { Span } from '../../core/text/sentences.ts';
import { MAX_WORDS, MIN_LAST_WORDS, MIN_WORDS, TARGET_WORDS, WHOLE_WORDS } from './limits.ts';

// A passage in the making, and what may be joined with it.

/** An unfinished passage. */
export interface Draft extends Span {
  headings: string[];
  words: number;
  links: PassageLink[];
  /** Number of words below its headings. A draft of headings only is joined with what follows. */
  body: number;
  level: number;
  /** The term or declaration of the entry whose beginning is in a passage before it. */
  entryTerm?: string;
  /** Set if it is the rest of a section whose beginning is in a passage or table before it. */
  isRest?: boolean;
}

/** Adds what follows to a draft. */
export const join = <T extends Pick<Draft, 'end' | 'words' | 'links'>>(
  open: T,
  next: Pick<Draft, 'end' | 'words' | 'links'>,
): T => ({
  ...open,
  end: next.end,
  words: open.words + next.words,
  links: [...open.links, ...next.links],
});

/** Headings without the page's title, which every passage has as a field. */
export const headingPath = (path: readonly { text: string }[], title: string): string[] =>
  path.map(({ text }) => text).filter((text, i) => text !== '' && (i > 0 || !isNameOf(text, title)));

/** True for a heading that is the page's title, whatever signs part its words: "Box open" of "Box.open". */
export const isNameOf = (heading: string, title: string): boolean => heading === title || bare(heading) === bare(title);

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}_]/gu, '') || text;

const commonPath = (a: readonly string[], b: readonly string[]): string[] => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
};

const samePath = (a: Draft, b: Draft): boolean =>
  a.headings.length === b.headings.length && commonPath(a.headings, b.headings).length === a.headings.length;

/** Adds a heading to a draft. Behind text of another section, the draft is below what both have above them. */
export const withHeading = (open: Draft | undefined, heading: Draft): Draft => {
  if (open === undefined) return heading;
  const { headings, level } = heading;
  const joined = join(open, heading);
  if (open.body === 0) return { ...joined, headings, level };
  return { ...joined, headings: commonPath(open.headings, headings), level: Math.min(open.level, level) };
};

/**
 * Whether a draft is joined with the passage before it: a short rest with the same headings, or a page's last section of a few
 * words, which has no next section to be joined with.
 */
export const belongsBefore = (closed: Draft, draft: Draft, isLast: boolean): boolean =>
  samePath(closed, draft)
    ? draft.body < MIN_WORDS &&
      (closed.entryTerm === undefined || closed.entryTerm === draft.entryTerm) &&
      closed.words + draft.words <= WHOLE_WORDS + (draft.body < MIN_LAST_WORDS ? MIN_LAST_WORDS : 0)
    : isLast &&
      draft.body < MIN_LAST_WORDS &&
      closed.words + draft.words <= MAX_WORDS &&
      commonPath(closed.headings, draft.headings).length === closed.headings.length;

/**
 * True for headings with nothing below them, which the passages of a table below have as their headings, and for signs alone,
 * such as the brace behind a table of a structure's fields.
 */
export const saysNothing = (text: string, { start, end, body, words }: Draft, onlyHeadings: boolean): boolean =>
  (body === 0 && !onlyHeadings && words <= TARGET_WORDS) ||
  !/[\p{L}\p{N}\p{S}]/u.test(text.slice(start, end).replaceAll('`', ''));

/** A place inside of a passage in the making where it may be cut: what stands before it, and what behind. */
export interface Border {
  before: Draft;
  fresh: Draft;
}

/** A border with another part behind it. */
export const withMore = ({ before, fresh }: Border, own: Pick<Draft, 'end' | 'words' | 'links'>): Border => ({
  before,
  fresh: { ...join(fresh, own), body: fresh.body + own.words },
});

/** Where to cut before a part of `count` words that no longer fits: before the entry that it belongs to, if that fits whole. */
export const bestBorder = (intro: Border | undefined, entry: Border | undefined, count: number): Border | undefined => {
  if (entry !== undefined && entry.fresh.words + count <= MAX_WORDS) return entry;
  return intro ?? (entry !== undefined && entry.fresh.body >= MIN_WORDS ? entry : undefined);
};

/** The place of a passage that begins here. */
export const placeOf = (
  path: readonly { level: number; text: string }[],
  title: string,
  sectionBegan: boolean,
): Pick<Draft, 'headings' | 'level' | 'isRest'> => ({
  headings: headingPath(path, title),
  level: path.at(-1)?.level ?? 0,
  isRest: sectionBegan && path.length > 0,
});
