import { END } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { namesOf } from './mentions.ts';
import { freshQueries } from './queries.ts';
import { afterSearches, MAX_FRUITLESS_ROUNDS, MAX_ROUNDS, nextEffort } from './routes.ts';

describe('where an unanswered question goes', () => {
  const at = {
    rounds: 1,
    queries: ['q'],
    facts: ['f [1]'],
    foundNewFacts: true,
    retryQueries: false,
    fruitlessRounds: 0,
  };
  it.each([
    ['the model’s own searches first', {}, 'start-searches'],
    ['also when nothing is established yet', { facts: [], foundNewFacts: false }, 'start-searches'],
    ['to the end when it knew nothing to search for', { queries: [], facts: [], foundNewFacts: false }, END],
    ['on with its searches while facts grow', { rounds: 4 }, 'start-searches'],
    [
      'to the same searches once more, when it knew no others',
      { rounds: 2, foundNewFacts: false, retryQueries: true },
      'start-searches',
    ],
    [
      'to the new searches of a call that found nothing, once',
      { rounds: 2, foundNewFacts: false, fruitlessRounds: 1 },
      'start-searches',
    ],
    [
      'to the end when facts do not grow and nothing is left to ask',
      { rounds: 3, queries: [], foundNewFacts: false, fruitlessRounds: 1 },
      END,
    ],
    ['to the end when nothing points further', { rounds: 2, facts: [], foundNewFacts: false, fruitlessRounds: 2 }, END],
    [
      'to the end when call after call finds nothing new',
      { rounds: 4, foundNewFacts: false, fruitlessRounds: MAX_FRUITLESS_ROUNDS },
      END,
    ],
    ['to the end at the bound', { rounds: MAX_ROUNDS }, END],
  ])('%s', (_, more, target) => {
    expect(nextEffort({ ...at, ...more })).toBe(target);
  });
});

describe('what a round of searches found', () => {
  const page = (n: number, text: string) => ({
    n,
    kind: 'passage' as const,
    documentId: `${n}`,
    title: '',
    headings: [],
    text,
  });
  const at = (text: string, query = 'Where is Norrfilm?') => ({
    exhausted: false,
    attempt: undefined,
    rounds: 1,
    found: [{ query, names: namesOf(query), references: [page(1, text)], mentions: [] }],
    read: ['2'],
    objection: '',
    maybeLikely: false,
  });
  it('is read if it is new and contains a name searched for', () => {
    expect(afterSearches(at('Norrfilm is in Umeå.'))).toBe('answer-attempt');
    expect(afterSearches(at('A company is in Umeå.', 'where is the company?'))).toBe('answer-attempt');
    expect(afterSearches(at('Sydfilm is in Umeå.'))).toBe(END);
    expect(afterSearches({ ...at('Norrfilm is in Umeå.'), read: ['1'] })).toBe(END);
    // A name on every page is not distinctive, so another word of the query is required.
    const [finding] = at('Norrfilm has a logo.', 'In which city is the studio of Norrfilm?').found;
    const everywhere = { ...at(''), found: [{ ...finding!, names: [] }] };
    expect(afterSearches(everywhere)).toBe(END);
    const studio = { ...finding!, names: [], references: [page(1, 'The city gave Norrfilm its studio.')] };
    expect(afterSearches({ ...everywhere, found: [studio] })).toBe('answer-attempt');
  });
  it('is read if it names the guess and shares half of the query, where no page names anything else searched for', () => {
    const query = 'Umeå became part of Norrland by the Edict of Lars 1707';
    const [finding] = at('The edict of 1707 by Lars joined Umeå to Norrland.', query).found;
    const searched = { ...at(''), found: [{ ...finding!, names: ['edict of lars 1707'] }] };
    expect(afterSearches(searched)).toBe(END);
    const guessed = { ...searched, found: [{ ...searched.found[0]!, guess: 'Umeå' }] };
    expect(afterSearches(guessed)).toBe('answer-attempt');
    const other = { ...guessed.found[0]!, references: [page(1, 'Umeå has a theatre.')] };
    expect(afterSearches({ ...guessed, found: [other] })).toBe(END);
  });
  it('is read again once if the sources name the guess of the only missing link', () => {
    const known = { ...at('Norrfilm is in Umeå.'), read: ['1'], maybeLikely: true };
    expect(afterSearches(known)).toBe('answer-attempt');
    expect(afterSearches({ ...known, rounds: 2 })).toBe(END);
  });
  it('is read again after an answer that was not supported', () => {
    expect(afterSearches({ ...at('Norrfilm is in Umeå.'), read: ['1'], objection: 'no' })).toBe('answer-attempt');
  });
});

describe('queries', () => {
  it('are searched once, whatever the order and form of their words', () => {
    expect(
      freshQueries(
        ['Where is Norrfilm based?', 'norrfilm is based where', ' ', 'Who founded it?'],
        ['Who was it founded?'],
      ),
    ).toEqual(['Where is Norrfilm based?']);
  });
  it('are new if they contain a new name', () => {
    const tried = ['county that borders Cuyahoga County, Ohio'];
    expect(
      freshQueries(
        ['Lorain County, Ohio borders Cuyahoga County', 'which county borders Cuyahoga County, Ohio'],
        tried,
      ),
    ).toEqual(['Lorain County, Ohio borders Cuyahoga County']);
  });
  it('are at most four', () => {
    expect(freshQueries(['alpha one', 'beta two', 'gamma three', 'delta four', 'omega five'], [])).toHaveLength(4);
  });
});
