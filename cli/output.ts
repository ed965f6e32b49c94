/**
 * Removes control characters and bidirectional marks, which pages, titles or file names may contain and which terminals would
 * execute.
 */
const withoutControls = (text: string): string => text.replace(/(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu, '');

/** Prints a message as one line on stderr, with the prefix `parley:`. */
export const printError = (line: string): void => {
  process.stderr.write(`parley: ${withoutControls(line.replaceAll('\n', ' '))}\n`);
};

/** Prints a result on stdout as one JSON value. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Prints lines of a result on stdout. */
export const print = (...lines: string[]): void => {
  process.stdout.write(`${withoutControls(lines.join('\n'))}\n`);
};

/**
 * A progress line on stderr that overwrites itself, with at most ten updates per second. Prints nothing if stderr is not a
 * terminal.
 */
export const progressLine = () => {
  let last = 0;
  let shown = false;
  const live = process.stderr.isTTY === true;
  return {
    /** Whether stderr is a terminal. */
    live,
    show(text: string): void {
      const now = performance.now();
      if (!live || now - last < 100) return;
      last = now;
      shown = true;
      process.stderr.write(`\r\u001b[K${withoutControls(text).slice(0, (process.stderr.columns ?? 80) - 1)}`);
    },
    clear(): void {
      if (shown) process.stderr.write('\r\u001b[K');
    },
  };
};
