import type { ListKeys } from './index-lists.ts';
import type { IndexedPassage, NameUse, PassageAnalysis } from './passage-index.ts';

/**
 * A passage's row in the passage index, beside its postings, as two flat JSON arrays. These rows are most of the index. As
 * objects with named fields they were three times as long as the passage's text.
 */
export interface IndexRecord {
  /** What a search reads of a passage: the fields of `IndexedPassage`. */
  record: unknown[];
  /** Keys of the lists that contain the passage, for its removal. Keys of entities are derived from `record`. */
  lists: string[][];
}

const FIELDS_OF_NAME = 3;
const FIELDS_OF_LINK = 2;

/** The row of an analysed passage, with an entity's key only where it is not its name in lower case. */
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

/** A name's use in one number. From the lowest bit: sentences (10 bits), `inTitle` (1), `wide` (1), `count` (the rest). */
const packed = ({ count, inTitle, wide, sentences }: NameUse): number =>
  count * 4096 + (wide ? 2048 : 0) + (inTitle ? 1024 : 0) + sentences;

type Kept = Pick<IndexedPassage, 'number' | 'passageId' | 'documentId'>;
type Fields = [string, number, number, number[], (string | number)[], string[]];

/** Reads a passage from its record. Accepts the older format too, an object with named fields. */
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

/** The keys of the lists that contain a passage, from its row. */
export const readListKeys = (lists: unknown, record: unknown): ListKeys => {
  if (!Array.isArray(lists)) return lists as ListKeys;
  // Rows from before the index had fields have no fifth list.
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
