import { describe, expect, it } from 'vitest';
import { namesIn } from './mentions.ts';

const entities = (text: string) => namesIn(text).flatMap(({ key, wide }) => (wide ? [] : [key]));
const wide = (text: string) => namesIn(text).flatMap(({ key, wide }) => (wide ? [key] : []));

describe('the names in a text', () => {
  it.each([
    ['a run of capitals', 'It was directed by Ada Marchetti in Turin.', ['ada marchetti', 'turin']],
    ['joined by small words', 'the University of the Arts', ['university of the arts']],
    ['joined by a particle', 'by Ludwig van Beethoven', ['ludwig van beethoven']],
    ['no more than three joiners long', 'the University of the de la Arts', ['university', 'arts']],
    ['no joiner at the end', 'Ada of the hill', ['ada']],
    [
      'a hyphen, an apostrophe, an ampersand',
      "Jean-Paul met O'Brien at Smith & Sons",
      ['jean paul', 'o brien', 'smith sons'],
    ],
    ['initials, and short forms, with their full stop', 'C. S. Lewis met Dr. Conti', ['c s lewis', 'dr conti']],
    ['no other full stop', 'They met Anna. Bruno left.', ['anna', 'bruno']],
    ['a number before a name, or in it', 'the 2010 FIFA World Cup', ['2010 fifa world cup']],
    ['no number before an article', 'In 1599 the British East India Company sailed', ['british east india company']],
    ['an article elsewhere', 'the Battle of the Somme of 1916', ['battle of the somme of 1916']],
    ['no number alone', 'In 1990 there were 12 left', []],
    ['no leading function word', 'The Hague, The Who', ['hague']],
    ['no days, months, function words', 'On Monday it was May. He left. It rained.', []],
    ['no single words under three letters', 'X rose in IT', []],
    ['short words beside another', 'Ab Xyz', ['ab xyz']],
    ['two days in a row', 'Saturday Sunday', []],
    ['a code', 'API-204 fails', ['api 204']],
    ['folded', 'Émile Zola', ['emile zola']],
    ['nothing in capitals', 'nobody is named here', []],
  ])('%s', (_, text, names) => expect(entities(text)).toEqual(names));

  it('ends a name at a possessive, and goes on through it', () => {
    expect(entities("Murry's Journal of Tides")).toEqual(['murry journal of tides', 'murry']);
    expect(entities('Anna’s house')).toEqual(['anna']);
    expect(namesIn("Anna's house")[0]).toMatchObject({ name: 'Anna', start: 0, end: 4 });
  });

  it('parts names at "and", "in" and "on", and keeps what they join as a wide mention', () => {
    expect(entities('Bits and Pieces in Rome')).toEqual(['bits', 'pieces', 'rome']);
    expect(wide('Bits and Pieces in Rome')).toEqual(['bits and pieces', 'bits and pieces in rome', 'pieces in rome']);
    expect(wide('Ann and Ben and Cid and Dan and Eve')).not.toContain('ann and ben and cid and dan and eve');
    expect(wide('Ann and Ben and Cid and Dan and Eve')).toContain('ann and ben and cid and dan');
  });

  it('says where a name stands, as written', () => {
    const text = 'The film is The Long Winter.';
    const [name] = namesIn(text);
    expect(name).toEqual({ key: 'long winter', name: 'Long Winter', start: 16, end: 27, wide: false });
    expect(text.slice(name!.start, name!.end)).toBe(name!.name);
  });

  it('cuts a headline of capitals at twelve words', () => {
    const words = 'Ann Ben Cid Dan Eve Fay Gil Hal Ian Jon Kim Lea Max Ned'.split(' ');
    expect(entities(words.join(' '))).toEqual(
      [words.slice(0, 12), words.slice(12)].map((part) => part.join(' ').toLowerCase()),
    );
  });
});
