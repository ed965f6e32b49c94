import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { openParley } from '../../../runtime/open.ts';
import type { Parley } from '../../../runtime/parley.ts';
import { SAMPLE_SOURCE, sampleHandbook } from '../../../samples/index.ts';
import { suggestions } from '../../suggestions.ts';
import { welcome } from './welcome.ts';

let folder: string;
let parley: Parley;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-welcome-'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: folder }) });
});
afterEach(async () => {
  await parley.close();
});

const shown = () => welcome(parley.stores, parley.settings, () => suggestions(parley));

it('names the sample as such, and suggests only questions that it answers', async () => {
  await parley.ingest([sampleHandbook], { source: SAMPLE_SOURCE });
  const { greeting, prompts, promptsAre } = await shown();
  expect(greeting).toMatch(/sample handbook/);
  expect(promptsAre).toMatch(/sample/);
  expect(prompts.length).toBeGreaterThan(1);
  const { questions } = await suggestions(parley);
  for (const question of questions) {
    const answer = await parley.agent.answer({ text: question, scopes: ['everyone'], asOf: '2026-11-20' });
    expect([question, answer.verdict]).toEqual([question, 'answered']);
  }
});

it('suggests questions of the team’s own pages, never a title in quotes', async () => {
  const file = new URL('../../../evals/quotes/workshop-pages.jsonl', import.meta.url);
  await parley.ingest([file.pathname], { source: 'workshop' });
  const { greeting, prompts, promptsAre } = await shown();
  expect(`${greeting} ${promptsAre}`).not.toMatch(/sample/);
  const asked = prompts.slice(0, -1).map(({ message }) => message);
  expect(asked.length).toBeGreaterThan(0);
  for (const question of asked) {
    expect(question).toMatch(/^[^“”"]+\?$/);
    const answer = await parley.agent.answer({ text: question, scopes: ['everyone'] });
    expect([question, answer.verdict]).toEqual([question, 'answered']);
  }
});
