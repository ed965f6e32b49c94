import { unpackedStream } from './unpacked-stream.ts';

/** A line without its line break. A line that exceeds the maximum is `tooLong` and has no text. */
export interface NumberedLine {
  /** From 1. */
  number: number;
  text: string;
  tooLong: boolean;
}

/** Maximum characters of a line. No page is longer, and one line must not fill the memory. */
const MAX_LINE_CHARS = 64 * 1024 * 1024;

/**
 * Streams the lines of a file, which may be compressed (`.gz`).
 * @param encoding `latin1` keeps every byte as one character
 * @throws what reading or unpacking throws
 */
export async function* numberedLines(
  file: string,
  encoding: 'utf-8' | 'latin1' = 'utf-8',
): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  const decode = (chunk: Buffer): string =>
    encoding === 'latin1' ? chunk.toString('latin1') : decoder.decode(chunk, { stream: true });
  let rest = '';
  let number = 0;
  let skipping = false;
  for await (const chunk of unpackedStream(file)) {
    const lines = (rest + decode(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number++;
      yield { number, text: skipping ? '' : text, tooLong: skipping };
      skipping = false;
    }
    if (rest.length > MAX_LINE_CHARS) {
      rest = '';
      skipping = true;
    }
  }
  if (rest !== '' || skipping) yield { number: number + 1, text: skipping ? '' : rest, tooLong: skipping };
}
