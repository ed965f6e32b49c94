/** One line on stderr, in the form that every command's failures take. */
export const complain = (line: string): void => {
  process.stderr.write(`parley: ${line}\n`);
};

/** Writes a result to stdout as one JSON value and nothing else. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Writes lines of a result to stdout. */
export const print = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

/**
 * A line of progress on stderr that overwrites itself; silent where stderr is no terminal.
 * At most ten writes a second, so that progress never costs more than the work.
 */
export const progressLine = () => {
  let last = 0;
  let shown = false;
  const live = process.stderr.isTTY === true;
  return {
    show(text: string): void {
      const now = performance.now();
      if (!live || now - last < 100) return;
      last = now;
      shown = true;
      process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    },
    clear(): void {
      if (shown) process.stderr.write('\r\u001b[K');
    },
  };
};
