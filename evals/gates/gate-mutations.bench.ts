import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { heldBackRegressions, type Mutation, refactorings, regressions } from './mutations.ts';

export const about = 'how many regressions the gate of pull requests catches, and how many harmless changes it flags';

const root = fileURLToPath(new URL('../..', import.meta.url));

const UNREACHED = /can't be reached| fails: |answers are missing/;
const MAX_RETRIES = 3;

/** Folders whose code decides what an ingested world looks like; a change anywhere else may start from the first run's. */
const DECIDES_THE_INDEX = /^(?:ingest|retrieval|stores|core|runtime)\//;

type Change = Mutation | { name: string; args: readonly string[] };

/** What the gate said of a change: a line of the log. */
interface Verdict {
  name: string;
  flagged: boolean;
  lines: string[];
}

/**
 * Runs the pull request's gate (`npm run evals:ci`) over a copy of the code for each change in mutations.ts. Verdicts are
 * kept in `.eval/gate-mutations`, under the hash of the code that was copied, so that the same command goes on where it was
 * stopped.
 * Options: `--only regressions|held-back|refactorings`, `--name WORDS` (changes whose name holds them; repeatable), `--questions N` (a
 * smaller suite; the gate's own size by default), `--parallel N`, `--minutes N` (begins no run after so long), `--fresh`.
 * Exits 1 where fewer than 11 of 12 regressions are caught, or something harmless is flagged.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      only: { type: 'string' },
      name: { type: 'string', multiple: true },
      questions: { type: 'string' },
      parallel: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '1000' },
      fresh: { type: 'boolean' },
    },
  });
  const chosen = (list: string, changes: readonly Change[]) =>
    changes.filter(
      ({ name }) =>
        (values.only === undefined || values.only === list) &&
        (values.name === undefined || values.name.some((words) => name.includes(words))),
    );
  const lists = {
    regressions: chosen('regressions', regressions),
    heldBack: chosen('held-back', heldBackRegressions),
    refactorings: chosen('refactorings', [{ name: 'no change', args: [] }, ...refactorings]),
  };
  const args = gateArguments(values.questions);
  const log = openLog(args, values.fresh);
  const pending = [...lists.regressions, ...lists.heldBack, ...lists.refactorings].filter(
    ({ name }) => !log.verdicts.has(name),
  );
  const scratch = mkdtempSync(join(tmpdir(), 'parley-mutations-'));
  const until = Date.now() + Number(values.minutes) * 60_000;
  try {
    const work = async (lane: number) => {
      const place = join(scratch, String(lane));
      for (let next = pending.shift(); next && Date.now() < until; next = pending.shift()) {
        let verdict = await judge(next, args, place);
        // A machine that is too busy for the simulated model says nothing of the change.
        for (let i = 0; i < MAX_RETRIES && verdict.lines.some((line) => UNREACHED.test(line)); i += 1)
          verdict = await judge(next, args, place);
        log.add(verdict);
        printVerdict(verdict);
      }
    };
    await Promise.all(Array.from({ length: Number(values.parallel) }, (_, lane) => work(lane)));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  printSummary(lists, log.verdicts);
};

interface Lists {
  regressions: readonly Change[];
  heldBack: readonly Change[];
  refactorings: readonly Change[];
}

const printVerdict = ({ name, flagged, lines: [line = ''] }: Verdict): void =>
  console.log(`${flagged ? 'flagged' : 'passed '}  ${name}${line && `: ${line}`}`);

const printSummary = (lists: Lists, verdicts: ReadonlyMap<string, Verdict>): void => {
  const count = (changes: readonly Change[]) => {
    const judged = changes.flatMap(({ name }) => verdicts.get(name) ?? []);
    return { flagged: judged.filter(({ flagged }) => flagged).length, of: judged.length, all: changes.length };
  };
  const [bad, held, harmless] = [count(lists.regressions), count(lists.heldBack), count(lists.refactorings)];
  console.log(
    `\n${bad.flagged} of ${bad.of} regressions caught; ${held.flagged} of ${held.of} held-back regressions caught; ${harmless.flagged} of ${harmless.of} harmless changes flagged.`,
  );
  const left = [bad, held, harmless].reduce((sum, { of, all }) => sum + all - of, 0);
  if (left > 0) console.log(`${left} changes have not been judged yet: the same command goes on.`);
  if (left > 0 || harmless.flagged > 0 || bad.flagged < Math.ceil((bad.of * 11) / 12)) process.exitCode = 1;
};

/** The verdicts so far on this code with these arguments. */
const openLog = (args: readonly string[], fresh = false) => {
  const hash = createHash('sha256').update(JSON.stringify(args));
  for (const file of codeFiles()) hash.update(file).update(readFileSync(join(root, file)));
  const path = join(root, '.eval/gate-mutations', `${hash.digest('hex').slice(0, 12)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  if (fresh) rmSync(path, { force: true });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const verdicts = new Map(
    lines.filter(Boolean).map((line) => [(JSON.parse(line) as Verdict).name, JSON.parse(line) as Verdict]),
  );
  return {
    verdicts,
    add: (verdict: Verdict) => {
      verdicts.set(verdict.name, verdict);
      appendFileSync(path, `${JSON.stringify(verdict)}\n`);
    },
  };
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

/**
 * Runs the gate over the changed code, in a fresh copy at `place`. A change that cannot touch the index starts from the one
 * that an earlier such run left beside the place: the world is ingested once a lane, not once a change.
 */
const judge = async (change: Change, args: readonly string[], place: string): Promise<Verdict> => {
  const [folder, kept] = [join(place, 'code'), join(place, 'index')];
  const reuses = !('file' in change && DECIDES_THE_INDEX.test(change.file));
  copyCode(folder);
  if ('file' in change) mutate(join(folder, change.file), change);
  if (reuses && existsSync(kept)) cpSync(kept, join(folder, '.eval/ci'), { recursive: true });
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
  if (reuses && !existsSync(kept))
    for (const part of ['data', 'world']) cpSync(join(folder, '.eval/ci', part), join(kept, part), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^parley: /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('since the baseline') && line !== 'The gate is met.');
  return { name: change.name, flagged: code !== 0, lines };
};

/** The files that git knows or would know. */
const codeFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((one) => one !== '' && one !== 'node_modules' && existsSync(join(root, one)));

/** The code, with the installed packages as a link. */
const copyCode = (folder: string): void => {
  for (const file of codeFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { dereference: true });
  }
  rmSync(join(folder, 'node_modules'), { force: true });
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
