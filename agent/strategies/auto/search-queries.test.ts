import { expect, it } from 'vitest';
import { onlyNameFound } from './search-queries.ts';

const page = (text: string) => ({ title: '', text });
const found = [page('Umeå was joined to Norrland in 1707.'), page('A theatre.')];

it('takes the guess for the only name found if no page contains another name of the query', () => {
  const query = 'Umeå joined Norrland by the Edict of Lars';
  expect(onlyNameFound('Umeå', query, ['edict of lars'], found)).toBe('Umeå');
  expect(onlyNameFound('Umeå', query, ['norrland', 'edict of lars'], found)).toBe('');
  expect(onlyNameFound('Luleå', query, ['edict of lars'], found)).toBe('');
  expect(onlyNameFound(undefined, query, ['edict of lars'], found)).toBe('');
});
