import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { editDistance } from '../../../core/text/edit-distance.ts';
import { HEADING } from '../../../core/text/headings.ts';
import { isListItem } from '../../../core/text/list-items.ts';
import { splitSentences } from '../../../core/text/sentences.ts';
import { speakerLength, withoutClosingAddress } from '../../../core/text/speaker.ts';
import { words } from '../../../core/text/words.ts';
import { namesIn } from '../../../retrieval/index.ts';
import type { NumberedReference } from '../../references/reference.ts';

/** Keys of the names in a text, without duplicates. */
export const namesOf = (text: string): string[] => [...new Set(namesIn(text).map(({ key }) => key))];

/** The names that a text contains as an unbroken phrase. */
export const containedNames = (names: readonly string[], text: string): string[] => {
  const run = ` ${words(text).join(' ')} `;
  return names.filter((name) => run.includes(` ${name} `));
};

/**
 * True if a title equals one of the names, apart from a disambiguation in brackets ("Chicken (dance)") and a leading
 * article, which names go without ("The Quiet Harbor").
 */
export const isPageOf = (names: readonly string[], title: string): boolean => {
  const bare = bareTitle(title);
  return names.includes(bare) || names.includes(bare.replace(/^(?:the|an?) /, ''));
};

const bareTitle = (title: string): string => words(title.replace(/\s*\([^()]*\)\s*$/, '')).join(' ');

/** Minimum length of a name for typo matching. Shorter names often differ from other names by one letter. */
const MIN_TYPO_CHARS = 8;

/**
 * True if a title is one typo away from a name ("Newt Perry" for "New Perry"). The model decides whether it is meant.
 */
const isTypoOf = (names: readonly string[], title: string): boolean => {
  const bare = bareTitle(title);
  return names.some((name) => name.length >= MIN_TYPO_CHARS && editDistance(name, bare) === 1);
};

/** Marks left-out text between two sentences. */
const OMISSION = ' … ';

/**
 * The names that distinguish pages, rarest first. Leaves out a name that nearly every result contains, such as a chat
 * participant or the company that all pages are about.
 */
export const distinctiveNames = (names: readonly string[], found: readonly NumberedReference[]): string[] => {
  const texts = found.map(({ title, text }) => `${title} ${text}`);
  return names
    .map((name) => ({ name, held: texts.filter((text) => containedNames([name], text).length > 0).length }))
    .filter(({ held }) => held <= MAX_NAME_SHARE * texts.length)
    .sort((a, b) => a.held - b.held)
    .map(({ name }) => name);
};

/**
 * Maximum share of the results that contain a distinctive name. A ubiquitous name exceeds it; a city's name, although
 * the search prefers it, does not.
 */
const MAX_NAME_SHARE = 0.8;

/** Minimum content words besides names in a sentence that states something; a greeting has fewer. */
const MIN_WORDS_BESIDE_NAMES = 3;

/**
 * Selects the sentences worth reading for a query: those that state something about its rarest name. A sentence that
 * names only the state or country ("Beach City is a village in Ohio") leads nowhere. If no name is distinctive, a
 * sentence must share a further word with the query.
 */
export const mentionFilter = (
  query: string,
  names: readonly string[],
  distinctive: readonly string[],
): ((sentence: string) => boolean) => {
  const [rarest] = distinctive;
  const ofNames = contentStems(names.join(' '));
  const wanted = [...contentStems(query)].filter((stem) => !ofNames.has(stem));
  return (sentence) => {
    const held = (text: string) => containedNames(rarest === undefined ? names : [rarest], text).length > 0;
    if (!held(sentence)) return false;
    const told = withoutSpeakers(sentence);
    const said = [...contentStems(told)].filter((stem) => !ofNames.has(stem));
    if (said.length < MIN_WORDS_BESIDE_NAMES) return false;
    // A chat line's speaker seldom states something about themselves.
    return (rarest !== undefined && held(told)) || wanted.some((stem) => said.includes(stem));
  };
};

/**
 * Selects the sentences with one of the names, for sources that are shown in part. Of chat lines only those that state
 * something: lines that share a word with the question, or speak of the name instead of being spoken by it.
 */
export const partFilter = (question: string, names: readonly string[]): ((sentence: string) => boolean) => {
  if (names.length === 0) return () => false;
  const states = mentionFilter(question, names, []);
  return (sentence) => {
    if (containedNames(names, sentence).length === 0) return false;
    const told = withoutSpeakers(sentence);
    return told === sentence || containedNames(names, told).length > 0 || states(sentence);
  };
};

/** Minimum words of a search, besides its names, in a sentence that says what was searched for. */
const MIN_FITTING_WORDS = 2;

/**
 * Selects the sentences with several words of one of the searches: a page of Maryland need not name it in the sentence that says
 * who came first ("The first settlements were made in 1634, when the English arrived").
 */
