import { expect, it } from 'vitest';
import { page } from '../testing/pages.ts';
import { analysePassage } from './analyse-passage.ts';

const [film] = page(
  'films/winter.md',
  'The Long Winter',
  'Ada Marchetti shot it in Turin. Turin is cold, cold, cold.',
  {
    links: ['../people/ada.md', 'mailto:ada@example.org', '#top'],
    url: 'https://example.org/winter?from=feed',
  },
).passages;
const analysis = analysePassage({ ...film!, headings: ['Making', 'On set'] });
const stem = (key: string) => analysis.stems.find((use) => use.key === key);
const name = (key: string) => analysis.names.find((use) => use.key === key);

it('counts each stem, by sentence, and in the title and its headings', () => {
  expect(stem('turin')).toMatchObject({ key: 'turin', count: 2, inTitle: false, sentences: 0b11 });
  expect(stem('cold')).toMatchObject({ key: 'cold', count: 3, inTitle: false, sentences: 0b10 });
  expect(stem('winter')).toMatchObject({ key: 'winter', count: 1, inTitle: true, sentences: 0 });
  expect(stem('set')).toMatchObject({ inTitle: true });
  expect(stem('the')).toBeUndefined();
});

it('counts content words: of the title with its headings, of each sentence, and of all', () => {
  // long winter making set; ada marchetti shot turin; turin cold cold cold
  expect(analysis).toMatchObject({ titleLength: 4, sentenceLengths: [4, 4], length: 12 });
});

it('has light words as terms that do not count towards the lengths', () => {
  const [shop] = page('shop', 'Shop', 'Wheels are sold. Used wheels became cheaper.').passages;
  const { stems, sentenceLengths } = analysePassage(shop!);
  expect(stems.filter(({ key }) => key === 'used' || key === 'become')).toMatchObject([
    { key: 'used', count: 1, sentences: 0b10 },
    { key: 'become', count: 1, sentences: 0b10 },
  ]);
  expect(sentenceLengths).toEqual([2, 2]);
});

it('has the names of its text by sentence, and those of its title and headings', () => {
  expect(name('ada marchetti')).toMatchObject({ name: 'Ada Marchetti', inTitle: false, sentences: 0b01, wide: false });
  expect(name('turin')).toMatchObject({ count: 2, sentences: 0b11 });
  expect(name('long winter')).toMatchObject({ name: 'The Long Winter', inTitle: true, sentences: 0 });
  expect(name('on set')).toMatchObject({ inTitle: true });
});

it('is named by its title and its last heading, and by parts of its title', () => {
  expect(analysis.titles).toEqual(['the long winter', 'long winter', 'on set']);
  expect(analysePassage({ ...film!, title: 'Ada King Lovelace' }).titleParts).toContain('ada lovelace');
});

it('knows where it is, and where it links to; what is no page leads nowhere', () => {
  expect(analysis.places).toEqual(['films/winter.md', 'https://example.org/winter']);
  expect(analysis.links).toEqual([{ place: 'people/ada.md', name: '../people/ada.md' }]);
});

it("keeps the sentences that hold a link's words", () => {
  const text = 'It rained. [Ada](../people/ada.md) shot it. It snowed, and Ada left.';
  const links = [
    { href: '../people/ada.md', text: 'Ada' },
    { href: '../people/bo.md', text: '' },
  ];
  expect(analysePassage({ ...film!, text, links }).links).toEqual([
    { place: 'people/ada.md', name: 'Ada', sentences: 0b110 },
    { place: 'people/bo.md', name: '../people/bo.md' },
  ]);
});

it('marks a name as wide until it stands apart somewhere', () => {
  const bits = (text: string) =>
    analysePassage({ ...film!, text }).names.find(({ key }) => key === 'bits in rome')?.wide;
  expect(bits('He saw Bits in Rome.')).toBe(true);
  expect(analysePassage({ ...film!, title: 'Bits in Rome', text: 'He saw Bits in Rome.' }).names).toContainEqual(
    expect.objectContaining({ key: 'bits in rome', wide: false, inTitle: true, count: 2 }),
  );
});

it('takes identifiers and stems in the language of the text beside its words, which makes it no longer', () => {
  const { stems, length } = analysePassage({ ...film!, title: '', text: 'Die Häuser und der Hof sind in maxRetries.' });
  const keys = stems.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['haus', '=maxretries', 'retri']));
  expect(keys.filter((key) => key === 'hof')).toHaveLength(1);
  expect(stems.find(({ key }) => key === 'hof')!.count).toBe(1);
  expect(length).toBe('Die Häuser und der Hof sind maxRetries'.split(' ').length);
});
