import { words } from '../../../core/text/words.ts';
import { ABBREVIATIONS, type ShortForm, TYPING_SHORTCUTS } from '../lists/short-forms.ts';
import { stemOf } from './stems.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Expands the short forms of a question.
 * @param kept lower-case forms to leave unchanged
 */
export const expandShortForms = (question: string, kept: ReadonlySet<string> = new Set()): string =>
  expand(expand(question, TYPING_SHORTCUTS, kept), ABBREVIATIONS, kept);

const expand = (question: string, forms: readonly ShortForm[], kept?: ReadonlySet<string>): string =>
  forms.reduce(
    (text, [form, long]) =>
      text.replace(form, (typed: string, first: string) =>
        kept?.has(typed.toLowerCase()) ? typed : long.replace('$1', first),
      ),
    question,
  );

/**
 * The short forms of a question that pages contain literally while they lack a word of the expansion. If the only page
 * says "wifi", a search for Wi-Fi finds nothing.
 */
export const shortFormsInPages = async (question: string, vocabulary: Vocabulary): Promise<ReadonlySet<string>> => {
  const text = expand(question, TYPING_SHORTCUTS);
  const typed = ABBREVIATIONS.flatMap(([form, long]) =>
    Array.from(text.matchAll(form), ([short]) => ({ short: short.toLowerCase(), long })),
  );
  if (typed.length === 0) return new Set();
  const stems = (text: string) => words(text).map(stemOf);
  const counts = await vocabulary.counts(typed.flatMap(({ short, long }) => [...stems(short), ...stems(long)]));
  const holds = (text: string) => stems(text).every((stem) => (counts.get(stem) ?? 0) > 0);
  return new Set(typed.flatMap(({ short, long }) => (holds(short) && !holds(long) ? [short] : [])));
};
