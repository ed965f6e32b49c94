import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Mutation, refactorings, regressions } from './mutations.ts';

export const about = 'how many regressions the gate of pull requests catches, and how many harmless changes it flags';

const root = fileURLToPath(new URL('../..', import.meta.url));

const UNREACHED = /can't be reached|answers are missing/;
const MAX_RETRIES = 3;

/** A change, and what the gate said of it. */
interface Verdict {
  name: string;
  flagged: boolean;
  lines: string[];
}

/**
 * Runs the pull request's gate (`npm run evals:ci`) over a copy of the code for each change in mutations.ts.
 * Options: `--only regressions|refactorings`, `--name WORDS` (changes whose name holds them), `--questions N` (a smaller
 * suite; the gate's own size by default), `--parallel N`. Exits 1 where fewer than 11 of 12 regressions are caught, or
 * something harmless is flagged.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      only: { type: 'string' },
      name: { type: 'string' },
      questions: { type: 'string' },
      parallel: { type: 'string', default: '2' },
    },
  });
  const fits = ({ name }: { name: string }) => values.name === undefined || name.includes(values.name);
  const bad = values.only === 'refactorings' ? [] : regressions.filter(fits);
  const harmless = values.only === 'regressions' ? [] : refactorings.filter(fits);
  const scratch = mkdtempSync(join(tmpdir(), 'parley-mutations-'));
  const args = gateArguments(values.questions);
  const verdicts = new Map<string, Verdict>();
  try {
    const pending = [{ name: 'no change', args: [] }, ...bad, ...harmless];
    const work = async () => {
      for (let next = pending.shift(); next; next = pending.shift()) {
        let verdict = await judge(next, args, join(scratch, String(pending.length)));
        // A machine that is too busy for the simulated model says nothing of the change.
        for (let i = 0; i < MAX_RETRIES && verdict.lines.some((line) => UNREACHED.test(line)); i += 1)
          verdict = await judge(next, args, join(scratch, String(pending.length)));
        verdicts.set(next.name, verdict);
        const [line = ''] = verdict.lines;
        console.log(`${verdict.flagged ? 'flagged' : 'passed '}  ${next.name}${line && `: ${line}`}`);
      }
    };
    await Promise.all(Array.from({ length: Number(values.parallel) }, work));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const flagged = (changes: readonly { name: string }[]) =>
    changes.filter(({ name }) => verdicts.get(name)?.flagged).length;
  const [caught, alarms] = [flagged(bad), flagged([{ name: 'no change' }, ...harmless])];
  console.log(
    `\n${caught} of ${bad.length} regressions caught; ${alarms} of ${harmless.length + 1} harmless changes flagged.`,
  );
  if (alarms > 0 || caught < Math.ceil((bad.length * 11) / 12)) process.exitCode = 1;
};

/** The arguments of `evals:ci`, as package.json has them. */
const gateArguments = (questions: string | undefined): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const words = (scripts['evals:ci'] ?? '').split(' ').slice(1);
  const limit = words.indexOf('--limit') + 1;
  return questions === undefined ? words : words.with(limit, questions);
};

const judge = async (
  change: Mutation | { name: string; args: readonly string[] },
  args: readonly string[],
  folder: string,
): Promise<Verdict> => {
  copyCode(folder);
  if ('file' in change) mutate(join(folder, change.file), change);
  const more = 'args' in change ? change.args : [];
  const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [...args, ...more],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, PARLEY_LOG: 'silent' },
        maxBuffer: 2 ** 26,
      },
      (_, __, text) => resolve({ code: child.exitCode ?? 1, stderr: text }),
    );
  });
  rmSync(folder, { recursive: true, force: true });
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^parley: /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('since the baseline') && line !== 'The gate is met.');
  return { name: change.name, flagged: code !== 0, lines };
};

/** The files that git knows or would know, with the installed packages as a link. */
const copyCode = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\n').filter((one) => one !== '' && one !== 'node_modules')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { dereference: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
};

/** @throws where the text to replace is not there, or stands there more than once */
const mutate = (path: string, change: Mutation): void => {
  writeFileSync(path, mutated(readFileSync(path, 'utf8'), change));
};

export const mutated = (text: string, { and, ...change }: Mutation): string => {
  const once = replaced(text, change);
  return and ? replaced(once, { name: change.name, file: change.file, ...and }) : once;
};

const replaced = (text: string, { name, file, from, to, everywhere, first }: Omit<Mutation, 'and'>): string => {
  const times = text.split(from).length - 1;
  if (times === 0 || (times > 1 && !everywhere && !first))
    throw new Error(`"${name}" is out of date: its text stands ${times} times in ${file}.`);
  return everywhere ? text.replaceAll(from, () => to) : text.replace(from, () => to);
};
