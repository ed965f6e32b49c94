import { END } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
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
  const found = (news: boolean) => ({
    exhausted: false,
    attempt: undefined,
    rounds: 1,
    found: [{ query: 'Where is Norrfilm?', names: ['norrfilm'], references: [], mentions: [], news }],
    objection: '',
    maybeLikely: false,
  });
  it('is read if a search has news', () => {
    expect(afterSearches(found(true))).toBe('answer-attempt');
    expect(afterSearches(found(false))).toBe(END);
  });
  it('is read again once if the sources name the guess of the only missing link', () => {
    expect(afterSearches({ ...found(false), maybeLikely: true })).toBe('answer-attempt');
    expect(afterSearches({ ...found(false), maybeLikely: true, rounds: 2 })).toBe(END);
  });
  it('is read again after an answer that was not supported', () => {
    expect(afterSearches({ ...found(false), objection: 'no' })).toBe('answer-attempt');
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