export const fitFilter = (queries: readonly string[], names: readonly string[]): ((sentence: string) => boolean) => {
  const ofNames = contentStems(names.join(' '));
  const wanted = queries.map((query) => [...contentStems(query)].filter((stem) => !ofNames.has(stem)));
  return (sentence) => {
    const said = contentStems(withoutSpeakers(sentence));
    return wanted.some((stems) => stems.filter((stem) => said.has(stem)).length >= MIN_FITTING_WORDS);
  };
};

/**
 * Lines without the person addressed at the end ("Good call, Li Hua!"), and chat lines without the speaker and the
 * person addressed at the start ("Hey Li Hua, …").
 */
const withoutSpeakers = (sentence: string): string =>
  sentence
    .split('\n')
    .map((line) => {
      const speaker = speakerLength(line);
      const told = withoutClosingAddress(line.slice(speaker));
      return speaker === 0 ? told : told.replace(OPENING_ADDRESS, '');
    })
    .join('\n');

/** At most three words before a comma or an exclamation mark: "Hey Li Hua,". */
const OPENING_ADDRESS = /^\s*[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}\s*[,!，！]/u;

/**
 * A source reduced to its wanted sentences, for a page that only mentions something. Keeps the number and the page's
 * own words and line breaks, so that they can be quoted and a heading stays one. A heading, or bold text at the start of
 * an item ("**Leeds yard.**"), says what the next sentence is about, so it brings that one along. Undefined if no
 * sentence is wanted, or headings alone. A table is kept whole.
 */
export const excerptOf = (
  reference: NumberedReference,
  wanted: (sentence: string, at: number) => boolean,
): NumberedReference | undefined => {
  const { text } = reference;
  const sentences = splitSentences(text).map(({ start, end }) => ({ start, end, said: text.slice(start, end) }));
  const isWanted = sentences.map(({ said }, at) => wanted(said, at));
  if (!isWanted.includes(true)) return undefined;
  const messages = new Set(sentences.flatMap(({ start }, at) => (isWanted[at] ? (messageAt(text, start) ?? []) : [])));
  const isKept = sentences.map(({ start }, at) => isWanted[at] || messages.has(messageAt(text, start) ?? -1));
  if (reference.kind === 'table') return reference;
  const kept = sentences.filter(
    (_, at) => isKept[at] || (at > 0 && isKept[at - 1] && isLabel(sentences[at - 1]!.said)),
  );
  if (kept.every(({ said }) => HEADING.test(said))) return undefined;
  let excerpt = '';
  let last: number | undefined;
  for (const { start, end, said } of kept) {
    const between = last === undefined ? '' : text.slice(last, start);
    excerpt += `${between.trim() === '' ? between : OMISSION}${said}`;
    last = end;
  }
  return { ...reference, text: excerpt };
};

/** Maximum characters of a message or an item that stays whole. */
const MAX_LINE = 400;
/** The start of the chat message or short item that a place is in, whose point is often in its next sentence. */
const messageAt = (text: string, place: number): number | undefined => {
  const begin = place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
  const end = text.indexOf('\n', place);
  const line = text.slice(begin, end === -1 ? text.length : end);
  return line.length <= MAX_LINE && (speakerLength(line) > 0 || isListItem(line)) ? begin : undefined;
};

/** True for a heading, and for a sentence that is bold as a whole. */
const isLabel = (sentence: string): boolean =>
  HEADING.test(sentence) || /^(?:[-*•]\s+)?(\*\*|__)[^*_]+\1$/.test(sentence);

/** Minimum share of the query's words in a relevant source that contains no distinctive name of the query. */
const MIN_QUERY_SHARE = 0.5;

/**
 * True for a source that may answer a query: it contains a distinctive name, or its title is a typo away from one. Word
 * overlap counts only if no name is distinctive, because "film", "director" and "2011" occur on many pages of other
 * films; or beside the name of the guess.
 * @param guess the guess in the query, if no page found contains another of its names
 */
export const isAbout = (
  { title, text }: Pick<NumberedReference, 'title' | 'text'>,
  query: string,
  distinctive: readonly string[],
  guess = '',
): boolean => {
  const said = `${title} ${text}`;
  if (containedNames(distinctive, said).length > 0 || isTypoOf(distinctive, title)) return true;
  const believed = words(guess).join(' ');
  const mayMatchByWords = distinctive.length === 0 || (believed !== '' && containedNames([believed], said).length > 0);
  return mayMatchByWords && shareIn(contentStems(query), contentStems(said)) >= MIN_QUERY_SHARE;
};

/** Marks a source as read: in full, or only its sentences about a name. */
export const readMark = (n: number, name?: string): string => (name === undefined ? `${n}` : `${n} ${name}`);

/** True if the source was shown in full, or with all of its sentences about these names. */
export const isRead = (
  { n, title, text }: NumberedReference,
  names: readonly string[],
  read: ReadonlySet<string>,
): boolean => {
  if (read.has(readMark(n))) return true;
  const heldNames = containedNames(names, `${title} ${text}`);
  return heldNames.length > 0 && heldNames.every((name) => read.has(readMark(n, name)));
};
