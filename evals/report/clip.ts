import { oneLine } from '../../core/text/one-line.ts';

/** A text on one line, of at most so many characters. */
export const clip = (text: string, length: number): string => {
  const line = oneLine(text);
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};
