import { afterEach, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { indexDocuments } from '../index-documents.ts';
import { page } from '../testing/pages.ts';
import { readStems } from './read-stems.ts';

const stores = openEmbedded(':memory:');
afterEach(() => stores.close());

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
  // The rarest is read whatever it holds, else such a question would find nothing.
  expect(await read(stems, 1)).toEqual(['0/5', '0/4', '2/2', '0/0']);
  expect(await read(['ant', 'dodo'], 1)).toEqual(['5/5', '0/0']);
});
