import type { Log } from '../core/log.ts';
import { complain } from './output.ts';

/** The log of a command that a person runs at a terminal. */
export interface PlainLog extends Log {
  /** What the command tells by itself: a line of the log that says the same is left out. */
  tells(text: string): void;
  /** Prints the lines, each once; at the command's end, so that they never run through its progress or results. */
  release(): void;
}

/** Warnings and failures as plain lines. Servers, pipes and PARLEY_LOG get the structured log instead. */
export const createPlainLog = (print: (line: string) => void = complain): PlainLog => {
  const lines = new Set<string>();
  const told: string[] = [];
  const keep = (...values: unknown[]) => {
    const message = values.find((value) => typeof value === 'string');
    if (typeof message === 'string') lines.add(message);
  };
  return {
    debug() {},
    info() {},
    warn: keep,
    error: keep,
    tells: (text) => void told.push(text),
    release() {
      for (const line of lines) if (!told.some((text) => text.includes(line))) print(line);
      lines.clear();
    },
  };
};
