import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'parley-package-'));
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PARLEY_DATA: path.join(folder, 'data'),
  PORT: '0',
};
const main = path.join(folder, 'dist', 'cli', 'main.js');
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds into a folder of its own, so that a test run leaves the work tree as it was. */
beforeAll(() => {
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', path.join(folder, 'dist'));
  node('build/copy-assets.ts', path.join(folder, 'dist'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
}, 180_000);

it('what is built answers from the sample handbook, as the package and the image do', () => {
  const parley = (...args: string[]) =>
    execFileSync(process.execPath, [main, ...args], { cwd: folder, env: environment, encoding: 'utf8' });
  expect(parley('ingest', path.join(folder, 'dist', 'samples', 'handbook'))).toMatch(/added/);
  expect(parley('ask', 'How many weeks of parental leave do I get?')).toContain('26 weeks');
}, 60_000);

it('what is built opens the web chat', async () => {
  const running = spawn(process.execPath, [main, 'start', '--only', 'web'], { cwd: folder, env: environment });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      running.stdout.on('data', (chunk) => {
        said += chunk;
        const [found] = /http:\S+/.exec(said) ?? [];
        if (found) resolve(found);
      });
      running.stderr.on('data', (chunk) => {
        said += chunk;
      });
      running.once('exit', () => reject(new Error(said)));
    });
    const page = await (await fetch(url)).text();
    const script = /src="(\/assets\/main[^"]+)"/.exec(page)![1]!;
    expect((await fetch(new URL(script, url))).status).toBe(200);
  } finally {
    running.kill('SIGTERM');
  }
}, 60_000);
