import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';

interface Step {
  name?: string;
  if?: string | boolean;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string | boolean>;
}

interface Job {
  if?: string;
  needs?: string;
  env?: Record<string, string>;
  steps: Step[];
}

/** What a job is started with: GitHub's contexts, as far as the workflow reads them. */
export interface Contexts {
  github: { [name: string]: data.ExpressionData | string | object };
  vars?: Record<string, string>;
  secrets?: Record<string, string>;
}

/** The world around a job: what outlives it. */
export interface Runner {
  /** Caches and artifacts, as GitHub keeps them between jobs and runs. */
  store: string;
  /** In place of `npm ci` and the checkout's history: a clean copy of the code with the installed packages. */
  workspace: string;
  /** Programs that stand before the system's own, such as a `gh` that writes down what it is asked. */
  bin?: string;
  env?: Record<string, string>;
}

/** What became of a step. */
export interface StepOutcome {
  step: string;
  outcome: 'success' | 'failure' | 'skipped';
  output: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A clean checkout: the files that git knows, with the installed packages as a link. */
export const checkOut = (folder: string): string => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\n').filter((one) => one !== '' && one !== 'node_modules')) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { dereference: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

/**
 * Runs a job of a workflow file as GitHub's runner does: the conditions of its steps by GitHub's own expression language,
 * each `run` by `bash -e`, caches and artifacts in a folder. Checkout, Node and `npm ci` are what `runner` brings.
 * @returns undefined where the job's own condition is not met
 */
export const runJob = async (
  file: string,
  name: string,
  contexts: Contexts,
  runner: Runner,
): Promise<{ outcome: 'success' | 'failure'; steps: StepOutcome[] } | undefined> => {
  const { jobs } = parse(readFileSync(join(root, file), 'utf8')) as { jobs: Record<string, Job> };
  const job = jobs[name];
  if (!job) throw new Error(`${file} has no job ${name}.`);
  const state = { failed: false };
  const evaluate = evaluator(contexts, state, runner.workspace);
  if (job.if !== undefined && !truthy(evaluate.condition(job.if))) return undefined;
  const steps: StepOutcome[] = [];
  for (const step of job.steps) {
    const label = step.name ?? step.run?.split('\n', 1)[0] ?? step.uses ?? '';
    // Without a word on the state of the job a condition means: if nothing failed before.
    const condition = String(step.if ?? 'success()');
    const meant = /\b(?:success|failure|cancelled|always)\(/.test(condition) || !state.failed;
    if (!meant || !truthy(evaluate.condition(condition))) {
      steps.push({ step: label, outcome: 'skipped', output: '' });
      continue;
    }
    const env = evaluate.texts({ ...job.env, ...step.env });
    const { ok, output } =
      step.run !== undefined
        ? await runScript(step.run, env, runner)
        : runAction(step.uses ?? '', evaluate.texts(step.with ?? {}), runner);
    if (!ok) state.failed = true;
    steps.push({ step: label, outcome: ok ? 'success' : 'failure', output });
  }
  return { outcome: state.failed ? 'failure' : 'success', steps };
};

const runScript = async (script: string, env: Record<string, string>, runner: Runner) => {
  if (script.trim() === 'npm ci') return { ok: true, output: '' };
  const { workspace, bin, env: more } = runner;
  return new Promise<{ ok: boolean; output: string }>((resolve) => {
    execFile(
      'bash',
      ['-e', '-o', 'pipefail', '-c', script],
      {
        cwd: workspace,
        maxBuffer: 2 ** 26,
        env: {
          PATH: [bin, process.env.PATH].filter(Boolean).join(':'),
          HOME: process.env.HOME,
          GITHUB_ACTIONS: 'true',
          GITHUB_STEP_SUMMARY: join(workspace, '..', 'step-summary.md'),
          PARLEY_LOG: 'silent',
          ...more,
          ...env,
        },
      },
      (error, stdout, stderr) => resolve({ ok: error === null, output: `${stdout}${stderr}` }),
    );
  });
};

/** The actions that the workflow uses. An action that stands for the machine's own set-up does nothing here. */
const runAction = (uses: string, options: Record<string, string>, { store, workspace }: Runner) => {
  const paths = (options.path ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
  const [action = ''] = uses.split('@');
  switch (action) {
    case 'actions/checkout':
    case 'actions/setup-node':
      return { ok: true, output: '' };
    case 'actions/cache/save': {
      const kept = join(store, 'caches', options.key ?? '');
      for (const path of paths) if (existsSync(join(workspace, path))) copy(join(workspace, path), join(kept, path));
      return { ok: true, output: '' };
    }
    case 'actions/cache/restore': {
      const folder = join(store, 'caches');
      const prefixes = [options.key ?? '', ...(options['restore-keys'] ?? '').split('\n')].filter(Boolean);
      const keys = existsSync(folder) ? readdirSync(folder).sort(newest(folder)) : [];
      const found = prefixes.flatMap((prefix) => keys.find((key) => key.startsWith(prefix)) ?? [])[0];
      for (const path of paths)
        if (found && existsSync(join(folder, found, path))) copy(join(folder, found, path), join(workspace, path));
      return { ok: true, output: found ?? '' };
    }
    case 'actions/upload-artifact': {
      const files = readdirSync(workspace, { recursive: true, encoding: 'utf8' })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => !path.startsWith('node_modules') && paths.some((pattern) => matchesGlob(path, pattern)));
      // GitHub lays the files below the least folder that all of them share.
      for (const path of files)
        copy(join(workspace, path), join(store, 'artifacts', options.name ?? '', relative(shared(files), path)));
      return { ok: files.length > 0, output: files.join('\n') };
    }
    default:
      throw new Error(`The runner of tests does not know ${action}.`);
  }
};

const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
};

const newest = (folder: string) => (a: string, b: string) =>
  statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs;

const shared = (files: readonly string[]): string => {
  const [first = ''] = files;
  let folder = dirname(first);
  while (folder !== '.' && !files.every((file) => file.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder;
};

const truthy = (value: data.ExpressionData): boolean => {
  const text = value.coerceString();
  return text !== '' && text !== 'false' && text !== '0' && text !== 'null';
};

const evaluator = ({ github, vars = {}, secrets = {} }: Contexts, state: { failed: boolean }, workspace: string) => {
  const contexts = toData({ github, vars, secrets, env: {}, needs: {} }) as data.Dictionary;
  const status = (name: string, call: () => boolean) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(call()),
  });
  const functions = new Map(
    [
      status('success', () => !state.failed),
      status('failure', () => state.failed),
      status('cancelled', () => false),
      status('always', () => true),
      {
        name: 'hashFiles',
        minArgs: 1,
        maxArgs: 9,
        call: (...paths: data.ExpressionData[]) =>
          new data.StringData(paths.some((path) => existsSync(join(workspace, path.coerceString()))) ? 'hash' : ''),
      },
    ].map((one) => [one.name.toLowerCase(), one] as const),
  );
  const expression = (text: string): data.ExpressionData => {
    const { tokens } = new Lexer(text).lex();
    const parsed = new Parser(tokens, ['github', 'vars', 'secrets', 'env', 'needs'], [...functions.values()]).parse();
    return new Evaluator(parsed, contexts, functions).evaluate();
  };
  const inText = (text: string): string =>
    text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => expression(inner.trim()).coerceString());
  return {
    condition: (text: string) => expression(text.replace(/^\$\{\{(.*)\}\}$/s, '$1').trim()),
    texts: (values: Record<string, string | boolean>): Record<string, string> =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, inText(String(value))])),
  };
};

const toData = (value: unknown): data.ExpressionData => {
  if (typeof value === 'string') return new data.StringData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (typeof value !== 'object' || value === null) return new data.Null();
  return new data.Dictionary(...Object.entries(value).map(([key, one]) => ({ key, value: toData(one) })));
};

/** A `gh` that downloads artifacts from the runner's store and writes down every call of the API with the body it sends. */
export const fakeGh = (folder: string, { store, issue = '' }: { store: string; issue?: string }): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'gh'),
    `#!/usr/bin/env bash
if [ "$1 $2" = "run download" ]; then
  while [ $# -gt 0 ]; do case "$1" in --name) name=$2;; --dir) dir=$2;; esac; shift; done
  [ -d "${store}/artifacts/$name" ] || { echo "no artifact $name" >&2; exit 1; }
  mkdir -p "$dir" && cp -r "${store}/artifacts/$name/." "$dir"; exit
fi
case "$*" in *--paginate*) printf '%s' '${issue}'; exit;; esac
echo "$@" >> "${folder}/calls"
for word in "$@"; do case "$word" in body=@*) cat "\${word#body=@}" >> "${folder}/body.md";; esac; done
`,
    { mode: 0o755 },
  );
  return folder;
};
