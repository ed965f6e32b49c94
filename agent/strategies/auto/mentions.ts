import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { splitSentences } from '../../../core/text/sentences.ts';
import { slipsBetween } from '../../../core/text/slips.ts';
import { speakerLength } from '../../../core/text/speaker.ts';
import { words } from '../../../core/text/words.ts';
import { namesIn } from '../../../retrieval/index.ts';
import type { NumberedReference } from '../../references/reference.ts';

/** Keys of the names in a text, each once. */
export const namesOf = (text: string): string[] => [...new Set(namesIn(text).map(({ key }) => key))];

/** The names that a text holds whole: words of a name that stand apart are no mention of it. */
export const namesHeld = (names: readonly string[], text: string): string[] => {
  const run = ` ${words(text).join(' ')} `;
  return names.filter((name) => run.includes(` ${name} `));
};

/** True for a title that is one of the names, but for what tells it from namesakes ("Chicken (dance)"). */
export const isPageOf = (names: readonly string[], title: string): boolean => names.includes(bareTitle(title));

const bareTitle = (title: string): string => words(title.replace(/\s*\([^()]*\)\s*$/, '')).join(' ');

/** Shorter names have others one slip away that are not meant. */
const MIN_SLIP_CHARS = 8;

/** True for a title that is one slip of the finger away from a name ("Newt Perry" for "New Perry"): the reader tells if it is meant. */
const isSlipOf = (names: readonly string[], title: string): boolean => {
  const bare = bareTitle(title);
  return names.some((name) => name.length >= MIN_SLIP_CHARS && slipsBetween(name, bare) === 1);
};

/** Joins two sentences that do not follow each other. */
const GAP = ' … ';

/**
 * The names that tell pages apart. One that nearly everything holds that a search found (a participant of every chat, the
 * company that all pages are about) says nothing of where a missing link stands. The rarest comes first.
 */
export const tellingNames = (names: readonly string[], found: readonly NumberedReference[]): string[] => {
  const texts = found.map(({ title, text }) => `${title} ${text}`);
  return names
    .map((name) => ({ name, held: texts.filter((text) => namesHeld([name], text).length > 0).length }))
    .filter(({ held }) => held <= MAX_NAMED_SHARE * texts.length)
    .sort((a, b) => a.held - b.held)
    .map(({ name }) => name);
};

/** More of a search's finds hold a name that stands everywhere; of a city's name, which its search prefers, fewer do. */
const MAX_NAMED_SHARE = 0.8;

/** What a sentence has to say beside names so that it states something: a greeting says less. */
const MIN_WORDS_BESIDE_NAMES = 3;

/**
 * Which sentences of a page are worth reading for a query: those that state something of its rarest name. A sentence that
 * names the state or the country alone ("Beach City is a village in Ohio") leads nowhere. Where all names stand everywhere,
 * those that share more with the query than a name.
 */
export const mentionOf = (
  query: string,
  names: readonly string[],
  telling: readonly string[],
): ((sentence: string) => boolean) => {
  const [rarest] = telling;
  const ofNames = contentStems(names.join(' '));
  const wanted = [...contentStems(query)].filter((stem) => !ofNames.has(stem));
  return (sentence) => {
    const held = (text: string) => namesHeld(rarest === undefined ? names : [rarest], text).length > 0;
    if (!held(sentence)) return false;
    const told = toldIn(sentence);
    const said = [...contentStems(told)].filter((stem) => !ofNames.has(stem));
    if (said.length < MIN_WORDS_BESIDE_NAMES) return false;
    // Whoever speaks seldom tells of themselves.
    return (rarest !== undefined && held(told)) || wanted.some((stem) => said.includes(stem));
  };
};

/**
 * What the lines of a chat tell: without who speaks, also after a line of signs alone, and without the name that a line begins by
 * addressing ("Hey Li Hua, …"). Text that is no chat stays as it is.
 */
const toldIn = (sentence: string): string =>
  sentence
    .split('\n')
    .map((line) => {
      const speaker = speakerLength(line);
      return speaker === 0 ? line : line.slice(speaker).replace(OPENING_ADDRESS, '');
    })
    .join('\n');

/** At most three words before a comma or an exclamation mark: "Hey Li Hua,". */
const OPENING_ADDRESS = /^\s*[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}\s*[,!，！]/u;

/**
 * A source with only its wanted sentences: what a page says in passing of something that is not its subject. It keeps its
 * number; its words are the page's own, so that they can be quoted. Undefined where no sentence is wanted; a table stays whole.
 */
export const sentencesOnly = (
  reference: NumberedReference,
  wanted: (sentence: string) => boolean,
): NumberedReference | undefined => {
  const { text } = reference;
  const kept = splitSentences(text).filter(({ start, end }) => wanted(text.slice(start, end)));
  if (kept.length === 0) return undefined;
  if (reference.kind === 'table') return reference;
  let excerpt = '';
  let last: number | undefined;
  for (const { start, end } of kept) {
    const follows = last !== undefined && text.slice(last, start).trim() === '';
    excerpt += `${last === undefined ? '' : follows ? ' ' : GAP}${text.slice(start, end)}`;
    last = end;
  }
  return { ...reference, text: excerpt };
};

/** A source that shares this share of the words of a query without a telling name is about what it asks. */
const MIN_QUERY_SHARE = 0.5;

/**
 * True for a source that may hold what a query searches for: it has a telling name of it, or is the page of one but for a slip. Half of its words are enough only
 * where no name tells pages apart: "film", "director" and "2011" stand on many pages of other films.
 */
export const isAbout = ({ title, text }: NumberedReference, query: string, telling: readonly string[]): boolean => {
  const said = `${title} ${text}`;
  return telling.length > 0
    ? namesHeld(telling, said).length > 0 || isSlipOf(telling, title)
    : shareIn(contentStems(query), contentStems(said)) >= MIN_QUERY_SHARE;
};

/** The mark of a source that was shown: all of it, or its sentences with a name. */
export const readMark = (n: number, name?: string): string => (name === undefined ? `${n}` : `${n} ${name}`);

/** True for a source that was shown in full, or with all of its sentences about these names. */
export const isRead = (
  { n, title, text }: NumberedReference,
  names: readonly string[],
  read: ReadonlySet<string>,
): boolean => {
  if (read.has(readMark(n))) return true;
  const heldNames = namesHeld(names, `${title} ${text}`);
  return heldNames.length > 0 && heldNames.every((name) => read.has(readMark(n, name)));
};
