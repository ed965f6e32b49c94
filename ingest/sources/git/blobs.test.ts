import { spawn } from 'node:child_process';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openBlobs } from './blobs.ts';
import type { Git } from './git.ts';

it('fails where git cannot be started, and leaves no rejection behind that nobody handles', async () => {
  const rejected: unknown[] = [];
  const note = (reason: unknown) => rejected.push(reason);
  process.on('unhandledRejection', note);
  const start: Git['start'] = () => spawn('/nowhere/git', [], { stdio: ['pipe', 'pipe', 'ignore'] });
  const blobs = openBlobs({ start } as Pick<Git, 'start'> as Git);
  await expect(blobs.read('a'.repeat(40))).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  for (let round = 0; round < 5; round++) await nextRound();
  await blobs.close();
  process.off('unhandledRejection', note);
  expect(rejected).toEqual([]);
});
