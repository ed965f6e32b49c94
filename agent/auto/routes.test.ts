import { END } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';
import { asksToCount, freshQueries, otherWays } from './queries.ts';
import { afterPaths, further, MOST_ROUNDS, MOST_STALLED } from './routes.ts';

describe('where an unanswered question goes', () => {
  const at = {
    rounds: 1,
    queries: ['q'],
    facts: ['f [1]'],
    grew: true,
    again: false,
    stalled: 0,
    effort: 'open' as const,
  };
  it.each([
    ['the model’s own searches first', {}, 'gather'],
    ['also when nothing is established yet', { facts: [], grew: false }, 'gather'],
    ['other ways of searching when it knew none', { queries: [], facts: [], grew: false }, 'widen'],
    ['on with its searches while facts grow', { rounds: 4 }, 'gather'],
    ['to the same searches once more, when it knew no others', { rounds: 2, grew: false, again: true }, 'gather'],
    ['to knowledge paths when facts do not grow', { rounds: 2, grew: false }, 'paths'],
    ['to the search over states after that', { rounds: 3, grew: false, effort: 'paths' as const }, 'explore'],
    ['to the end when nothing points further', { rounds: 2, facts: [], grew: false }, END],
    ['to the end when call after call finds nothing new', { rounds: 4, grew: false, stalled: MOST_STALLED }, END],
    ['to the end at the bound', { rounds: MOST_ROUNDS }, END],
  ])('%s', (_, more, target) => {
    expect(further({ ...at, ...more })).toBe(target);
  });

  it('spends no call on paths that lead to nothing new', () => {
    expect(afterPaths({ exhausted: false, found: [] })).toBe('explore');
    expect(afterPaths({ exhausted: false, found: [{ query: 'q', references: [] }] })).toBe('open');
    expect(afterPaths({ exhausted: true, found: [] })).toBe(END);
  });
});

describe('queries', () => {
  it('are asked once, whatever their words’ order and form', () => {
    expect(
      freshQueries(
        ['Where is Norrfilm based?', 'norrfilm is based where', ' ', 'Who founded it?'],
        ['Who was it founded?'],
      ),
    ).toEqual(['Where is Norrfilm based?']);
  });
  it('are at most four', () => {
    expect(freshQueries(['alpha one', 'beta two', 'gamma three', 'delta four', 'omega five'], [])).toHaveLength(4);
  });
  it('split an "and" into what pages may state apart', () => {
    expect(otherWays('Who was born in Oslo and works for Norrfilm?')).toEqual([
      'Who was born in Oslo and works for Norrfilm?',
      'Who was born in Oslo?',
      'Who works for Norrfilm?',
    ]);
    expect(otherWays('Who founded Smith and Sons?')).toEqual(['Who founded Smith and Sons?']);
  });
  it('that count are told from those that name', () => {
    expect(asksToCount('How many buoys were sold in total?')).toBe(true);
    expect(asksToCount('Who founded Norrfilm?')).toBe(false);
  });
});
