import { splitSentences } from '../../../core/text/sentences.ts';
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

/** Joins two sentences that do not follow each other. */
const GAP = ' … ';

/**
 * A source with only those of its sentences that hold a name: what a page says in passing of something that is not its
 * subject. It keeps its number; its words are the page's own, so that they can be quoted.
 */
export const mentionsOnly = (reference: NumberedReference, names: readonly string[]): NumberedReference =>
  sentencesOnly(reference, (sentence) => namesHeld(names, sentence).length > 0);

/** Keeps the wanted sentences of a source; the whole source where there are none. */
const sentencesOnly = (reference: NumberedReference, wanted: (sentence: string) => boolean): NumberedReference => {
  const { text } = reference;
  const kept = splitSentences(text).filter(({ start, end }) => wanted(text.slice(start, end)));
  if (kept.length === 0 || reference.kind === 'table') return reference;
  let excerpt = '';
  let last: number | undefined;
  for (const { start, end } of kept) {
    const follows = last !== undefined && text.slice(last, start).trim() === '';
    excerpt += `${last === undefined ? '' : follows ? ' ' : GAP}${text.slice(start, end)}`;
    last = end;
  }
  return { ...reference, text: excerpt };
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
