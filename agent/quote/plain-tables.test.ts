import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';

/** What a boat hire has: contracts as CSV, tables of boats, animals and fees, and a rule for one place. */
const FILES: Readonly<Record<string, string>> = {
  'contracts.csv': `Customer,Product,Contract ends,Value
Alder Mills,Heron H4,2027-03-31,12000
Birch Dairy,Gull G2,2027-09-30,8500
Cedar Print,Heron H6,2026-12-31,15200
Dogwood Bank,Tern T1,2028-01-31,30000
Elm Clinic,Gull G2,2027-05-15,4700
`,
  'boats.md': `# Boats

| Boat | Length | Price | Beds |
| --- | --- | --- | --- |
| Heron H4 | 9 m | €900 | 4 |
| Gull G2 | 7 m | €640 | 2 |
| Tern T1 | 12 m | €1,450 | 8 |

# Guests

| Animal | Arrived | Leaves |
| --- | --- | --- |
| Fox cub | 3 November 2026 | 12 November 2026 |
| Owl | 9 November 2026 | 20 November 2026 |
| Hedgehog | 18 November 2026 | 2 December 2026 |

# Fees

| Fee | Bergen | Porto | Leeds |
| --- | --- | --- | --- |
| Mooring a night | €30 | €22 | £18 |
| Crane | €250 | €180 | £160 |
`,
  'rules.md': '# House rules\n\nSmoking is allowed behind the boiler house. Bicycles stand in the shed.\n',
};

let parley: Parley;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-hire-'));
  await mkdir(path.join(folder, 'hire'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, 'hire', name), text);
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
  await parley.ingest([path.join(folder, 'hire')]);
});
afterAll(async () => {
  await parley.close();
});

/** Questions that the corpora do not ask, with the rows that answer them and the others. */
describe('a table answers', () => {
  it.each<[string, string[], string[]]>([
    ['which contracts end before June 2027?', ['Alder', 'Cedar', 'Elm'], ['Birch', 'Dogwood']],
    ['which contracts end after September 2027?', ['Dogwood'], ['Alder', 'Birch', 'Cedar', 'Elm']],
    ['which animals were here between 10 and 15 November 2026?', ['Fox cub', 'Owl'], ['Hedgehog']],
    ['Which is cheaper, the Heron or the Gull?', ['€900', '€640'], ['€1,450']],
    ['is the Heron longer than the Gull?', ['9 m', '7 m'], ['12 m']],
    ['Is the crane cheaper in Porto or Bergen?', ['€250', '€180'], ['€30']],
  ])('%s', async (text, rows, others) => {
    const answer = await parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });
    expect(answer.verdict).toBe('answered');
    for (const row of rows) expect(answer.text).toContain(row);
    for (const row of others) expect(answer.text).not.toContain(row);
  });
});

it('does not take a rule for one place for that of another', async () => {
  const text = 'Is smoking allowed behind the kitchen?';
  expect((await parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' })).verdict).toBe('unknown');
});
