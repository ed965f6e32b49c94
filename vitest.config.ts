import { availableParallelism } from 'node:os';
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
  'retrieval/encoder/local-supply.test.ts',
  'retrieval/reranking/reranked.test.ts',
  'runtime/studio*.test.ts',
  'runtime/tracing.test.ts',
];
const EXCLUDED = ['node_modules/**', 'dist/**', 'data/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    // Most files wait for processes and servers part of their time, so that two share even a machine of two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These end what hangs. No test measures time by them: machines are slow and shared.
    expect: { poll: { timeout: 120_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      // Files share a process and the modules that it has loaded: loading them anew for each file took half of the time.
      {
        extends: true,
        test: { name: 'shared', include: SHARED, exclude: [...EXCLUDED, ...OWN_PROCESS], isolate: false },
      },
      { extends: true, test: { name: 'own', include: OWN_PROCESS, exclude: EXCLUDED } },
      { extends: true, test: { name: 'rest', include: ['**/*.test.ts'], exclude: [...EXCLUDED, ...SHARED] } },
    ],
  },
});
