import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openStores } from '../stores/index.ts';
import { OWN_SETTINGS, runCommand } from './testing/run-command.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'parley-interrupt-'));
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name)));

it('Ctrl-C in an ingest is answered, stops it after the current page, and keeps what was read', async () => {
  const file = path.join(folder, 'large.jsonl');
  writeFileSync(
    file,
    Array.from({ length: 40_000 }, (_, i) => JSON.stringify({ id: `l${i}`, text: `Row ${i} of many.` })).join('\n'),
  );
  const own = path.join(folder, 'own');
  const running = spawn(process.execPath, [main, 'ingest', file], {
    cwd: folder,
    env: { ...environment, PARLEY_DATA: own },
  });
  let said = '';
  running.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | null>((resolve) => running.once('exit', (code) => resolve(code)));
  const stores = await openStores(readSettings({ PARLEY_DATA: own }));
  while ((await stores.documents.count()).documents === 0) await new Promise((later) => setTimeout(later, 20));
  await stores.close();
  running.kill('SIGINT');
  expect(await ended).toBe(1);
  // On a slow machine, progress lines are printed before.
  const lines = said
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('parley: Reading'));
  expect(lines).toEqual([
    expect.stringMatching(/^parley: Stopping after the current page/),
    expect.stringMatching(/^parley: Stopped after \d+ pages; they are kept\. Run the same command again to go on\.$/),
  ]);
  const [source] = JSON.parse(
    (await runCommand(['sources', '--json', '--data', own], { cwd: folder, env: {} })).stdout,
  ) as { documents: number }[];
  expect(source!.documents).toBeGreaterThan(0);
  expect(source!.documents).toBeLessThan(40_000);
});
