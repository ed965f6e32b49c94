import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { EVERYONE } from '../core/document.ts';
import { sampleSuggestions } from '../samples/suggestions.ts';
import { suggestions } from './suggestions.ts';
import { openSampleWeb } from './web/testing/sample-web.ts';

it('shows nothing of a page that the asker may not see', async () => {
  const web = await openSampleWeb();
  try {
    // Under another location the handbook is a team's own folder, whose questions are made from what a search finds.
    const [handbook] = await web.parley.stores.documents.sources();
    expect(await suggestions(web.parley)).toEqual({ questions: sampleSuggestions.slice(0, 6), sample: true });
    await web.parley.stores.documents.putSource({ ...handbook!, location: '/srv/pages' });
    const { questions: asked, sample } = await suggestions(web.parley, [EVERYONE]);
    expect(sample).toBe(false);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    // What a person would ask, never a page's title between quotation marks.
    for (const question of asked) expect(question).toMatch(/^[A-Z][^“”"]+\?$/);
    expect(asked.join()).not.toMatch(/Salary|Board|Lagoon|Engineer 1/);
    expect(await suggestions(web.parley, ['nobody'])).toEqual({ questions: [], sample: false });
  } finally {
    await web.close();
  }
});

it("comes from the team's own pages as soon as there are some, beside the sample too", async () => {
  const web = await openSampleWeb();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-own-'));
  try {
    await writeFile(path.join(folder, 'gate.md'), '# Who opens the gate?\n\nThe ranger opens the gate at 7:00.');
    await web.parley.ingest([folder], { source: 'own' });
    const { questions, sample } = await suggestions(web.parley);
    expect(sample).toBe(false);
    expect(questions).toEqual(['Who opens the gate?']);
  } finally {
    await web.close();
    await rm(folder, { recursive: true });
  }
});
