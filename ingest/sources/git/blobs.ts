import { ParleyError } from '../../../core/errors.ts';
import type { Git } from './git.ts';

/** Reads contents out of a repository through one process. */
export interface Blobs {
  /** @throws INPUT_UNREADABLE when the repository does not hold it */
  read(blob: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens `git cat-file --batch`: it answers `NAME blob SIZE`, the bytes and a line end for each name that it is sent. */
export const openBlobs = (repository: Git): Blobs => {
  const git = repository.start(['cat-file', '--batch']);
  // Not `once` of node:events, which rejects where git cannot be started, before anybody waits for it.
  const ended = new Promise<void>((done) => git.once('close', () => done()));
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  git.on('error', onError);
  git.stdin.on('error', onError);
  const chunks = git.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let last: Promise<unknown> = Promise.resolve();

  const nextChunk = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next();
    if (done || broken)
      throw new ParleyError('INPUT_UNREADABLE', {
        message: 'git stopped in the middle.',
        remedy: 'Run the command again.',
        cause: broken,
      });
    return value;
  };
  const readBytes = async (length: number): Promise<Buffer> => {
    const parts = [rest];
    for (let have = rest.length; have < length; ) {
      const chunk = await nextChunk();
      parts.push(chunk);
      have += chunk.length;
    }
    const all = Buffer.concat(parts);
    rest = all.subarray(length);
    return all.subarray(0, length);
  };
  const readLine = async (): Promise<string> => {
    while (!rest.includes(10)) rest = Buffer.concat([rest, await nextChunk()]);
    return (await readBytes(rest.indexOf(10) + 1)).toString();
  };
  const readOne = async (blob: string): Promise<Buffer> => {
    git.stdin.write(`${blob}\n`);
    const answer = await readLine();
    const size = answer.match(/ blob (\d+)\n$/)?.[1];
    if (size === undefined)
      throw new ParleyError('INPUT_UNREADABLE', {
        message: `The repository does not hold the file's content (${answer.trim()}).`,
        remedy: 'Fetch it anew: run `parley sync`.',
      });
    return Buffer.from((await readBytes(Number(size) + 1)).subarray(0, -1));
  };
  return {
    read(blob) {
      const answer = last.then(() => readOne(blob));
      // One request at a time: the answers come in order and do not say which request they belong to.
      last = answer.catch(() => undefined);
      return answer;
    },
    async close() {
      git.stdin.end();
      git.kill();
      await ended;
    },
  };
};
