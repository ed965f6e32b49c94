import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules', 'dist', 'data'],
    pool: 'forks',
    // Most files wait for processes and servers part of their time, so that two share even a machine of two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These end what hangs. No test measures time by them: machines are slow and shared.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
