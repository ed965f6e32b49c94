import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ParleyError } from '../../core/errors.ts';

/** A file of a model: where it lies, under the hub's revision and under the model's folder, its bytes and its hash. */
export interface ModelFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** A model that Parley may fetch: a revision of a repository, so that what arrives never changes. */
export interface HostedModel {
  repository: string;
  revision: string;
  files: readonly ModelFile[];
}

export const HOSTED: Readonly<Record<string, HostedModel>> = {
  'all-MiniLM-L6-v2': {
    repository: 'sentence-transformers/all-MiniLM-L6-v2',
    revision: '1110a243fdf4706b3f48f1d95db1a4f5529b4d41',
    files: [
      {
        path: 'tokenizer_config.json',
        bytes: 350,
        sha256: 'acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b',
      },
      {
        path: 'tokenizer.json',
        bytes: 466_247,
        sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
      },
      {
        path: 'onnx/model.onnx',
        bytes: 90_405_214,
        sha256: '6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452',
      },
    ],
  },
};

/**
 * Fetches the files of a model that `folder` lacks. Each goes to a `.part` that a later call goes on with, and takes its
 * name only when its hash is right. Two processes may fetch at once: both write the same bytes at the same places.
 *
 * @param base the hub's address or a mirror's, without a slash at the end
 * @throws ENCODER_UNAVAILABLE (out of reach, cut, wrong hash), DISK_FULL
 */
export const fetchModel = async (
  { repository, revision, files }: HostedModel,
  folder: string,
  base: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> => {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const file of files) {
    const target = join(folder, file.path);
    if (!existsSync(target)) {
      const url = `${base}/${repository}/resolve/${revision}/${file.path}`;
      try {
        await fetchFile(url, file, target, (done) => onProgress(before + done, total));
      } catch (error) {
        // Another process may have finished it first.
        if (!existsSync(target)) throw asFetchError(error, url);
      }
    }
    before += file.bytes;
  }
};

const fetchFile = async (url: string, file: ModelFile, target: string, onBytes: (done: number) => void) => {
  const part = `${target}.part`;
  await mkdir(dirname(part), { recursive: true });
  let at = (await stat(part).catch(() => undefined))?.size ?? 0;
  if (at < file.bytes) {
    const headers = { 'accept-encoding': 'identity', ...(at > 0 && { range: `bytes=${at}-` }) };
    const response = await fetch(url, { headers });
    if (!response.ok || !response.body) throw unavailable(`${url} answered ${response.status}.`);
    if (response.status !== 206) at = 0;
    const handle = await open(part, constants.O_CREAT | constants.O_WRONLY);
    try {
      for await (const chunk of response.body) {
        if (at + chunk.length > file.bytes) break; // more than there should be: the hash refuses what is written
        await handle.write(chunk, 0, chunk.length, at);
        at += chunk.length;
        onBytes(at);
      }
    } finally {
      await handle.close();
    }
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(part), hash);
  if (hash.digest('hex') !== file.sha256) {
    await rm(part, { force: true });
    throw unavailable(`What came from ${url} is not the file that was expected, and was removed.`);
  }
  await rename(part, target);
};

const unavailable = (message: string, cause?: unknown) =>
  new ParleyError('ENCODER_UNAVAILABLE', {
    message,
    remedy: 'Ask again, which goes on where it stopped, or set PARLEY_MODELS_URL to a mirror.',
    cause,
  });

const asFetchError = (error: unknown, url: string): ParleyError => {
  if (error instanceof ParleyError) return error;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return new ParleyError('DISK_FULL', {
      message: 'There is no room for the encoder’s files.',
      remedy: 'Make room, or set PARLEY_MODELS to a folder elsewhere; what came is kept.',
      cause: error,
    });
  const why = cause instanceof Error ? cause.message : message;
  return unavailable(`${url} could not be fetched: ${why}.`, error);
};
