import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

it('reads a row whose name is marked as a row, not as a heading', () => {
  const { tables, markdown } = extractMarkdownText(
    '# Berths\n\n Pier | Depth\n------|------\n# North pier | 4 m\n# [East](east.md), for barges | 6 m\n\nAsk Ann.\n\n# After a storm | by hand\n',
  );
  expect(tables.map(({ rows }) => rows)).toEqual([
    [
      ['North pier', '4 m'],
      ['East, for barges', '6 m'],
    ],
  ]);
  expect(markdown).toContain('# After a storm | by hand');
});

it('reads marks between borders and leaves tables in code as they are', () => {
  const { tables, markdown } = extractMarkdownText(
    '| Pier | Depth |\n|---|---|\n| # North | 4 m |\n\n```\na | b\n--|--\n# c | d\n```\n',
  );
  expect(tables[0]?.rows).toEqual([['North', '4 m']]);
  expect(markdown).toContain('# c | d');
});
