import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { HostedModel, ModelFile } from './hosted-models.ts';

export interface FetchRetries {
  /** Milliseconds without a byte after which a connection counts as lost; 30 s by default. */
  stallMs?: number;
  /** Consecutive attempts without a byte before the download fails; 5 by default. */
  attempts?: number;
  /** Milliseconds before the second attempt; doubles with each further attempt. */
  firstDelayMs?: number;
}

/**
 * Downloads the files of a model that are missing in `folder`. Each is written to a `.part` file, which a later attempt or
 * call resumes, and renamed when its hash is right. Two processes may download at once: both write the same bytes to the
 * same offsets.
 *
 * @param base URL of the hub or a mirror, without a slash at the end
 * @param onProgress receives the bytes present, including files that existed before, and the total
 * @throws ENCODER_UNAVAILABLE if the server is unreachable, keeps failing or sends other content; DISK_FULL
 */
export const fetchModel = async (
  { repository, revision, files }: HostedModel,
  folder: string,
  base: string,
  onProgress: (done: number, total: number) => void = () => {},
  retries: FetchRetries = {},
): Promise<void> => {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const file of files) {
    const target = join(folder, file.path);
    if (!existsSync(target)) {
      const url = `${base}/${repository}/resolve/${revision}/${file.path}`;
      try {
        await fetchFile(url, file, target, (done) => onProgress(before + done, total), retries);
      } catch (error) {
        // Ignores the error if another process has finished the file.
        if (!existsSync(target)) throw asFetchError(error, folder);
      }
    }
    before += file.bytes;
    onProgress(before, total);
  }
};

const fetchFile = async (
  url: string,
  file: ModelFile,
  target: string,
  onBytes: (done: number) => void,
  { stallMs = 30_000, attempts = 5, firstDelayMs = 1000 }: FetchRetries,
) => {
  const part = `${target}.part`;
  await mkdir(dirname(part), { recursive: true });
  await checkDiskSpace(dirname(part), file.bytes - (await sizeOf(part)));
  let hasRestarted = false;
  for (let failuresInRow = 0; ; ) {
    const before = await sizeOf(part);
    try {
      await fetchRest(url, file, part, onBytes, stallMs);
      if ((await sha256Of(part)) === file.sha256) break;
      await rm(part, { force: true });
      // The `.part` of an earlier call may be wrong, so restarts once from the beginning.
      if (before === 0 || hasRestarted) throw unexpectedContent(url);
      hasRestarted = true;
    } catch (error) {
      if (existsSync(target)) return; // another process was faster
      if (isParleyError(error) || isDiskError(error)) throw error;
      failuresInRow = (await sizeOf(part)) > before ? 0 : failuresInRow + 1;
      if (failuresInRow >= attempts || (error instanceof Refused && !error.isTemporary))
        throw downloadFailed(error, url);
      await sleep(firstDelayMs * 2 ** failuresInRow);
    }
  }
  await rename(part, target);
};

/** Resumes the download at the end of `part`. @throws Refused, or the connection's error */
const fetchRest = async (
  url: string,
  file: ModelFile,
  part: string,
  onBytes: (done: number) => void,
  stallMs: number,
): Promise<void> => {
  let at = await sizeOf(part);
  if (at > file.bytes) {
    await rm(part);
    at = 0;
  }
  if (at === file.bytes) return;
  const stall = new AbortController();
  const timer = setTimeout(() => stall.abort(new Error(`no byte came for ${stallMs / 1000} s`)), stallMs);
  try {
    const headers = { 'accept-encoding': 'identity', ...(at > 0 && { range: `bytes=${at}-` }) };
    const response = await fetch(url, { headers, signal: stall.signal });
    const whole = wholeLength(response);
    if (response.status === 416 || (response.ok && whole !== undefined && whole !== file.bytes)) {
      await response.body?.cancel();
      // The part, or the server's file, is not the expected file.
      await rm(part, { force: true });
      if (at === 0) throw unexpectedContent(url);
      throw new Refused(`${url} has changed`, true);
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Refused(
        `it answered ${response.status}`,
        [408, 425, 429].includes(response.status) || response.status >= 500,
      );
    }
    // A server without support for ranges sends the whole file, from byte 0.
    at = rangeStart(response);
    const handle = await open(part, constants.O_CREAT | constants.O_WRONLY);
    try {
      for await (const chunk of response.body) {
        timer.refresh();
        if (at + chunk.length > file.bytes) throw unexpectedContent(url);
        await handle.write(chunk, 0, chunk.length, at);
        at += chunk.length;
        onBytes(at);
      }
    } finally {
      await handle.close();
    }
    if (at < file.bytes) throw new Error(`it ended after ${at} of ${file.bytes} bytes`);
  } finally {
    clearTimeout(timer);
  }
};

/** The file's size from the response (RFC 9110, sections 8.6 and 14.4); undefined if absent or the content is compressed. */
const wholeLength = ({ status, headers }: Response): number | undefined => {
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return undefined;
  const told =
    status === 206 ? /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] : headers.get('content-length');
  return told ? Number(told) : undefined;
};

const rangeStart = ({ status, headers }: Response): number =>
  status === 206 ? Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? 0) : 0;

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0;

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** @throws DISK_FULL if the disk has less free space */
const checkDiskSpace = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw diskFull(
    folder,
    `${Math.ceil(bytes / 1e6)} MB are needed and ${Math.floor((bavail * bsize) / 1e6)} MB are free.`,
  );
};

/** The server refused the request or sent another file. Temporary refusals are retried. */
class Refused extends Error {
  readonly isTemporary: boolean;
  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

const isDiskError = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');

const asFetchError = (error: unknown, folder: string): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder, 'There is no room left.', error);
  if (isParleyError(error) || !isDiskError(error)) return error;
  return new ParleyError('ENCODER_UNAVAILABLE', {
    message: `The encoder’s files cannot be written to ${folder} (${code}).`,
    remedy: 'Set PARLEY_MODELS to a folder that Parley may write to, or that has them.',
    cause: error,
  });
};

const diskFull = (folder: string, why: string, cause?: unknown) =>
  new ParleyError('DISK_FULL', {
    message: `The encoder’s files do not fit into ${folder}: ${why}`,
    remedy: 'Make room, or set PARLEY_MODELS to a folder elsewhere; what came is kept.',
    cause,
  });

const unexpectedContent = (url: string) =>
  new ParleyError('ENCODER_UNAVAILABLE', {
    message: `What ${url} sends is not the file that was expected; nothing of it was kept.`,
    remedy:
      'Check PARLEY_MODELS_URL, and that no proxy answers in its place; or put the files into PARLEY_MODELS by hand.',
  });

const downloadFailed = (error: unknown, url: string) => {
  const { message, cause } = error as Error;
  return new ParleyError('ENCODER_UNAVAILABLE', {
    message: `${url} could not be fetched: ${cause instanceof Error ? cause.message : message}.`,
    remedy: 'Try again, which goes on where it stopped, or set PARLEY_MODELS_URL to a mirror.',
    cause: error,
  });
};
