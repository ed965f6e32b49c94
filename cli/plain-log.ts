import type { Log } from '../core/log.ts';
import { printError } from './output.ts';

/** The log of a command that ends by itself. */
export interface PlainLog extends Log {
  /** Names a text that the command prints by itself: a log line that the text holds is left out. */
  alreadyPrinted(text: string): void;
  /** Prints the lines, each once. Called at the command's end, so that they do not mix with its progress or results. */
  release(): void;
}

/** Opens a log of warnings and failures as plain lines. Servers, and commands where PARLEY_LOG is set, get the structured log instead. */
export const createPlainLog = (print: (line: string) => void = printError): PlainLog => {
  const lines = new Set<string>();
  const printed: string[] = [];
  const keep = (...values: unknown[]) => {
    const message = values.find((value) => typeof value === 'string');
    if (typeof message === 'string') lines.add(message);
  };
  return {
    debug() {},
    info() {},
    warn: keep,
    error: keep,
    alreadyPrinted: (text) => void printed.push(text),
    release() {
      for (const line of lines) if (!printed.some((text) => text.includes(line))) print(line);
      lines.clear();
    },
  };
};
