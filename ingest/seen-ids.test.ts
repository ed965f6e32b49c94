import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeenIds } from './seen-ids.ts';

it('names the first place of every id that is met again', () => {
  const places = fc.oneof(
    fc.record({ file: fc.constantFrom('a.jsonl', 'b:1/c.jsonl'), line: fc.integer({ min: 1, max: 5000 }) }),
    fc.constantFrom({ file: 'page.md', line: 0 }, { file: 'https://a.example:8080/x', line: 0 }),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat(300).map(String), place: places }), { maxLength: 2500 }), (met) => {
      const first = new Map<string, string>();
      const table = createSeenIds();
      for (const { id, place } of met) {
        const input = place.line === 0 ? place.file : `${place.file}:${place.line}`;
        expect(table.add(id, input)).toBe(first.get(id));
        if (!first.has(id)) first.set(id, input);
      }
      expect(table.size).toBe(first.size);
    }),
    { numRuns: 30 },
  );
});

it('keeps tens of thousands of ids apart', () => {
  const table = createSeenIds();
  const count = 50_000;
  for (let i = 0; i < count; i++) expect(table.add(`page-${i}`, `corpus.jsonl:${i + 1}`)).toBeUndefined();
  expect(table.add('page-31337', 'again.jsonl:1')).toBe('corpus.jsonl:31338');
  expect(table.size).toBe(count);
});
