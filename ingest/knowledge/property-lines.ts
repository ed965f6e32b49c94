import type { Passage } from '../../core/document.ts';
import { entityKey } from '../../core/text/words.ts';
import type { Fact } from './fact.ts';

/** `- **Site lead:** Torunn Eide`, `* Founded: 2011`, `**Owner**: Platform team`: a property and its value on one line. */
const LINE = /^\s*(?:[-*+]\s+)?(\*\*|__)?([\p{L}][\p{L}\p{N} '’/-]{1,38}?)(?:\1\s*:|:\s*\1|:)\s+(\S.{0,118})$/u;

/** Words that stand before a colon without naming a property. */
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
 * The facts that lines of the form `property: value` state of the thing their section is about: the last heading above
 * them, else the page. A lone line of that form in running text is left alone; two or more in a passage are a list.
 */
export const propertyFacts = (passages: readonly Passage[]): Fact[] =>
  passages.flatMap((passage) => {
    if (passage.kind !== 'text') return [];
    const found: Fact[] = [];
    let subject = passage.headings.at(-1) ?? passage.title;
    for (const line of passage.text.split('\n')) {
      subject = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1] ?? subject;
      const [, bold, property, value] = LINE.exec(line) ?? [];
      if (!property || !value || NOT_A_PROPERTY.has(entityKey(property))) continue;
      if (!bold && !/^\s*[-*+]\s/.test(line)) continue;
      found.push({ subject, predicate: property, object: plain(value), passageIds: [passage.id] });
    }
    return found.length >= 2 ? found : [];
  });

/** A value without its markup: `[Harbour House](x.md).` -> `Harbour House`. */
const plain = (value: string): string =>
  value
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .replace(/[.;,\s]+$/, '');
