import { words } from '../../../core/text/words.ts';
import { stemOf } from './stems.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What goes first when people type in a hurry: an apostrophe, "whos on call". */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/\b(who|what|where|when|how)s\b/gi, "$1's"],
  [/\bim\b/gi, "I'm"],
  [/\bive\b/gi, "I've"],
  [/\b(do|does|did|is|are|was|were|has|have|should|would|could)nt\b/gi, "$1n't"],
  [/\b(?:cant|cannot)\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  [/\b(?:'?till?)\b/gi, 'until'],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/\bkms?\b/gi, 'km'],
  [/\bhrs\b/gi, 'hours'],
  [/\bmins\b/gi, 'minutes'],
  [/\bsecs\b/gi, 'seconds'],
];

/** What people type for words that pages write out. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bceo\b/gi, 'chief executive'],
  [/\bcto\b/gi, 'chief technology officer'],
  [/\bcfo\b/gi, 'chief financial officer'],
  [/\bcoo\b/gi, 'chief operating officer'],
  [/\bwfh\b/gi, 'work from home'],
  [/\bpto\b/gi, 'paid holiday'],
  [/\bdpo\b/gi, 'data protection officer'],
  [/\bgdpr\b/gi, 'GDPR data protection'],
  [/\bslas?\b/gi, 'service level'],
  [/\b(?:pw|pwd)\b/gi, 'password'],
  [/\brepos?\b/gi, 'repository'],
  [/\bdocs\b/gi, 'documents'],
  [/\bappt\b/gi, 'appointment'],
  [/\bunis?\b/gi, 'university'],
  [/\bdept\b/gi, 'department'],
  [/\bmgr\b/gi, 'manager'],
  [/\bwi-?fi\b/gi, 'Wi-Fi'],
];

/** A question with its short forms written out. @param kept forms, in lower case, that stay as they are typed */
export const writtenOut = (question: string, kept: ReadonlySet<string> = new Set()): string =>
  [...SLIPS, ...ABBREVIATIONS].reduce(
    (text, [form, long]) =>
      text.replace(form, (typed: string, first: string) =>
        kept.has(typed.toLowerCase()) ? typed : long.replace('$1', first),
      ),
    question,
  );

/**
 * Short forms of a question that the pages hold as they are typed, while they lack a word of what is meant: where the only page
 * about it says "wifi", a question about Wi-Fi finds nothing.
 */
export const heldShortForms = async (question: string, vocabulary: Vocabulary): Promise<ReadonlySet<string>> => {
  const typed = ABBREVIATIONS.flatMap(([form, long]) =>
    Array.from(question.matchAll(form), ([short]) => ({ short: short.toLowerCase(), long })),
  );
  if (typed.length === 0) return new Set();
  const stems = (text: string) => words(text).map(stemOf);
  const counts = await vocabulary.counts(typed.flatMap(({ short, long }) => [...stems(short), ...stems(long)]));
  const holds = (text: string) => stems(text).every((stem) => (counts.get(stem) ?? 0) > 0);
  return new Set(typed.flatMap(({ short, long }) => (holds(short) && !holds(long) ? [short] : [])));
};
