import { afterAll, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { indexDocuments } from '../index-documents.ts';
import { page } from '../testing/pages.ts';
import { otherForms } from './irregular-verbs.ts';
import { readStems } from './read-stems.ts';

const stores = openEmbedded(':memory:');
afterAll(() => stores.close());

it('reads the rarest stems as far as the bound goes, and only counts the others', async () => {
  const texts = ['ant', 'ant bee', 'ant bee', 'ant bee cow', 'ant bee cow'];
  await indexDocuments(
    { stores },
    texts.map((text, i) => page(`p${i}`, `Page ${i}`, text)),
  );
  const read = async (stems: string[], most: number) =>
    (await readStems(stores.passageIndex!, stems, ['everyone'], texts.length, most)).map(
      ({ total, passages }) => `${passages.length}/${total}`,
    );
  const stems = ['ant', 'bee', 'cow', 'dodo'];
  expect(await read(stems, 20)).toEqual(['5/5', '4/4', '2/2', '0/0']);
  expect(await read(stems, 10)).toEqual(['0/5', '4/4', '2/2', '0/0']);
  expect(await read(stems, 3)).toEqual(['0/5', '0/4', '2/2', '0/0']);
  // The rarest list is always read, because otherwise the question would find nothing.
  expect(await read(stems, 1)).toEqual(['0/5', '0/4', '2/2', '0/0']);
  expect(await read(['ant', 'dodo'], 1)).toEqual(['5/5', '0/0']);
});

it('reads a verb that no page holds as it is asked as the form that most hold', async () => {
  const texts = [
    'It began in 2008.',
    'It had begun.',
    'They began again.',
    'A cat sat there.',
    'The cats sit.',
    'We found it.',
  ];
  await indexDocuments(
    { stores },
    texts.map((text, i) => page(`verb${i}`, `Page ${i}`, text)),
  );
  const totals = async (...stems: string[]) =>
    (await readStems(stores.passageIndex!, stems, ['everyone'], texts.length)).map(({ total }) => total);
  expect(await totals('begin')).toEqual([2]);
  // Stems that a page contains are not replaced.
  expect(await totals('sit', 'begun', 'sang')).toEqual([1, 1, 0]);
  // Verbs with an ambiguous form are not replaced.
  expect(await totals('find', 'begin')).toEqual([0, 2]);
  expect(otherForms('found')).toEqual([]);
});
