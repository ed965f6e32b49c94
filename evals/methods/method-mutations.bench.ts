import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Row, readRows } from './read-rows.ts';
import { REMOVALS } from './removals.ts';

export const about =
  'takes each box of docs/methods-in-code.md out of a copy of the code and runs its test, which has to fail (--only airrag)';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NOT_COPIED = new Set(['node_modules', '.git', 'dist', 'data', '.eval']);

export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...options], options: { only: { type: 'string', default: '' } } });
  const rows = readRows().filter(({ box, file }) => `${box} ${file}`.includes(values.only));
  const folder = mkdtempSync(join(tmpdir(), 'parley-methods-'));
  const left: string[] = [];
  const say = (row: Row, what: string) => {
    console.log(`${what.padEnd(14)}${row.box} (${row.file})`);
    if (what !== 'caught') left.push(row.box);
  };
  try {
    cpSync(root, folder, {
      recursive: true,
      filter: (from) => !NOT_COPIED.has(from.slice(root.length).split('/', 1)[0] ?? ''),
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const row of rows) say(row, await outcomeOf(row, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `${rows.length - left.length} of ${rows.length} boxes are missed by their test when they are gone (to reach: all)`,
  );
  if (left.length > 0) process.exitCode = 1;
};

/** Takes the box out, runs its test, and puts the box back. */
const outcomeOf = async ({ box, file, test, name }: Row, folder: string): Promise<string> => {
  const removal = REMOVALS[box];
  if (!removal) return 'no removal';
  const path = join(folder, 'agent', file);
  const before = readFileSync(path, 'utf8');
  const parts = before.split(removal.from);
  if (parts.length < 2) return 'not found';
  try {
    const whole = await runTest(folder, test, name, box);
    if (whole !== 'passed') return whole === 'failed' ? 'fails whole' : 'no test';
    writeFileSync(path, parts.join(removal.to));
    const without = await runTest(folder, test, name);
    return { failed: 'caught', passed: 'SURVIVES', none: 'no test', broken: 'does not run' }[without];
  } finally {
    writeFileSync(path, before);
  }
};

/** How a test ran; `none`: no test has that name, `broken`: its file could not be loaded. */
type Ran = 'passed' | 'failed' | 'none' | 'broken';

const passedWhole = new Map<string, Promise<Ran>>();

/** Runs the tests of one name; with `whole`, those of the code as it is, once for each test. */
const runTest = (folder: string, test: string, name: string, whole?: string): Promise<Ran> => {
  const key = `${test} ${name}`;
  const known = whole === undefined ? undefined : passedWhole.get(key);
  if (known) return known;
  // Names of tests over a table hold %s, which is filled when they run.
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%s/g, '.*');
  const args = ['node_modules/vitest/vitest.mjs', 'run', `agent/${test}`, '-t', pattern, '--reporter=json', '--bail=1'];
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  args.push(`--outputFile=${report}`);
  const ended = new Promise<Ran>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26, timeout: 120_000 }, () => {
      const ran = readReport(report);
      // A run that was ended, such as a search without its bound, leaves no report: the box was missed.
      if (!ran || ran.numFailedTests > 0) resolve('failed');
      else if (ran.numPassedTests > 0) resolve('passed');
      else resolve(ran.success ? 'none' : 'broken');
    });
  });
  if (whole !== undefined) passedWhole.set(key, ended);
  return ended;
};

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
}

const readReport = (file: string): Report | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
