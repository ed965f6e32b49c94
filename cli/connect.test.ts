import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type DoubleConfluence, startConfluence } from '../ingest/sources/confluence/testing/double-confluence.ts';

let double: DoubleConfluence;
let folder: string;
beforeEach(async () => {
  double = await startConfluence();
  folder = await mkdtemp(path.join(tmpdir(), 'parley-connect-'));
  await writeFile(path.join(folder, 'credentials.yaml'), stringify(double.credentials));
  double.putGroup('staff', ['priya@example.com', 'tom@example.com', 'hidden1@example.com']);
  double.openTo({ groups: ['staff'] });
  const html = '<p>Helmets are worn in the whole hall, without exception.</p>';
  double.putPage('1', { title: 'Hall rules', html });
  double.putPage('2', { title: 'Salaries', html, people: ['tom@example.com'] });
});
afterEach(async () => {
  await double.close();
  await rm(folder, { recursive: true });
});

const parley = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const env = {
      PATH: process.env.PATH,
      PARLEY_DATA: path.join(folder, 'data'),
      PARLEY_FETCH_ALLOW: '127.0.0.1,localhost',
      PARLEY_CREDENTIALS: path.join(folder, 'credentials.yaml'),
    };
    const main = path.join(import.meta.dirname, 'main.ts');
    execFile(process.execPath, [main, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

it('checks each right, says what it would read, and reads with --yes; access explain says by which rule', async () => {
  const dry = await parley('connect', double.input);
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toContain('ok       Can use Confluence, and View of the space (1 space)');
  expect(dry.stdout).toContain('It would read 2 pages, 1 of them restricted beyond their place.');
  expect(dry.stdout).toContain('1 member with a hidden address');
  expect(double.api.asked.some(({ path: asked }) => double.isText(asked))).toBe(false);
  expect((await parley('sources', '--json')).stdout.trim()).toBe('[]');
  expect(await parley('connect', double.input, '--yes')).toMatchObject({ code: 0 });
  const tom = await parley('access', 'explain', 'Salaries', '--as', 'tom@example.com');
  expect(tom.stdout).toContain(
    'tom@example.com sees it: they are admitted by a restriction of Salaries (tom@example.com) and the space ENG (group staff)',
  );
  const priya = await parley('access', 'explain', 'Salaries', '--as', 'priya@example.com');
  expect(priya.stdout).toContain(
    'priya@example.com does not see it: a restriction of Salaries does not admit them: tom@example.com',
  );
}, 120_000);

it('says which right is missing, and where to get it', async () => {
  double.token = 'revoked';
  const { code, stdout } = await parley('connect', double.input);
  expect(code).toBe(1);
  expect(stdout).toContain(
    'missing  Can use Confluence, and View of the space: Confluence does not accept the credentials',
  );
  expect(stdout).toContain('Where to get it: Space settings, Space permissions');
}, 60_000);

it('prints the steps of a connector', async () => {
  const { code, stdout } = await parley('connect', 'confluence');
  expect(code).toBe(0);
  expect(stdout).toContain('acme.atlassian.net: { basic:');
}, 60_000);
