import { expect, it } from 'vitest';
import { EVERYONE } from '../../core/document.ts';
import { sampleSuggestions } from '../../samples/suggestions.ts';
import { suggestions } from './suggestions.ts';
import { openSampleWeb } from './testing/sample-web.ts';

it('shows nothing of a page that the asker may not see', async () => {
  const web = await openSampleWeb();
  try {
    // Under another location the handbook is a team's own folder, whose questions are made from what a search finds.
    const [handbook] = await web.parley.stores.documents.sources();
    expect(await suggestions(web.parley, [EVERYONE])).toEqual(sampleSuggestions.slice(0, 6));
    await web.parley.stores.documents.putSource({ ...handbook!, location: '/srv/pages' });
    const asked = await suggestions(web.parley, [EVERYONE]);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    // What a person would ask, never a page's title between quotation marks.
    for (const question of asked) expect(question).toMatch(/^[A-Z][^“”"]+\?$/);
    expect(asked.join()).not.toMatch(/Salary|Board|Lagoon|Engineer 1/);
    expect(await suggestions(web.parley, ['nobody'])).toEqual([]);
  } finally {
    await web.close();
  }
});
