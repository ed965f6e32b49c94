import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';

/** Pages as a small firm writes them. */
const FILES: Readonly<Record<string, string>> = {
  'salary.md': `# Salary

Salary is paid on the 27th. If that is a weekend, the Friday before. Reviews are in March.
`,
  'leave.md': `# Leave

Everybody has 28 days of holiday a year.

## Parental leave

| Who | Paid weeks | Notice |
| --- | --- | --- |
| Birth parent | 22 | 8 weeks |
| Other parent | 10 | 8 weeks |
`,
  'people.md': `# Who does what

| Name | Role | Since |
| --- | --- | --- |
| Petra Voss | People | 2016 |
| Ilse Brandt | IT | 2019 |
| Marco Reyes | Finance | 2017 |
| Sunniva Dahl | Engineering | 2021 |
`,
  'office.md': `# Office

Address: Speicherstr. 14, 10243 Berlin. Open 7:00 to 20:00 with the badge.
`,
};

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-firm-'));
  await mkdir(path.join(folder, 'firm'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, 'firm', name), text);
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
  await parley.ingest([path.join(folder, 'firm')]);
});
afterAll(async () => {
  await parley.close();
});
const ask = (text: string) => parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });

it('reads “and what if …” as a question of its own, and never quotes the weeks of a leave for a pay day', async () => {
  const { text } = await ask('when is salary paid? and what if its a sunday');
  expect(text).toContain('**when is salary paid?**');
  expect(text).toContain('on the 27th');
  expect(text).toContain('the Friday before');
  expect(text).not.toContain('Other parent');
});

it('reads a short question apart from the one that continues it', async () => {
  const { text } = await ask('when do we get paid? and what if its a sunday');
  expect(text).toContain('**when do we get paid?**');
  expect(text).not.toContain('Other parent');
});

it('does not split one question whose second half has no question of its own', async () => {
  const { text } = await ask('when is salary paid? on a sunday');
  expect(text).not.toContain('**when is salary paid?**');
});

it.each([
  ['who joined before 2017', ['Petra Voss'], ['Marco Reyes', 'Ilse Brandt', 'Sunniva Dahl']],
  ['who joined after 2019', ['Sunniva Dahl'], ['Ilse Brandt', 'Petra Voss']],
])('reads the column Since for %s', async (question, shown, absent) => {
  const { text } = await ask(question);
  for (const name of shown) expect(text).toContain(name);
  for (const name of absent) expect(text).not.toContain(name);
});

it('does not take the column Since for the year somebody left', async () => {
  const { verdict } = await ask('who left before 2018');
  expect(verdict).toBe('unknown');
});

it('quotes an address with its house number', async () => {
  const { text } = await ask('what is the address of the office?');
  expect(text).toContain('Speicherstr. 14, 10243 Berlin');
  expect(text).not.toContain('Speicherstr.**');
});
