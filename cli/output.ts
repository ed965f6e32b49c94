/**
 * Without control characters and marks that turn the writing direction: a page, a title or a file's name may hold them, and a
 * terminal obeys them instead of showing them.
 */
const withoutControls = (text: string): string => text.replace(/(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu, '');

/** Writes one line to stderr, with the prefix that every command's failures have. */
export const printError = (line: string): void => {
  process.stderr.write(`parley: ${withoutControls(line.replaceAll('\n', ' '))}\n`);
};

/** Writes a result to stdout as one JSON value and nothing else. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Writes lines of a result to stdout. */
export const print = (...lines: string[]): void => {
  process.stdout.write(`${withoutControls(lines.join('\n'))}\n`);
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
    /** Whether anybody sees it. */
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
