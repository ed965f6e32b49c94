import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';

/** One JSON value of a dataset file with its position: `file.jsonl:12`, or `file.json[3]` for an array's item. */
export interface RawRow {
  place: string;
  value: unknown;
}

/** A row that could not be taken, and why. */
export interface RowProblem {
  place: string;
  message: string;
}

/**
 * Streams the rows of a dataset file: JSON lines or one JSON array (recognised by the first character), plain or .gz.
 * Broken lines come as problems, with their numbers; the rest goes on.
 * @throws INPUT_NOT_FOUND, INPUT_UNREADABLE
 */
export async function* readRows(path: string): AsyncGenerator<RawRow | RowProblem> {
  let number = 0;
  let array: string[] | undefined;
  for await (const line of linesOf(path)) {
    number += 1;
    const text = number === 1 ? line.replace(/^\ufeff/, '') : line;
    if (array === undefined && number === 1 && text.trimStart().startsWith('[')) array = [];
    if (array !== undefined) array.push(text);
    else if (text.trim() !== '') yield parse(text, `${path}:${number}`);
  }
  if (array === undefined) return;
  const whole = parse(array.join('\n'), path);
  if (!('value' in whole)) yield whole;
  else for (const [index, value] of (whole.value as unknown[]).entries()) yield { place: `${path}[${index}]`, value };
}

/** SHA-256 of the file's bytes; names a dataset in `summary.json`. */
export const hashOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
};

const parse = (text: string, place: string): RawRow | RowProblem => {
  try {
    return { place, value: JSON.parse(text) };
  } catch (error) {
    return { place, message: `is not JSON: ${(error as Error).message}` };
  }
};

async function* linesOf(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no file at ${path}.`,
      remedy: 'Check the path; it is read from the folder in which the command runs.',
    });
  }
  const bytes = path.endsWith('.bz2') ? bunzip2(path) : path.endsWith('.gz') ? gunzip(path) : createReadStream(path);
  try {
    yield* createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new ParleyError('INPUT_UNREADABLE', {
      message: `${path} cannot be read to its end: ${(error as Error).message}.`,
      remedy: 'Fetch or pack the file again.',
      cause: error,
    });
  }
}

const gunzip = (path: string): Readable => {
  const file = createReadStream(path);
  const bytes = file.pipe(createGunzip());
  // A pipe does not hand errors on: a file that cannot be read must fail the lines, not hang them.
  file.on('error', (error) => bytes.destroy(error));
  return bytes;
};

/** CRAG comes as .bz2, which Node does not know; the system's own program reads it twenty times as fast as JavaScript. */
const bunzip2 = (path: string): Readable => {
  const child = spawn('bzip2', ['-dc', '--', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const bytes = new PassThrough();
  child.stdout.pipe(bytes, { end: false });
  child.on('error', () =>
    bytes.destroy(new Error('there is no bzip2 program here; run bunzip2 on it elsewhere first')),
  );
  child.on('close', (code) => {
    if (code === 0) bytes.end();
    else bytes.destroy(new Error(complaint.trim().split('\n')[0] || 'bzip2 was stopped'));
  });
  bytes.on('close', () => child.kill());
  return bytes;
};

/** The first two errors of a schema, on one line. */
export const describe = (error: z.ZodError): string =>
  error.issues
    .slice(0, 2)
    .map(({ path, message }) =>
      path.length > 0 && !message.includes(String(path[0])) ? `${path.join('.')}: ${message}` : message,
    )
    .join('; ');
