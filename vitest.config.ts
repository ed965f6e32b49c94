import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Folders whose tests leave their process as it was. */
const SHARED = ['agent', 'bots', 'core', 'evals', 'ingest', 'retrieval', 'runtime', 'stores', 'tools'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
/** Their files that change what is the whole process's: its environment, or how it sends requests. */
const OWN_PROCESS = [
  'bots/discord/surface.test.ts',
  'bots/slack/calls.test.ts',
  'ingest/fetch/credentials.test.ts',
  'ingest/sources/git/*.test.ts',
  'retrieval/encoder/local-files.test.ts',
  'retrieval/reranking/reranked.test.ts',
  'runtime/studio*.test.ts',
  'runtime/tracing.test.ts',
];
const EXCLUDED = ['node_modules/**', 'dist/**', 'data/**'];
/** Tests with a browser, a packed install, a real server, a process of their own, or more than a few seconds: `npm run test:system`. */
const SYSTEM = '**/*.system.test.ts';

const systemOf = (pattern: string) => pattern.replace(/\.test\.ts$/, '.system.test.ts');

/** The quick tests of a group of files (`quick-NAME`), and its system tests (`system-NAME`). */
const bothKinds = (name: string, include: string[], exclude: string[], isolate: boolean) => [
  {
    extends: true as const,
    test: { name: `quick-${name}`, include, exclude: [...EXCLUDED, ...exclude, SYSTEM], isolate },
  },
  {
    extends: true as const,
    test: {
      name: `system-${name}`,
      include: include.map(systemOf),
      exclude: [...EXCLUDED, ...exclude, ...exclude.map(systemOf)],
      isolate,
    },
  },
];

// Most of what a started Node does is to compile: processes that tests start find it done, as those of the command line do.
process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'node-compile-cache');

// What tests make in the folder for temporary files stands in one of this run, which goes with it: no test has to tidy up.
const temporary = mkdtempSync(path.join(tmpdir(), 'parley-tests-'));
process.env.TMPDIR = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

export default defineConfig({
  test: {
    pool: 'forks',
    // Files wait for processes, servers and time-outs a third of their time: one more than there are processors keeps all busy.
    maxWorkers: availableParallelism() + 1,
    // These end what hangs. No test measures time by them: machines are slow and shared.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      // Files share a process and the modules that it has loaded: loading them anew for each file took half of the time.
      ...bothKinds('shared', SHARED, OWN_PROCESS, false),
      ...bothKinds('own', OWN_PROCESS, [], true),
      ...bothKinds('rest', ['**/*.test.ts'], SHARED, true),
    ],
  },
});
