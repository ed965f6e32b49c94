import { stripVTControlCharacters, styleText } from 'node:util';

/**
 * Removes commands to a terminal, control characters and bidirectional marks, which pages, titles or file names may contain and
 * which terminals would execute, and tag characters, in which a program may read what nobody sees.
 */
const withoutControls = (text: string): string =>
  stripVTControlCharacters(text).replace(/(?![\n\t])\p{Cc}|\p{Bidi_Control}|[\u{e0000}-\u{e0fff}]/gu, '');

/** Prints a message as one line on stderr, with the prefix `parley:`. */
export const printError = (line: string): void => {
  process.stderr.write(`parley: ${withoutControls(line.replaceAll('\n', ' '))}\n`);
};

/** A stored time to the minute, with its zone: `2026-03-14 09:30 UTC`. */
export const minute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Prints a result on stdout as one JSON value. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
};

/** Prints lines of a result on stdout. */
export const print = (...lines: string[]): void => {
  process.stdout.write(`${withoutControls(lines.join('\n'))}\n`);
};

/** Prints an answer's Markdown on stdout: emphasis as such on a terminal that shows it, otherwise as it is written. */
export const printMarkdown = (text: string): void => {
  const plain = withoutControls(text);
  process.stdout.write(`${process.stdout.isTTY && process.stdout.hasColors() ? emphasised(plain) : plain}\n`);
};

/** Bold (`**words**`) and whole lines in italics (`_From “Keys”_`) as a terminal shows them. */
export const emphasised = (markdown: string): string =>
  markdown
    .replace(/\*\*([^*\n]+)\*\*/g, (_, words: string) => styleText('bold', words, { validateStream: false }))
    .replace(/^_(.+)_$/gm, (_, words: string) => styleText('italic', words, { validateStream: false }))
    // A sign that Markdown would read is written with a backslash, which a reader does not see. In code it is one.
    .replace(ESCAPED, (found, _fence, _ticks, sign?: string) => sign ?? found);

const ESCAPED = /^(`{3,})[^\n]*\n[\s\S]*?^\1|(?<![`\\])(`{1,2})(?!`)[^\n`]*\2|\\([!-/:-@[-`{-~])/gm;

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
