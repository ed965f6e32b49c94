import { cacheByText } from '../cache-by-text.ts';
import { type FoundSecret, patternSecrets } from './secret-patterns.ts';

/** A text without its secrets. */
export interface MaskedText {
  text: string;
  /** What was removed, in order of the text. `start` and `end` are UTF-16 offsets in the text as it was. */
  removed: readonly FoundSecret[];
}

/** What every secret has: a run of letters and digits without a space, an address with an "@", or the head of a key. */
const MAY_HOLD_SECRET = /[\w+/=.\\-]{20}|:\/\/[^\s/@]{0,100}:[^\s@]{1,200}@|PRIVATE KEY|(?:Password|Pwd)=/i;

/** Signs that Markdown writes with a backslash, as `escapeMarkdown` does. */
const ESCAPED = /\\(?=[\\`*_[\]<])/g;

/** A text longer than this is not kept for the next look. */
const MAX_KEPT_CHARS = 20_000;

/**
 * True while secrets are kept (PARLEY_SECRETS). One for the process: lines of the log, questions and pages are masked in places
 * that no setting reaches.
 */
let areKept = false;

/** Sets whether secrets are kept in what this process reads and writes from now on; by default they are masked. */
export const keepSecrets = (kept: boolean): void => {
  areKept = kept;
};

/** What stands in place of a secret. */
export const maskOf = (kind: string): string => `[secret removed: ${kind}]`;

/**
 * Finds secrets that programs made (tokens, keys) and passwords in addresses and connection strings, in order and without
 * overlaps. Values that stand for a secret in a manual are none. Passwords in sentences are not found: a team's page may say
 * the password of a printer on purpose.
 */
export const findSecrets = (text: string): readonly FoundSecret[] => {
  if (areKept || !MAY_HOLD_SECRET.test(text)) return [];
  return text.length > MAX_KEPT_CHARS ? searched(text) : cached(text);
};

const searched = (text: string): readonly FoundSecret[] => {
  const found = patternSecrets(text);
  if (text.includes('\\')) found.push(...inUnescaped(text));
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: FoundSecret[] = [];
  for (const one of found) if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
};

/** Characters of texts whose secrets are remembered, about 4 MB: the passages of a question are looked at several times. */
const MAX_CACHED_CHARS = 2_000_000;
const cached = cacheByText(searched, MAX_CACHED_CHARS);

/** Secrets whose signs Markdown escapes: `ghp\_…`. */
const inUnescaped = (text: string): FoundSecret[] => {
  /** By offset in the unescaped text: the offset in the text. */
  const offsets: number[] = [];
  let plain = '';
  let from = 0;
  const add = (to: number) => {
    for (let at = from; at < to; at += 1) offsets.push(at);
    plain += text.slice(from, to);
  };
  for (const { index } of text.matchAll(ESCAPED)) {
    // The second backslash of a pair is a sign itself.
    if (index < from) continue;
    add(index);
    from = index + 1;
    offsets.push(from);
    plain += text[from] ?? '';
    from += 1;
  }
  add(text.length);
  return patternSecrets(plain).map(({ start, end, kind }) => ({
    start: offsets[start] ?? 0,
    end: (offsets[end - 1] ?? text.length - 1) + 1,
    kind,
  }));
};

/** Replaces the secrets of a text by what they were. */
export const maskSecrets = (text: string): MaskedText => {
  const removed = findSecrets(text);
  if (removed.length === 0) return { text, removed };
  let masked = '';
  let from = 0;
  for (const { start, end, kind } of removed) {
    masked += text.slice(from, start) + maskOf(kind);
    from = end;
  }
  return { text: masked + text.slice(from), removed };
};

/** As `maskSecrets`, for who needs the text alone. */
export const withoutSecrets = (text: string): string => maskSecrets(text).text;

/** Copies plain data and masks the secrets of its strings. Returns the value itself where it holds none. */
export const dataWithoutSecrets = <T>(value: T, mask: (text: string) => string = withoutSecrets): T => {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) {
    const copy = value.map((one) => dataWithoutSecrets(one, mask));
    return copy.some((one, at) => one !== value[at]) ? (copy as T) : value;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  const copy = entries.map(([key, inner]) => [key, dataWithoutSecrets(inner, mask)] as const);
  return copy.some(([, inner], at) => inner !== entries[at]?.[1]) ? (Object.fromEntries(copy) as T) : value;
};
