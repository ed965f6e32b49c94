import type { Log } from '../core/log.ts';
import { printError } from './output.ts';

/** The log of a command that is not a server. */
export interface PlainLog extends Log {
  /** Registers a text that the command prints itself, where addresses may stand as code. Log lines within it are not printed. */
  alreadyPrinted(text: string): void;
  /** Prints the distinct lines. Called at the end of the command, so that they do not mix with progress or results. */
  release(): void;
}

/** Creates a log that prints warnings and errors as plain lines. Servers, and commands with PARLEY_LOG, use the JSON log. */
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
    alreadyPrinted: (text) => void printed.push(withoutMarks(text)),
    release() {
      for (const line of lines) if (!printed.some((text) => text.includes(withoutMarks(line)))) print(line);
      lines.clear();
    },
  };
};

const withoutMarks = (text: string): string => text.replaceAll('`', '');
