import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-numbered-'));
  const rows = ['KP-100 | 6 | 890', 'KP-200 | 10 | 1450', 'KP-350 | 16 | 2380', 'KP-350S | 25 | 3120'];
  await writeFile(
    join(folder, 'prices.md'),
    `# Prices\n\n| Pump | Pressure (bar) | List price (EUR) |\n|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n`,
  );
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: join(folder, 'data') }) });
  await parley.ingest([join(folder, 'prices.md')]);
});
afterAll(async () => {
  await parley.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['KP-350S', '3120', '2380'],
  ['how much is the KP-350S?', '3120', '2380'],
  ['how much is the KP-350?', '2380', '3120'],
  ['what do two KP-200s cost', '1450', '2380'],
])('%s: an s at a name with a digit may be its own letter, or a plural’s', async (text, price, other) => {
  const answer = await parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });
  expect(answer.verdict).toBe('answered');
  expect(answer.text).toContain(price);
  expect(answer.text).not.toContain(other);
});
