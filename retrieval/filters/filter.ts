import type { Passage, Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { withWordSpaces } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import type { PassageIndex, PostingList, Stores } from '../../stores/index.ts';
import { sentencesOf } from '../../stores/posting.ts';
import { passageText } from '../passage-text.ts';
import { contentStems } from '../ranking/stems.ts';
import { DATE_FORMS, keysOfDays, keysOfType, NAMED_TYPES, readDay, WHOLE_INDEX_KEYS } from './field-keys.ts';

/** Restricts a search, in addition to scopes and sources. A passage must satisfy all parts. */
export interface SearchFilter {
  /** `page`, `table`, `chat`, or the format of a page's file (`pdf`, `word`, `md`). A passage must have one of them. */
  types?: readonly string[];
  /** Only pages that were last changed on this day or later: `2026`, `2026-03`, `yesterday`, `7d` (see `DATE_FORMS`). */
  after?: string;
  /** Only pages that were last changed before this day. */
  before?: string;
  /** Phrases that the passage must contain verbatim, except for case. A passage must contain all of them. */
  phrases?: readonly string[];
  /** Filters with values that could not be read. They are searched for as words, and a notice says so. */
  unread?: readonly string[];
}

/** The result of a filter. */
export interface Filtered {
  /** Numbers of the matching passages in the index, ascending; absent if nothing restricts the search. */
  passages?: Uint32Array;
  notice?: string;
}

/** Maximum number of passages read to find a phrase. */
const MAX_READ = 4_000;
const READ_AT_ONCE = 500;

/** The notice for filters that could not be read, with the accepted values; undefined if there are none. */
export const unreadNotice = ({ unread = [] }: SearchFilter): string | undefined => {
  if (unread.length === 0) return undefined;
  const typed = unread.map((part) => `“${part.slice(0, 40)}”`).join(' and ');
  const isDate = unread.some((part) => /^(?:after|before):./i.test(part));
  const what = isDate
    ? `a date is ${DATE_FORMS}; one of two words stands in quotes`
    : 'a value stands right behind the colon';
  return `${typed} narrowed nothing, and the search took it as words: ${what}.`;
};

/** True when a search leaves out any passage by type, day or phrase. */
export const isFiltering = ({ types, after, before, phrases }: SearchFilter): boolean =>
  [types, phrases].some((list) => list && list.length > 0) || after !== undefined || before !== undefined;

/**
 * Filters the passages that are visible with these scopes. Types and dates are looked up in the passage index. Phrases are
 * searched in the texts of passages that contain all their words.
 *
 * @throws BAD_USAGE for an invalid date
 */
export const applyFilter = async (
  filter: SearchFilter,
  index: PassageIndex,
  documents: Stores['documents'],
  scopes: readonly Scope[],
): Promise<Filtered> => {
  const { types = [], after, before, phrases = [] } = filter;
  const days = daysOf(after, before);
  const byField = types.length > 0 || days !== undefined;
  const union = async (keys: readonly string[]) => joined(await index.lists('field', keys, scopes));
  const [ofType, ofDays, missing] = await Promise.all([
    types.length > 0 ? union(types.flatMap(keysOfType)) : undefined,
    days && union(days),
    byField ? withoutFields(index, scopes) : 0,
  ]);
  const notices =
    missing > 0 ? [`${missing} passages came in before Parley kept types and dates: run \`parley reindex\`.`] : [];
  let left = ofType && ofDays ? intersection(ofType, ofDays) : (ofType ?? ofDays);
  if (left?.length === 0) notices.push(await nothingLeft(filter, { ofType, ofDays }, index, scopes));
  for (const phrase of phrases) {
    if (left?.length === 0) break;
    const found = await findPhrase(phrase, left, index, documents, scopes);
    left = found.passages;
    if (found.notice) notices.push(found.notice);
    else if (left?.length === 0)
      notices.push(`No passage${byField ? ' of those' : ''} holds “${phrase}” word for word.`);
  }
  return { ...(left && { passages: left }), ...(notices.length > 0 && { notice: notices.join(' ') }) };
};

/** @throws BAD_USAGE */
const daysOf = (after: string | undefined, before: string | undefined): string[] | undefined => {
  if (after === undefined && before === undefined) return undefined;
  const [from, end] = [after, before].map((date) => {
    if (date === undefined) return undefined;
    const day = readDay(date);
    if (day !== undefined) return day;
    throw new ParleyError('BAD_USAGE', {
      message: `“${date.slice(0, 40)}” is not a date.`,
      remedy: `Write ${DATE_FORMS}.`,
    });
  });
  return keysOfDays(from, end);
};

/** The number of passages without field keys, which were indexed by a version that had none. */
const withoutFields = async (index: PassageIndex, scopes: readonly Scope[]): Promise<number> => {
  const [{ passages }, lists] = await Promise.all([
    index.size(scopes),
    index.lists('field', WHOLE_INDEX_KEYS, scopes, 0),
  ]);
  return Math.max(0, passages - lists.reduce((sum, { total }) => sum + total, 0));
};

/** The notice that says which part of a filter matches nothing, and which types exist. */
const nothingLeft = async (
  { types = [], after, before }: SearchFilter,
  { ofType, ofDays }: { ofType?: Uint32Array; ofDays?: Uint32Array },
  index: PassageIndex,
  scopes: readonly Scope[],
): Promise<string> => {
  const range = [
    ...(after ? [`on or after ${asRead(after)}`] : []),
    ...(before ? [`before ${asRead(before)}`] : []),
  ].join(' and ');
  const asked = types.join(' or ');
  if (ofDays && ofDays.length === 0) return `No page that you may see says that it was changed ${range}.`;
  if (ofType && ofType.length > 0) return `No passage of type ${asked} says that it was changed ${range}.`;
  const lists = await index.lists('field', NAMED_TYPES.flatMap(keysOfType), scopes, 0);
  const keys = NAMED_TYPES.flatMap(keysOfType);
  const there = new Map(keys.map((key, at) => [key.slice(key.indexOf(':') + 1), lists[at]?.total ?? 0]));
  const some = [...there].filter(([, total]) => total > 0).map(([type, total]) => `${type} (${total})`);
  return `Nothing that you may see is of type ${asked}.${some.length > 0 ? ` There are ${some.join(', ')}.` : ''}`;
};

/** The date as written; a relative date with the day that it refers to. */
const asRead = (date: string): string => (/^\d{4}/.test(date) ? date : `${date} (${readDay(date)})`);

/**
 * Finds the passages with a phrase: those that contain all its content words, and whose title, headings or text contain the
 * phrase verbatim, except for case, accents and punctuation.
 */
const findPhrase = async (
  phrase: string,
  among: Uint32Array | undefined,
  index: PassageIndex,
  documents: Stores['documents'],
  scopes: readonly Scope[],
): Promise<Filtered> => {
  const stems = [...new Set(contentStems(phrase))];
  if (stems.length === 0)
    return {
      ...(among && { passages: among }),
      notice: `“${phrase}” holds no word that can be looked up: it was not required.`,
    };
  const holding = withAll(await index.lists('stem', stems, scopes), among);
  const wanted = asWritten(phrase);
  const found: number[] = [];
  for (let at = 0; at < Math.min(holding.length, MAX_READ); at += READ_AT_ONCE) {
    const some = holding.slice(at, Math.min(at + READ_AT_ONCE, MAX_READ));
    const ids = await index.idsOf(some, scopes);
    const passages = await documents.passages([...ids.values()], scopes);
    const having = new Set(passages.filter((one) => holds(one, wanted)).map(({ id }) => id));
    for (const [number, id] of ids) if (having.has(id)) found.push(number);
  }
  const passages = Uint32Array.from(found).sort();
  if (holding.length <= MAX_READ) return { passages };
  const notice = `${holding.length} passages hold the words of “${phrase}”: ${MAX_READ} of them were read for it.`;
  return { passages, notice };
};

const holds = (passage: Passage, wanted: string): boolean => asWritten(passageText(passage)).includes(wanted);

/** Folds a text to its words, separated by single spaces, with a space at both ends. */
const asWritten = (text: string): string => ` ${words(withWordSpaces(text)).join(' ')} `;

/** The passages that are in all lists; those with all words in one sentence come first. */
const withAll = (lists: readonly PostingList[], among: Uint32Array | undefined): number[] => {
  const [shortest, ...others] = [...lists].sort((a, b) => a.total - b.total);
  if (!shortest) return [];
  const sentences = new Map<number, number>();
  for (const [at, passage] of shortest.passages.entries())
    sentences.set(passage, sentencesOf(shortest.postings[at] ?? 0));
  const keep = (passages: Uint32Array, postings?: Uint32Array) => {
    const held = new Map<number, number>();
    for (const [at, passage] of passages.entries()) {
      const before = sentences.get(passage);
      if (before !== undefined) held.set(passage, postings ? before & sentencesOf(postings[at] ?? 0) : before);
    }
    sentences.clear();
    for (const [passage, shared] of held) sentences.set(passage, shared);
  };
  if (among) keep(among);
  for (const { passages, postings } of others) keep(passages, postings);
  return [...sentences].sort((a, b) => Number(b[1] > 0) - Number(a[1] > 0)).map(([passage]) => passage);
};

/** The union of the lists' passages, ascending. */
const joined = (lists: readonly PostingList[]): Uint32Array => {
  const filled = lists.filter(({ passages }) => passages.length > 0);
  const [only] = filled;
  if (only && filled.length === 1) return only.passages;
  const all = new Uint32Array(filled.reduce((sum, { passages }) => sum + passages.length, 0));
  let at = 0;
  for (const { passages } of filled) {
    all.set(passages, at);
    at += passages.length;
  }
  all.sort();
  return all.filter((passage, i) => i === 0 || passage !== all[i - 1]);
};

/** `a` and `b` must be ascending. */
const intersection = (a: Uint32Array, b: Uint32Array): Uint32Array => {
  let at = 0;
  return a.filter((passage) => {
    while (at < b.length && (b[at] ?? 0) < passage) at += 1;
    return b[at] === passage;
  });
};
