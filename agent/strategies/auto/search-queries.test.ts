import { expect, it } from 'vitest';
import type { NumberedReference } from '../../references/reference.ts';
import { onlyNameFound, telling } from './search-queries.ts';

const page = (text: string) => ({ title: '', text });
const found = [page('Umeå was joined to Norrland in 1707.'), page('A theatre.')];

it('takes the guess for the only name found if no page contains another name of the query', () => {
  const query = 'Umeå joined Norrland by the Edict of Lars';
  expect(onlyNameFound('Umeå', query, ['edict of lars'], found)).toBe('Umeå');
  expect(onlyNameFound('Umeå', query, ['norrland', 'edict of lars'], found)).toBe('');
  expect(onlyNameFound('Luleå', query, ['edict of lars'], found)).toBe('');
  expect(onlyNameFound(undefined, query, ['edict of lars'], found)).toBe('');
});

it('of many pages that mention a name keeps those that share a further word', () => {
  const mention = (text: string, n: number): NumberedReference => ({
    n,
    kind: 'passage',
    documentId: `d${n}`,
    title: '',
    headings: [],
    text,
  });
  const mentions = ['Umeå is north of Oslo.', 'They met in Umeå.', 'Umeå entered the league.', 'Umeå has a port.'].map(
    mention,
  );
  const question = 'Which city with a port is it?';
  expect(telling(mentions, 'When did Umeå enter the league?', question)).toEqual([mentions[2]]);
  expect(telling(mentions, 'Umeå', question)).toEqual([mentions[3]]);
  expect(telling(mentions.slice(1), 'When did Umeå enter the league?', question)).toEqual(mentions.slice(1));
});
