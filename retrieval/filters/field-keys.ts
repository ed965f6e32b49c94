import type { Document, Passage } from '../../core/document.ts';
import { relativeDay } from './relative-day.ts';

/** What a passage is, whatever file its page came in: every passage is one of these. */
const PASSAGE_TYPES = ['page', 'table', 'chat'] as const;

/** Names that people use for kinds of files, and the endings that they stand for. */
const FILE_KINDS: Readonly<Record<string, readonly string[]>> = {
  markdown: ['md', 'markdown', 'mdx'],
  html: ['html', 'htm', 'xhtml'],
  word: ['docx', 'docm', 'doc', 'dot', 'odt', 'ott', 'rtf'],
  excel: ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'],
  powerpoint: ['pptx', 'pptm', 'odp'],
  email: ['eml', 'msg'],
  text: ['txt', 'text'],
  notebook: ['ipynb'],
  asciidoc: ['adoc', 'asciidoc', 'asc'],
};

/** Endings that are asked for by themselves; others work too where some page has them. */
const ENDINGS = ['pdf', 'csv', 'tsv', 'epub', 'rst', 'org', 'jsonl', ...Object.values(FILE_KINDS).flat()];

/** Every type that a filter may be asked for by name, for saying which there are. */
export const NAMED_TYPES: readonly string[] = [...PASSAGE_TYPES, ...new Set(ENDINGS)];

/** Years that a page's date may say; one outside of them is a mistake of the page and counts as none. */
const YEARS = { first: 1900, last: 2199 };

/**
 * The keys under which a passage stands for filters: what it is, the ending of its page's name, and the day, month and year
 * that its page says it was last changed. A range of days is thereby a few keys: those of its whole years, of the whole
 * months beside them, and of the days at its ends (as Lucene's numeric terms were).
 *
 * @param document the passage's page, where more is known of it than its passages say
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

/** The keys that a type is asked for by: `word` stands for several endings, `.PDF` for `pdf`. */
export const keysOfType = (type: string): string[] => {
  const name = type.trim().toLowerCase().replace(/^\./, '');
  const plural = name.replace(/s$/, '');
  if (PASSAGE_TYPES.some((one) => one === plural)) return [typeKey(plural)];
  return (FILE_KINDS[name] ?? [name]).map(typeKey);
};

/** Keys of which every passage has exactly one. */
export const WHOLE_INDEX_KEYS: readonly string[] = PASSAGE_TYPES.map(typeKey);

/** Of a file's path or an address without its query: `handbook/leave.PDF` and `https://a.example/leave.pdf?v=2` are `pdf`. */
const endingOf = (documentId: string): string | undefined => {
  const address = URL.canParse(documentId) ? new URL(documentId) : undefined;
  // Not of a host's name alone: `https://a.example` has no ending.
  const path = address && /^https?:$/.test(address.protocol) ? address.pathname : documentId;
  return path.match(/\.([a-z][a-z0-9]{0,7})(?:\.gz)?$/i)?.[1]?.toLowerCase();
};

/** Threads and talks of a chat's channel keep in their page's metadata where they begin (bots/chat/history). */
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

/** What a date may be written as, for those who wrote another one. */
export const DATE_FORMS =
  'a year, a month or a day (2026, 2026-03, 2026-03-14), today, yesterday, this-week, last-week, and so with month and year, or how long ago: 7d, 2w, 3m, 1y';

/**
 * The first day of what a person writes as a date: `2026`, `2026-03`, `2026-03-14`, `yesterday`, `last week` (its Monday),
 * `7d` (seven days ago); undefined for anything else. Days are those of UTC, as in the index.
 *
 * @param now what `today` is reckoned from
 */
export const readDay = (date: string, now = new Date()): string | undefined => {
  const written = date.trim().toLowerCase();
  const match = written.match(/^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/);
  if (!match) return relativeDay(written, now);
  const [, year = '', month = '1', day = '1'] = match;
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  // The 31st of February parses, as the 3rd of March.
  const read = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(whole) ? whole : undefined;
};

/**
 * The keys of the days from the first up to and without the second, both as `readDay` gives them. The fewest there are:
 * at most 60 days, 22 months and the years between.
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
