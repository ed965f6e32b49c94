import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Folders whose tests leave their process as it was: no changed environment, folder, clock or hook of a library. */
const SHARED = ['agent/**/*.test.ts', 'core/**/*.test.ts', 'tools/**/*.test.ts'];
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
        test: { name: 'shared', include: SHARED, exclude: EXCLUDED, isolate: false },
      },
      { extends: true, test: { name: 'own', include: ['**/*.test.ts'], exclude: [...EXCLUDED, ...SHARED] } },
    ],
  },
});
