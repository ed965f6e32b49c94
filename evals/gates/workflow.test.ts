import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const { jobs } = parse(read('.github/workflows/evals.yml')) as {
  jobs: Record<string, { env?: Record<string, string>; steps: { run?: string; with?: { path?: string } }[] }>;
};
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const runs = (job: string) => jobs[job]!.steps.flatMap(({ run }) => run ?? []);

it('each job is one npm script that any CI can run', () => {
  expect(runs('simulated')).toContain('npm run -s evals:ci');
  expect(runs('nightly')).toContain('npm run -s evals:nightly');
});

it('what the jobs read is what the scripts write, and the gates are there', () => {
  for (const [job, script] of [
    ['simulated', 'evals:ci'],
    ['nightly', 'evals:nightly'],
  ] as const) {
    const out = /--out (\S+)/.exec(scripts[script]!)![1]!;
    const kept = jobs[job]!.steps.flatMap(({ with: options }) => options?.path?.trim().split('\n') ?? []);
    expect(kept.some((path) => path.trim() === `${out}/summary.json`)).toBe(true);
    expect(runs(job).some((run) => run.includes(`${out}/report.md`))).toBe(true);
    const gate = /--gate (\S+)/.exec(scripts[script]!)![1]!;
    expect(() => JSON.parse(read(gate))).not.toThrow();
  }
});

it('every variable that the nightly script takes comes from the workflow', () => {
  const taken = [...scripts['evals:nightly']!.matchAll(/\$\{(EVALS_\w+)/g)].map((match) => match[1]!);
  expect(taken.length).toBeGreaterThan(0);
  for (const name of taken) expect(jobs.nightly!.env).toHaveProperty(name);
});
