import { expect, it } from 'vitest';
import { linkedPlace, placesOf } from './places.ts';

it.each([
  ['a neighbour', 'teams.md', 'handbook/company/teams.md'],
  ['a page above', '../people/leave.md#how', 'handbook/people/leave.md'],
  ['an encoded name', 'our%20team.md', 'handbook/company/our team.md'],
  ['a name with a comma', 'travel%2C%20food.md', 'handbook/company/travel, food.md'],
  ['a URL', 'https://wiki.example/leave/?v=2#top', 'https://wiki.example/leave'],
  ['a path that is not encoding', '100%.md', 'handbook/company/100%.md'],
  ['a place in the page', '#history', undefined],
  ['a mail address', 'mailto:hr@example.com', undefined],
  ['nothing', ' ', undefined],
])('leads to %s', (_, href, place) => expect(linkedPlace(href, 'handbook/company/people.md')).toBe(place));

it('names a page as links do', () =>
  expect(placesOf('a.md', 'https://wiki.example/a/')).toEqual(['a.md', 'https://wiki.example/a']));
