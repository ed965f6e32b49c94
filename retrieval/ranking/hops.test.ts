import { afterEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { DocumentChange, Stores } from '../../stores/index.ts';
import { indexDocuments } from '../index-documents.ts';
import { page } from '../testing/pages.ts';
import { readHops } from './hops.ts';

const SCOPES = ['everyone'];
/** ln(N / (1 + passages that name it)) / ln N, where N counts as 500 in a smaller corpus. */
const discount = (naming: number, size = 500) => Math.log(size / (1 + naming)) / Math.log(size);

let stores: Stores | undefined;
afterEach(() => stores?.close());

/** The weights of links from the page `from`, by target, in a corpus of `passageCount` passages. */
const leads = async (pages: readonly DocumentChange[], passageCount = 10) => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, pages);
  const index = stores.passageIndex!;
  const [from] = [...(await index.numbersOf(['from#0'], SCOPES)).values()];
  const [hops] = await readHops(index, [from!], SCOPES, { passageCount });
  const ids = await index.idsOf(
    [...hops!.links.flatMap(({ to }) => [...to]), ...hops!.shared.flatMap(({ passages }) => [...passages])],
    SCOPES,
  );
  const pageOf = (passage: number) => ids.get(passage)!.replace('#0', '');
  return {
    links: hops!.links.flatMap(({ to, weight, through }) =>
      Array.from(to, (one) => ({ to: pageOf(one), weight, name: through.name })).filter(({ to }) => to !== 'from'),
    ),
    shared: hops!.shared.map(({ entity, passages, rarity }) => ({
      key: entity.key,
      pages: Array.from(passages, pageOf).sort(),
      rarity,
    })),
  };
};
const from = (text: string) => page('from', 'Diary', text);
const titled = (...titles: string[]) => titles.map((title, i) => page(`p${i}`, title, 'nothing to see.'));

describe('a link over a name', () => {
  it.each([
    // The page's own title names it too.
    ['the title itself', 'She met Ada Marchetti.', 'Ada Marchetti', 1, 2],
    ['a part of the title', 'She met Ada Lovelace.', 'Ada King Lovelace', 0.6, 1],
    ['a title inside the name', 'She met Sultan Mehmed Rex.', 'Mehmed Rex', 0.8, 1],
    ['the ends of a name of three words', 'She met Nathan Hertz Juran.', 'Nathan Juran', 0.5, 1],
  ])('%s weighs by how sure it is', async (_, text, title, weight, naming) => {
    const { links } = await leads([from(text), ...titled(title)]);
    expect(links).toEqual([
      { to: 'p0', weight: expect.closeTo(weight * discount(naming), 9), name: text.slice(8, -1) },
    ]);
  });

  it('goes by the first of these that holds', async () => {
    const { links } = await leads([from('She met Ada Lovelace.'), ...titled('Ada King Lovelace', 'Ada Lovelace')]);
    expect(links).toMatchObject([{ to: 'p1', weight: expect.closeTo(discount(2), 9) }]);
  });

  it('is shared among the pages of one title: three count in full, four n^−.5 each', async () => {
    const three = await leads([
      from('She met Ada Marchetti.'),
      ...titled(...new Array<string>(3).fill('Ada Marchetti')),
    ]);
    expect(three.links.map(({ weight }) => weight)).toEqual(new Array(3).fill(expect.closeTo(discount(4), 9)));
    await stores!.close();
    const four = await leads([
      from('She met Ada Marchetti.'),
      ...titled(...new Array<string>(4).fill('Ada Marchetti')),
    ]);
    expect(four.links.map(({ weight }) => weight)).toEqual(new Array(4).fill(expect.closeTo(0.5 * discount(5), 9)));
  });

  it('loses by how many passages name its target, for the whole corpus', async () => {
    const naming = Array.from({ length: 8 }, (_, i) => page(`n${i}`, `Note ${i}`, 'we saw Ada Marchetti.'));
    const pages = [from('She met Ada Marchetti.'), ...titled('Ada Marchetti'), ...naming];
    expect((await leads(pages)).links[0]!.weight).toBeCloseTo(discount(10), 9);
    await stores!.close();
    expect((await leads(pages, 10_000)).links[0]!.weight).toBeCloseTo(discount(10, 10_000), 9);
  });

  it('means none of a part of a title that more than three pages share', async () => {
    const parts = (count: number) => titled(...new Array<string>(count).fill('Ada King Lovelace'));
    const { links } = await leads([from('She met Ada King.'), ...parts(3)]);
    expect(links).toHaveLength(3);
    await stores!.close();
    expect((await leads([from('She met Ada King.'), ...parts(4)])).links).toEqual([]);
  });

  it('leads neither to the page itself nor from its own title', async () => {
    const { links } = await leads([
      page('from', 'Ada Marchetti', 'Ada Marchetti met Bruno Conti.'),
      ...titled('Diary'),
    ]);
    expect(links).toEqual([]);
  });

  it('looks for no title inside a headline of seven words', async () => {
    const six = 'Ann Ben Cid Dan Mehmed Rex';
    expect((await leads([from(six), ...titled('Mehmed Rex')])).links).toHaveLength(1);
    await stores!.close();
    expect((await leads([from(`Zoe ${six}`), ...titled('Mehmed Rex')])).links).toEqual([]);
  });
});

describe('a hyperlink', () => {
  it('counts as an exact title, whoever else links there', async () => {
    const linking = page('from', 'Diary', 'see there.', { links: ['p0'] });
    expect((await leads([linking, ...titled('Desk')])).links).toEqual([{ to: 'p0', weight: 1, name: 'p0' }]);
  });
});

it('shares a hyperlink among the passages of its page: three count in full, four n^−.5 each', async () => {
  const linking = page('from', 'Diary', 'see there.', { links: ['p0'] });
  const [desk] = titled('Desk');
  const cut = (count: number): DocumentChange => ({
    ...desk!,
    passages: Array.from({ length: count }, (_, i) => ({ ...desk!.passages[0]!, id: `p0#${i}`, ordinal: i })),
  });
  expect((await leads([linking, cut(3)])).links.map(({ weight }) => weight)).toEqual([1, 1, 1]);
  await stores!.close();
  expect((await leads([linking, cut(4)])).links.map(({ weight }) => weight)).toEqual([0.5, 0.5, 0.5, 0.5]);
});

it('does not link a page to itself over a part of its own title', async () => {
  expect((await leads([page('from', 'Ada King Lovelace', 'It was Ada Lovelace who wrote it.')])).links).toEqual([]);
});

describe('a shared entity', () => {
  it('connects the passages that name it, the rarer the more: ln(N / df) / ln N', async () => {
    const { shared } = await leads(
      [from('the Golden Lantern'), page('a', 'Note', 'the Golden Lantern'), page('b', 'Other', 'the Silver Lantern')],
      100,
    );
    expect(shared).toEqual([
      { key: 'golden lantern', pages: ['a', 'from'], rarity: expect.closeTo(Math.log(50) / Math.log(100), 9) },
    ]);
  });

  it('connects nothing where over 300 passages name it', async () => {
    const naming = (count: number) =>
      Array.from({ length: count }, (_, i) => page(`n${i}`, `Note ${i}`, 'the Golden Lantern'));
    expect((await leads([from('the Golden Lantern'), ...naming(299)], 1000)).shared).toHaveLength(1);
    await stores!.close();
    expect((await leads([from('the Golden Lantern'), ...naming(300)], 1000)).shared).toEqual([]);
  });
});
