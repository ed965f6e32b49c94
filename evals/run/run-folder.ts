import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { makeOutputFolder } from '../../core/output-place.ts';
import { readRows } from '../datasets/rows.ts';
import type { RunIdentity } from './identity.ts';
import { type EvalRow, rowKey, type ScoredRow, toScored } from './row.ts';

/** A question and strategy without a row; asked again when the run is resumed. */
export interface FailedRow {
  id: string;
  strategy: string;
  code: string;
  message: string;
}

/** The folder of one run; one process at a time writes it. */
export interface RunFolder {
  readonly path: string;
  /** Tells this run from any other, also after it was resumed. */
  readonly id: string;
  /** Rows of earlier, unfinished attempts at this run, by `rowKey`. */
  readonly done: ReadonlyMap<string, ScoredRow>;
  /** Replaces rows that are there, by `rowKey`, in one write. */
  replace(rows: ReadonlyMap<string, EvalRow>): Promise<void>;
  append(row: EvalRow): void;
  appendFailure(row: FailedRow): void;
  /** Writes a file whole: readers see the old one or the new one. */
  write(name: string, content: string): Promise<void>;
  close(): void;
}

/**
 * Opens (or makes) a run's folder: takes its lock, cuts off a half-written last line, reads the rows that are there.
 * @throws BAD_USAGE when the folder cannot be created
 * @throws EVAL_FAILED when another process runs there, or when the folder holds a different run
 */
