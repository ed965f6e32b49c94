import type { Passage } from '../../core/document.ts';
import { entityKey } from '../../core/text/words.ts';
import type { Fact } from './fact.ts';
import { namesThing } from './thing.ts';

/** `- **Site lead:** Torunn Eide`, `* Founded: 2011`, `**Owner**: Platform team`: a property and its value on one line. */
const LINE = /^\s*(?:[-*+]\s+)?(\*\*|__)?([\p{L}][\p{L}\p{N} '’/-]{1,38}?)(?:\1\s*:|:\s*\1|:)\s+(\S.{0,118})$/u;

/** Maximum words of a value. A longer one is a sentence about the property. */
const MAX_VALUE_WORDS = 5;
/** Maximum words of a value with a comma: an address or several names have more words than one name, and are still values. */
const MAX_WORDS_WITH_COMMA = 10;

/** Words before a colon that do not name a property. */
const NOT_A_PROPERTY = new Set([
  'note',
  'notes',
  'example',
  'warning',
  'tip',
  'important',
  'http',
  'https',
  'see',
  'ps',
]);

/**
 * The facts of lines `property: value`. Their subject is the last heading above them, or else the page. Needs two or more such
 * lines in a passage; a single one is running text.
 */
export const propertyFacts = (passages: readonly Passage[]): Fact[] =>
  passages.flatMap((passage) => {
    const found: Fact[] = [];
    // In a passage of several sections, lines above its first heading belong to a section that the passage does not name.
    const isJoined = /\n#{1,6}\s/.test(passage.text) && !/^#{1,6}\s/.test(passage.text);
    let subject = isJoined ? undefined : (passage.headings.at(-1) ?? passage.title);
    let fence: string | undefined;
    for (const line of passage.text.split('\n')) {
      const ticks = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
      if (ticks !== undefined) fence = fence === undefined ? ticks : line.trim().startsWith(fence) ? undefined : fence;
      if (ticks !== undefined || fence !== undefined) continue;
      const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
      if (heading !== undefined) subject = plain(heading);
      const [, bold, property, value] = LINE.exec(line) ?? [];
      if (!subject || !property || !value || NOT_A_PROPERTY.has(entityKey(property)) || !namesThing(subject)) continue;
      // Longer values, and those in brackets, are explanations, not names.
      const words = value.split(/\s+/).length;
      if (words > (value.includes(',') ? MAX_WORDS_WITH_COMMA : MAX_VALUE_WORDS) || value.startsWith('(')) continue;
      if (!bold && !/^\s*[-*+]\s/.test(line)) continue;
      found.push({ subject, predicate: property, object: plain(value), passageIds: [passage.id] });
    }
    // A word before several values of one thing is a category, as in a list of changes, and not a property.
    const counts = new Map<string, number>();
    for (const fact of found) counts.set(keyOf(fact), (counts.get(keyOf(fact)) ?? 0) + 1);
    const single = found.filter((fact) => counts.get(keyOf(fact)) === 1);
    return single.length >= 2 ? single : [];
  });

const keyOf = ({ subject, predicate }: Fact): string => `${subject}\n${predicate.toLowerCase()}`;

/** Removes markup from a value: `[Harbour House](x.md).` -> `Harbour House`. */
const plain = (value: string): string =>
  value
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1')
    .replace(/\\([[\]])/g, '$1')
    .replace(/[*`]+|(?<![\p{L}\p{N}])_+(?=\p{L})|(?<=\p{L})_+(?![\p{L}\p{N}])/gu, '')
    .replace(/[.;,\s]+$/, '');
