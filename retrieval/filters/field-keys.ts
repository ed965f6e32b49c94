import type { Document, Passage } from '../../core/document.ts';
import { FILE_FORMATS } from '../../core/file-formats.ts';
import { relativeDay } from './relative-day.ts';

/** Every passage has exactly one of these types, independent of its page's file format. */
const PASSAGE_TYPES = ['page', 'table', 'chat'] as const;

const { image: _, ...READABLE } = FILE_FORMATS;
const isSlides = (ending: string): boolean => ending === 'odp';

/** Names of file formats that people use in filters, and their extensions. */
const FILE_KINDS: Readonly<Record<string, readonly string[]>> = {
  markdown: READABLE.markdown.endings,
  html: [...READABLE.html.endings, ...READABLE.mhtml.endings],
  word: [
    ...READABLE.docx.endings,
    ...READABLE.doc.endings,
    ...READABLE.odt.endings.filter((ending) => !isSlides(ending)),
    ...READABLE.rtf.endings,
  ],
  excel: READABLE.xlsx.endings,
  powerpoint: [...READABLE.pptx.endings, ...READABLE.odt.endings.filter(isSlides)],
  email: [...READABLE.email.endings, ...READABLE.msg.endings],
  text: READABLE.text.endings,
  notebook: READABLE.notebook.endings,
  calendar: READABLE.calendar.endings,
  man: READABLE.man.endings,
  transcript: READABLE.subtitles.endings,
  asciidoc: READABLE.asciidoc.endings,
};

/** Extensions that a notice lists; `jsonl` is of exported pages. Others work too if a page has them. */
const ENDINGS: readonly string[] = [...Object.values(READABLE).flatMap(({ endings }) => [...endings]), 'jsonl'];

/** All types that a notice lists if a filter's type matches nothing. */
export const NAMED_TYPES: readonly string[] = [...PASSAGE_TYPES, ...ENDINGS];

/** Valid years of a page's date. A date outside of them is a mistake in the page and is ignored. */
const YEARS = { first: 1900, last: 2199 };

/**
 * The keys of a passage that filters match: its type, the file extension of its page, and the day, month and year in which
 * the page was last changed. A range of days thus needs few keys: its whole years, whole months, and the days at its ends
 * (like the prefix-coded numeric terms of Lucene).
 *
 * @param document the passage's page; without it, passages of chats count as pages
 */
export const fieldKeys = (
  { kind, documentId, updatedAt }: Pick<Passage, 'kind' | 'documentId' | 'updatedAt'>,
  document?: Pick<Document, 'metadata'>,
): string[] => {
  const ending = endingOf(documentId);
  return [
    typeKey(isTalk(document?.metadata) ? 'chat' : kind === 'table' ? 'table' : 'page'),
    ...(ending === undefined ? [] : [typeKey(ending)]),
    ...dateKeysOf(updatedAt),
  ];
};

const typeKey = (type: string): string => `type:${type}`;
const dateKey = (part: string): string => `date:${part}`;

/** The keys of a filter's type. `word` has several extensions; `.PDF` is the same as `pdf`. */
export const keysOfType = (type: string): string[] => {
  const name = type.trim().toLowerCase().replace(/^\./, '');
  const plural = name.replace(/s$/, '');
  if (PASSAGE_TYPES.some((one) => one === plural)) return [typeKey(plural)];
  return (FILE_KINDS[name] ?? [name]).map(typeKey);
};

/** Keys of the passage types; each passage has exactly one of them. */
export const WHOLE_INDEX_KEYS: readonly string[] = PASSAGE_TYPES.map(typeKey);

/** The extension of a path or URL: `pdf` for `handbook/leave.PDF` and for `https://a.example/leave.pdf?v=2`. */
const endingOf = (documentId: string): string | undefined => {
  const address = URL.canParse(documentId) ? new URL(documentId) : undefined;
  // Uses the path of a URL only, because the end of a host name is not an extension.
  const path = address && /^https?:$/.test(address.protocol) ? address.pathname : documentId;
  return path.match(/\.([a-z][a-z0-9]{0,7})(?:\.gz)?$/i)?.[1]?.toLowerCase();
};

/** Whether the page is from a chat: bots/chat/history stores the kind and start of threads and talks in the metadata. */
const isTalk = (metadata: Document['metadata']): boolean =>
  (metadata?.kind === 'thread' || metadata?.kind === 'talk') && 'startedAt' in metadata;

const dateKeysOf = (updatedAt: string | undefined): string[] => {
  const at = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
  if (Number.isNaN(at)) return [];
  const day = new Date(at).toISOString().slice(0, 10);
  const year = Number(day.slice(0, 4));
  if (!(year >= YEARS.first && year <= YEARS.last)) return [];
  return [day.slice(0, 4), day.slice(0, 7), day].map(dateKey);
};

/** The accepted forms of a date, for error messages. */
export const DATE_FORMS =
  'a year, a month or a day (2026, 2026-03, 2026-03-14), today, yesterday, this-week, last-week, and so with month and year, or how long ago: 7d, 2w, 3m, 1y';

/**
 * Reads a date as a person writes it and returns its first day: `2026`, `2026-03`, `2026-03-14`, `yesterday`, `last week`
 * (its Monday), `7d` (seven days ago). Returns undefined for anything else. Days are in UTC, as in the index.
 *
 * @param now the time to which `today` and other relative dates refer
 */
export const readDay = (date: string, now = new Date()): string | undefined => {
  const written = date.trim().toLowerCase();
  const match = written.match(/^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/);
  if (!match) return relativeDay(written, now);
  const [, year = '', month = '1', day = '1'] = match;
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // `Date` reads the 31st of February as the 3rd of March, so compares the result with the input.
  const read = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(whole) ? whole : undefined;
};

/**
 * The smallest set of keys for the days from `from` up to but without `before`, both from `readDay`: at most 60 days, 22
 * months and the years between.
 */
export const keysOfDays = (from: string | undefined, before: string | undefined): string[] => {
  const keys: string[] = [];
  const end = Date.parse(before ?? `${YEARS.last + 1}-01-01`);
  let at = new Date(from ?? `${YEARS.first}-01-01`);
  if (at.getUTCFullYear() < YEARS.first) at = new Date(`${YEARS.first}-01-01`);
  while (at.getTime() < end && at.getUTCFullYear() <= YEARS.last) {
    const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
    const nextYear = Date.UTC(year + 1, 0, 1);
    const nextMonth = Date.UTC(year, month + 1, 1);
    const text = at.toISOString();
    const [length, next] =
      month === 0 && day === 1 && nextYear <= end
        ? [4, nextYear]
        : day === 1 && nextMonth <= end
          ? [7, nextMonth]
          : [10, Date.UTC(year, month, day + 1)];
    keys.push(dateKey(text.slice(0, length)));
    at = new Date(next);
  }
  return keys;
};