export const openRunFolder = async (
  path: string,
  identity: RunIdentity,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<RunFolder> => {
  makeOutputFolder(path);
  const unlock = lock(path);
  try {
    const rowsPath = join(path, 'rows.jsonl');
    const failuresPath = join(path, 'failures.jsonl');
    if (fresh)
      for (const name of ['rows.jsonl', 'failures.jsonl', 'run.json']) rmSync(join(path, name), { force: true });
    const id = claimFolder(path, identity);
    // Failures are asked again, so the file speaks of this attempt alone.
    rmSync(failuresPath, { force: true });
    if (existsSync(rowsPath)) cutHalfLine(rowsPath);
    const done = new Map<string, ScoredRow>();
    for await (const row of readRunRows(path)) done.set(rowKey(row), toScored(row));
    const write = async (name: string, content: string | AsyncIterable<string>) => {
      const target = join(path, name);
      try {
        await writeFile(`${target}.new`, content);
        await rename(`${target}.new`, target);
      } catch (error) {
        throw asFolderError(path, error);
      }
    };
    const appendTo = (file: string, row: object) => {
      try {
        appendFileSync(file, `${JSON.stringify(row)}\n`);
      } catch (error) {
        throw asFolderError(path, error);
      }
    };
    return {
      path,
      id,
      done,
      async replace(rows) {
        if (rows.size === 0) return;
        await write('rows.jsonl', replacedLines(path, rows));
        for (const [key, row] of rows) done.set(key, toScored(row));
      },
      append: (row) => appendTo(rowsPath, row),
      appendFailure: (row) => appendTo(failuresPath, row),
      write,
      close: unlock,
    };
  } catch (error) {
    unlock();
    throw error;
  }
};

/** What an error of the file system means for a run: its folder went away, or cannot be written. */
const asFolderError = (path: string, cause: unknown): ParleyError => {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? new ParleyError('EVAL_FAILED', {
        message: `${path} was removed while the eval ran; the answers that it held are lost.`,
        remedy: 'Run the same command again, and leave its --out folder alone meanwhile.',
        cause,
      })
    : new ParleyError('EVAL_FAILED', {
        message: `${path} can't be written to (${code}).`,
        remedy: 'Make room or give rights to write there; the same command goes on where it stopped.',
        cause,
      });
};

/**
 * Streams the rows of a run's folder, which may still be written to: a last line that is not whole yet is left out.
 * @throws BAD_INPUT for a line in the middle that is no row
 */
export async function* readRunRows(folder: string): AsyncGenerator<EvalRow> {
  const path = join(folder, 'rows.jsonl');
  if (!existsSync(path)) return;
  let broken: string | undefined;
  for await (const row of readRows(path)) {
    if (broken !== undefined) {
      throw new ParleyError('BAD_INPUT', {
        message: `${broken} is not a row of an eval.`,
        remedy: 'Fix or remove the line, or use another --out.',
      });
    }
    if ('value' in row && isRow(row.value)) yield row.value;
    else broken = row.place;
  }
}

async function* replacedLines(folder: string, rows: ReadonlyMap<string, EvalRow>): AsyncGenerator<string> {
  for await (const row of readRunRows(folder)) yield `${JSON.stringify(rows.get(rowKey(row)) ?? row)}\n`;
}

const isRow = (value: unknown): value is EvalRow =>
  typeof value === 'object' && value !== null && 'id' in value && 'strategy' in value && 'scores' in value;

/** Cuts off what a killed process left of a line. Looks back from the end: the file may be bigger than memory. */
const cutHalfLine = (path: string): void => {
  const file = openSync(path, 'r+');
  try {
    const piece = Buffer.alloc(65_536);
    let end = fstatSync(file).size;
    for (let start = end; start > 0; ) {
      const length = Math.min(piece.length, start);
      start -= length;
      readSync(file, piece, 0, length, start);
      const at = piece.subarray(0, length).lastIndexOf(0x0a);
      if (at === -1 && start > 0) continue;
      end = at === -1 ? 0 : start + at + 1;
      break;
    }
    ftruncateSync(file, end);
  } finally {
    closeSync(file);
  }
};

/** @returns the run's id, made with its first attempt */
const claimFolder = (folder: string, identity: RunIdentity): string => {
  const path = join(folder, 'run.json');
  // A run that failed before its first answer has nothing that another run could spoil.
  if (!existsSync(path) || !existsSync(join(folder, 'rows.jsonl'))) {
    const id = randomUUID();
    writeFileSync(path, `${JSON.stringify({ id, ...identity }, null, 2)}\n`);
    return id;
  }
  const earlier = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const differing = Object.entries(identity)
    // A folder of an older version lacks settings that were added since.
    .filter(([name, value]) => JSON.stringify(earlier[name] ?? null) !== JSON.stringify(value))
    .map(([name, value]) => `${name} was ${show(earlier[name])}, now ${show(value)}`);
  if (differing.length === 0) return typeof earlier.id === 'string' ? earlier.id : path;
  throw new ParleyError('EVAL_FAILED', {
    message: `${folder} holds a different run: ${differing.join('; ')}.`,
    remedy: 'Use another --out, or start over with --fresh.',
    details: { differing },
  });
};

const show = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set');
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
};

/** A process touches its lock this often. A lock that was not touched for STALE_MS is free, whatever process it names. */
const TOUCH_MS = 5_000;
const STALE_MS = 60_000;

/** Takes the folder's lock file, which holds the process id; the lock of a dead process is taken over. */
const lock = (folder: string): (() => void) => {
  const path = join(folder, 'run.lock');
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number(readFileSync(path, 'utf8'));
    if (isRunning(holder) && Date.now() - statSync(path).mtimeMs < STALE_MS) {
      throw new ParleyError('EVAL_FAILED', {
        message: `Another eval (process ${holder}) writes into ${folder}.`,
        remedy: 'Wait for it, or name another --out.',
      });
    }
    writeFileSync(path, String(process.pid));
  }
  const touch = setInterval(() => {
    // A folder that was removed is told of by the next write; a timer has nobody to tell.
    if (existsSync(path)) utimesSync(path, new Date(), new Date());
  }, TOUCH_MS).unref();
  return () => {
    clearInterval(touch);
    rmSync(path, { force: true });
  };
};

/** False for this process's own id too: a restarted container gives the same ids again. */
const isRunning = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A killed process whose parent has not waited for it still has its id, and state Z.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
};
