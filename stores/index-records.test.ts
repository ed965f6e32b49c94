import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexRecordOf, readListKeys, readRecord } from './index-records.ts';
import type { PassageAnalysis } from './passage-index.ts';

const use = {
  key: fc.string(),
  count: fc.integer({ min: 1, max: 2 ** 31 }),
  inTitle: fc.boolean(),
  sentences: fc.nat(1023),
};
const name = fc
  .record({ ...use, name: fc.string({ unit: 'grapheme' }), wide: fc.boolean() })
  .chain((made) => fc.boolean().map((plain) => (plain ? { ...made, key: made.name.toLowerCase() } : made)));
const keys = fc.array(fc.string(), { maxLength: 4 });
const analyses: fc.Arbitrary<PassageAnalysis> = fc.record({
  passageId: fc.string(),
  documentId: fc.string(),
  scopes: keys,
  title: fc.string(),
  length: fc.nat(),
  sentenceLengths: fc.array(fc.nat()),
  titleLength: fc.nat(),
  stems: fc.array(fc.record(use)),
  names: fc.array(name),
  titles: keys,
  titleParts: keys,
  places: keys,
  fields: keys,
  links: fc.array(fc.record({ place: fc.string(), name: fc.string() })),
});
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const listsOf = ({ stems, names, titles, titleParts, places, fields }: PassageAnalysis) => ({
  stem: stems.map(({ key }) => key),
  entity: names.filter(({ wide }) => !wide).map(({ key }) => key),
  title: titles,
  'title-part': titleParts,
  place: places,
  field: fields,
});

it('gives back what a search reads of a passage, and the lists that hold it', () => {
  fc.assert(
    fc.property(analyses, (analysis) => {
      const { stems, titles, titleParts, places, fields, scopes, ...read } = analysis;
      const { record, lists } = stored(indexRecordOf(analysis));
      const { passageId, documentId } = analysis;
      expect(readRecord({ number: 7, passageId, documentId }, record)).toEqual({ ...read, number: 7 });
      expect(readListKeys(lists, record)).toEqual(listsOf(analysis));
      // The format before the index had fields.
      expect(readListKeys(lists.slice(0, 4), record)).toEqual({ ...listsOf(analysis), field: [] });
    }),
  );
});

it('reads what an index with named fields holds', () => {
  fc.assert(
    fc.property(analyses, (analysis) => {
      const { stems, titles, titleParts, places, fields, scopes, ...read } = analysis;
      const { passageId, documentId } = analysis;
      const record = stored(read);
      expect(readRecord({ number: 7, passageId, documentId }, record)).toEqual({ ...read, number: 7 });
      expect(readListKeys(stored(listsOf(analysis)), record)).toEqual(listsOf(analysis));
    }),
  );
});
