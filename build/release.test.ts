import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { disagreements } from './release-version.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version, scripts } = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> };
const folder = mkdtempSync(join(tmpdir(), 'parley-release-'));

interface Job {
  permissions: Record<string, string>;
  steps: { uses?: string; run?: string; env?: Record<string, string> }[];
}
const { jobs, permissions } = parse(read('.github/workflows/release.yml')) as {
  jobs: Record<string, Job>;
  permissions: Record<string, string>;
};
const steps = Object.values(jobs).flatMap((job) => job.steps);

it('pins every action by its digest, and gives each job the rights that it needs and no more', () => {
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.package?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  expect(jobs.image?.permissions).toEqual({ contents: 'read', packages: 'write' });
});

it('runs scripts and files that are there', () => {
  const lines = steps.flatMap(({ run = '' }) => run);
  for (const [, name] of lines.join('\n').matchAll(/npm run -s ([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(name);
  for (const [, file] of lines.join('\n').matchAll(/node (\S+\.ts)/g)) expect(read(file ?? '')).toBeTruthy();
});

it('finds the tag, the package and the chart of one version', () => {
  expect(disagreements(`v${version}`)).toEqual([]);
  expect(disagreements('v99.0.0')).toHaveLength(3);
});

it('writes the commits since the tag before as notes, one line each', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  const commit = (message: string) => git('commit', '-q', '--allow-empty', '-m', message);
  git('init', '-q', '-b', 'main');
  commit('Say hello');
  git('tag', 'v0.1.0');
  commit('Answer in the thread: channels were full\n\nWith a body that the notes leave out.');
  commit('Fix what nobody saw');
  git('tag', 'v0.2.0');
  const notes = execFileSync(
    join(root, 'node_modules/.bin/git-cliff'),
    ['--config', join(root, 'cliff.toml'), '--repository', folder, '--latest'],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  expect(notes.trim()).toMatch(/^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)/);
  // Both are of the same second, so that either may come first.
  expect(
    notes
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .sort(),
  ).toEqual(['- Answer in the thread: channels were full', '- Fix what nobody saw']);
});

it('names the version of each data format', () => {
  const said = execFileSync(process.execPath, [join(root, 'build/data-formats.ts')], { encoding: 'utf8' });
  expect(said).toMatch(/- the data file: \d+\n- Postgres: \d+\n- Neo4j: \d+/);
});
