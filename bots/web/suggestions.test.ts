import { expect, it } from 'vitest';
import { EVERYONE } from '../../core/document.ts';
import { pageQuestion, suggestions, tableQuestion } from './suggestions.ts';
import { openSampleWeb } from './testing/sample-web.ts';

it('asks for a cell by its row and column', () => {
  const columns = [['Destination'], ['Limits', 'Hotel a night'], ['Limits', 'Meals a day']];
  expect(tableQuestion({ columns, rows: [['Spain', 'EUR 130', 'EUR 50']] })).toBe(
    'What is the “Hotel a night” for “Spain”?',
  );
  expect(
    tableQuestion({
      columns,
      rows: [
        ['', 'EUR 130', ''],
        ['Norway', '', 'EUR 85'],
      ],
    }),
  ).toBe('What is the “Meals a day” for “Norway”?');
  expect(tableQuestion({ columns, rows: [['2024', '1', '2']] })).toBeUndefined();
});

it('asks about a part of a page, or the page', () => {
  expect(pageQuestion({ title: 'Remote work', headings: ['Working from abroad'] })).toBe(
    'What does “Remote work” say about “Working from abroad”?',
  );
  expect(pageQuestion({ title: 'Remote work', headings: ['Remote work'] })).toBe('What does “Remote work” say?');
  expect(pageQuestion({ title: ' ', headings: ['x'] })).toBeUndefined();
});

it('shows nothing of a page that the asker may not see', async () => {
  const web = await openSampleWeb();
  try {
    // Under another location the handbook is a team's own folder, whose questions are made from what a search finds.
    const [handbook] = await web.parley.stores.documents.sources();
    await web.parley.stores.documents.putSource({ ...handbook!, location: '/srv/pages' });
    const asked = await suggestions(web.parley, [EVERYONE]);
    expect(asked).toHaveLength(6);
    expect(asked.join()).not.toMatch(/Salary|Board|Lagoon|Engineer 1/);
    expect(await suggestions(web.parley, ['nobody'])).toEqual([]);
  } finally {
    await web.close();
  }
});
