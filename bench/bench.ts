/**
 * A bench is a file `NAME.bench.ts` beside the code that it measures; `npm run bench -- NAME` finds it by its name and
 * calls its `run`. It prints what it measured, a line a figure, with the figure to reach beside it.
 */
export interface BenchModule {
  /** One line for the list that `npm run bench` prints. */
  about: string;
  /** @param options what followed the name on the command line */
  run(options: readonly string[]): Promise<void>;
}

/** The value at a share of the sorted samples: quantile(times, 0.95). NaN for none. */
export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Milliseconds that each call takes. */
export const timed = async <T>(inputs: readonly T[], call: (input: T) => unknown): Promise<number[]> => {
  const times: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    await call(input);
    times.push(performance.now() - start);
  }
  return times;
};

/** Milliseconds of processor time that this process has used so far, all threads together. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Says in one line what a bench needs and does not have; `npm run bench` then exits 2. */
export const lacks = (what: string): void => {
  console.error(`This bench needs ${what}.`);
  process.exitCode = 2;
};
