import type { ListKeys } from './index-lists.ts';
import type { IndexedPassage, NameUse, PassageAnalysis } from './passage-index.ts';

/**
 * What the passage index keeps of a passage beside its postings, as two flat JSON values: most of an index is these, and
 * as objects with named fields they were three times as long as the text that they are about.
 */
export interface IndexRecord {
  /** What a search reads of the passage. */
  record: unknown[];
  /** The lists that hold it, for taking it out of them; those of entities follow from the record. */
  lists: string[][];
}

const FIELDS_OF_NAME = 3;
const FIELDS_OF_LINK = 2;

export const indexRecordOf = (analysis: PassageAnalysis): IndexRecord => {
  const names: (string | number)[] = [];
  for (const use of analysis.names) names.push(use.name, use.key === use.name.toLowerCase() ? 0 : use.key, packed(use));
  return {
    record: [
      analysis.title,
      analysis.length,
      analysis.titleLength,
      analysis.sentenceLengths,
      names,
      analysis.links.flatMap(({ place, name }) => [place, name]),
    ],
    lists: [
      analysis.stems.map(({ key }) => key),
      analysis.titles,
      analysis.titleParts,
      analysis.places,
      analysis.fields,
    ],
  };
};

/** Of a name's use: sentences (10 bits), in the title, wide, and how often. */
const packed = ({ count, inTitle, wide, sentences }: NameUse): number =>
  count * 4096 + (wide ? 2048 : 0) + (inTitle ? 1024 : 0) + sentences;

type Kept = Pick<IndexedPassage, 'number' | 'passageId' | 'documentId'>;
type Fields = [string, number, number, number[], (string | number)[], string[]];

/** A passage from its record; also from one with named fields, as indexes were written before. */
export const readRecord = (kept: Kept, record: unknown): IndexedPassage => {
  if (!Array.isArray(record)) return { ...(record as IndexedPassage), ...kept };
  const [title, length, titleLength, sentenceLengths, names, links] = record as Fields;
  return {
    ...kept,
    title,
    length,
    sentenceLengths,
    titleLength,
    names: namesOf(names),
    links: pairsOf(links),
  };
};

/** The lists that hold a passage, from what was kept of it. */
export const readListKeys = (lists: unknown, record: unknown): ListKeys => {
  if (!Array.isArray(lists)) return lists as ListKeys;
  // Passages that were indexed before fields were kept have no fifth list.
  const [stem, title, titlePart, place, field = []] = lists as string[][];
  const names = namesOf((record as Fields)[4]);
  return {
    stem,
    entity: names.filter(({ wide }) => !wide).map(({ key }) => key),
    title,
    'title-part': titlePart,
    place,
    field,
  };
};

const namesOf = (fields: readonly (string | number)[]): NameUse[] => {
  const names: NameUse[] = [];
  for (let at = 0; at < fields.length; at += FIELDS_OF_NAME) {
    const name = fields[at] as string;
    const key = fields[at + 1];
    const use = fields[at + 2] as number;
    names.push({
      key: key === 0 ? name.toLowerCase() : (key as string),
      name,
      wide: (use & 2048) !== 0,
      count: Math.floor(use / 4096),
      inTitle: (use & 1024) !== 0,
      sentences: use & 1023,
    });
  }
  return names;
};

const pairsOf = (fields: readonly string[]): IndexedPassage['links'] => {
  const links: IndexedPassage['links'] = [];
  for (let at = 0; at < fields.length; at += FIELDS_OF_LINK) links.push({ place: fields[at]!, name: fields[at + 1]! });
  return links;
};
