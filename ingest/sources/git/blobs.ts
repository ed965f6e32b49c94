import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ParleyError } from '../../../core/errors.ts';
import { safely } from './git.ts';

/** Reads contents out of a repository through one process. */
export interface Blobs {
  /** @throws INPUT_UNREADABLE when the repository does not hold it */
  read(blob: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens `git cat-file --batch`: it answers `NAME blob SIZE`, the bytes and a line end for each name that it is sent. */
export const openBlobs = (repository: string): Blobs => {
  const { args, env } = safely(['-C', repository, 'cat-file', '--batch']);
  const git = spawn('git', args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(git, 'close');
  let broken: Error | undefined;
  git.on('error', (error) => {
    broken = error;
  });
  git.stdin.on('error', (error) => {
    broken = error;
  });
  const chunks = git.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let last: Promise<unknown> = Promise.resolve();

  const more = async (): Promise<Buffer> => {
    const { value, done } = await chunks.next();
    if (done || broken)
      throw new ParleyError('INPUT_UNREADABLE', {
        message: 'git stopped in the middle.',
        remedy: 'Run the command again.',
        cause: broken,
      });
    return value;
  };
  const take = async (length: number): Promise<Buffer> => {
    const parts = [rest];
    for (let have = rest.length; have < length; ) {
      const chunk = await more();
      parts.push(chunk);
      have += chunk.length;
    }
    const all = Buffer.concat(parts);
    rest = all.subarray(length);
    return all.subarray(0, length);
  };
  const line = async (): Promise<string> => {
    while (!rest.includes(10)) rest = Buffer.concat([rest, await more()]);
    return (await take(rest.indexOf(10) + 1)).toString();
  };
  const one = async (blob: string): Promise<Buffer> => {
    git.stdin.write(`${blob}\n`);
    const answer = await line();
    const size = answer.match(/ blob (\d+)\n$/)?.[1];
    if (size === undefined)
      throw new ParleyError('INPUT_UNREADABLE', {
        message: `The repository does not hold the file's content (${answer.trim()}).`,
        remedy: 'Fetch it anew: run `parley sync`.',
      });
    return Buffer.from((await take(Number(size) + 1)).subarray(0, -1));
  };
  return {
    read(blob) {
      const answer = last.then(() => one(blob));
      // One at a time, in order: the answers carry no other sign of whose they are.
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
