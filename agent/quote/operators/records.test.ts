import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { openParley } from '../../../runtime/open.ts';
import type { Parley } from '../../../runtime/parley.ts';

/** Tables as programs export them: a row for each record, and labels that repeat. */
const FILES: Readonly<Record<string, string>> = {
  'breakdowns.csv': `Cause,Year,Hours
All causes,2019,1210
All causes,2020,2380
All causes,2021,990
Frost,2019,310
Frost,2020,95
Frost,2021,740
Lightning,2019,900
Lightning,2020,2285
Lightning,2021,250
`,
  'harbour-weather.csv': `date,rain,temp_max,wind
2024-01-01,0.0,3.5,4.1
2024-01-02,2.5,4.0,6.0
2024-01-03,1.0,6.5,2.2
2024-02-01,0.5,7.0,3.0
`,
  'seattle-weather.csv': `date,location,temp_max,wind,weather
2024-01-01,Seattle,12.8,4.7,drizzle
2024-01-02,Seattle,10.6,4.5,rain
2024-01-03,Seattle,11.7,2.3,rain
2024-02-01,Seattle,6.7,2.0,sun
2024-01-01,New York,4.4,6.1,sun
`,
  'repairs.csv': `Crane,Cost Parts,Cost Labour,Cost Total
North,900,100,1000
South,50,2400,2450
East,700,700,1400
`,
  'gullstrikes.csv': `Pier,Species,Cost
A,Unknown gull,10
B,Not recorded,90
C,Grey gull,40
`,
};

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-records-'));
  await mkdir(path.join(folder, 'harbour'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, 'harbour', name), text);
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
  await parley.ingest([path.join(folder, 'harbour')]);
});
afterAll(async () => {
  await parley.close();
});
const ask = (text: string) => parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });

it.each([
  ['Which year had the most breakdown hours from frost?', '2021', '740'],
  ['Which year had the most breakdown hours from lightning?', '2020', '2285'],
  ['Which year had the fewest breakdown hours from frost?', '2020', '95'],
])('compares the records that a superlative question names and no others: %s', async (question, year, hours) => {
  const { text, verdict } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(year);
  expect(text).toContain(hours);
  expect(text).toMatch(/Frost|Lightning/);
  expect(text).not.toContain('All causes');
});

it('compares by the total where a question names a column that has one', async () => {
  const { text, verdict } = await ask('Which crane repair cost the most?');
  expect(verdict).toBe('answered');
  expect(text).toContain('South');
  expect(text).toContain('2450');
});

it('compares all records where cells merely share a word with the question', async () => {
  const { text } = await ask('Which gull strike at a pier cost the most?');
  expect(text).toContain('Not recorded');
  expect(text).toContain('90');
});

it.each([
  'What was the average temp_max in January 2024 in the harbour weather?',
  'What was the total rain in the harbour weather in January 2024?',
])('does not answer with one record what takes calculating over several: %s', async (question) => {
  const { verdict, citations } = await ask(question);
  expect(verdict).toBe('unknown');
  expect(citations).toEqual([]);
});

it.each(['average of temp_max in January 2024 in Seattle?', 'What was the mean wind in Seattle in January 2024?'])(
  'does not show one record even as the closest passage to an average: %s',
  async (question) => {
    const { text, verdict, nearest } = await ask(question);
    expect(verdict).toBe('unknown');
    expect(text).not.toContain('2024-01-0');
    expect(nearest?.length).toBeGreaterThan(0);
  },
);

it('still answers for one day', async () => {
  const { text, verdict } = await ask('What was temp_max in the harbour weather on 2024-01-03?');
  expect(verdict).toBe('answered');
  expect(text).toContain('6.5');
});
