import { expect, it } from 'vitest';
import { sourceView } from './source-view.ts';

const failure = (n: number, more = {}) => ({
  input: `page-${n}.pdf`,
  code: 'INPUT_UNREADABLE',
  message: '',
  remedy: '',
  ...more,
});
const view = (failed: unknown[]) =>
  sourceView(
    {
      id: 'docs',
      kind: 'folder',
      location: '/docs',
      scopes: ['everyone'],
      documents: 1,
      passages: 1,
      options: { failed },
    },
    { policy: undefined, uploads: '/uploads' },
  );

it('counts every page that could not be read, and lists the first hundred', () => {
  const { failed, failures, unlisted } = view(Array.from({ length: 317 }, (_, n) => failure(n)));
  expect([failed, failures.length, unlisted]).toEqual([317, 100, 217]);
});

it('counts the pages of a place of which one line is kept', () => {
  const { failed, failures, unlisted } = view([failure(1), failure(2, { message: '4000 pages failed.', pages: 4000 })]);
  expect([failed, failures.length, unlisted]).toEqual([4001, 2, 0]);
});
