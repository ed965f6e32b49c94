import { isOrder } from '../../core/injection/find-orders.ts';
import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { words } from '../../core/text/words.ts';
import type { NumberedReference } from './reference.ts';
import { NAMES_NOTHING, newFactsIn, wordsAndFigures } from './stated-words.ts';
import { workedFigures } from './support.ts';

/** From this share of an unconfirmed link's words on, a statement repeats that no source states it. */
const MIN_SHARE_OF_LINK = 0.5;
/** Maximum characters of a likely answer's unconfirmed link. */
const MAX_LINK_CHARS = 300;

/** True for a statement that says again what no source states, which a likely answer lists by itself. */
export const repeatsLink = (link: string, statement: string): boolean =>
  shareIn(contentStems(link), contentStems(statement)) >= MIN_SHARE_OF_LINK;

/**
 * True if the sources support a likely answer: its one unconfirmed link uses only words of the question and the
 * sources, and a name or figure of the answer itself is in a cited source, or a figure is worked out. A name that only the
 * question contains does not count.
 * @param worked results of the answer's calculations
 */
export const isLikelyBySources = (
  shortAnswer: string,
  unconfirmed: readonly string[],
  cited: readonly NumberedReference[],
  worked: readonly number[],
  known: string,
): boolean => {
  const [link, ...others] = unconfirmed;
  if (link === undefined || others.length > 0 || link.length > MAX_LINK_CHARS || isOrder(link)) return false;
  const knownWords = wordsAndFigures(known);
  if (newFactsIn(link, known).some((word) => !hasForm(word, knownWords))) return false;
  if (NAMES_NOTHING.test(shortAnswer.trim())) return true;
  const held = wordsAndFigures(
    [...cited.map(({ title, headings, text }) => [title, ...headings, text].join(' ')), workedFigures(worked)].join(
      ' ',
    ),
  );
  const named = shortAnswer.match(NAME_OR_FIGURE) ?? words(shortAnswer);
  return named.length > 0 && named.some((name) => words(name).every((word) => hasForm(word, held)));
};

/** Minimum letters that a word and its other form share: "Hindu" and "Hinduism", "America" and "American". */
const MIN_FORM_CHARS = 5;

/** True if the words hold a word or one that continues it or that it continues. */
const hasForm = (word: string, held: ReadonlySet<string>): boolean =>
  held.has(word) ||
  [...held].some(
    (other) =>
      Math.min(word.length, other.length) >= MIN_FORM_CHARS && (other.startsWith(word) || word.startsWith(other)),
  );

const NAME_OR_FIGURE = /(?:\p{Lu}\p{L}+|\p{N}[\p{N}.,]*)/gu;
