import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'parley-full-'));

const main = join(import.meta.dirname, 'main.ts');
const handbook = join(import.meta.dirname, '../samples/handbook');
const PAGES = readdirSync(handbook, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** Runs a script with a small file system mounted at `disk`, in separate namespaces, so that nothing stays mounted. */
const onDisk = (size: string, script: string) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', `mkdir -p disk && mount -t tmpfs -o size=${size} tmpfs disk && ${script}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PARLEY_DATA: join(folder, 'disk') },
  });

const parley = (...args: string[]) => `"${process.execPath}" "${main}" ${args.join(' ')}`;
const can = onDisk('1m', 'true').status === 0;
const reason = can ? '' : ' (skipped: this machine lets nobody mount a file system of their own)';

describe.skipIf(!can)(`a data folder on a disk that is nearly full${reason}`, () => {
  // Too small for the empty data file, for checkpointing it, and for the first pages of the handbook.
  it.each(['300k', '640k', '900k'])(
    'of %s takes an ingest back, whole, and takes it when there is space',
    (size) => {
      const { stdout, stderr } = onDisk(
        size,
        [
          parley('ingest', handbook, '--source', 'handbook'),
          parley('sources'),
          'mount -o remount,size=64m disk',
          parley('sources'),
          parley('ingest', handbook, '--source', 'handbook'),
          parley('doctor'),
        ].join('; '),
      );
      expect(stderr).toContain('The disk that holds the data folder is full');
      expect(stderr + stdout).not.toMatch(/damaged|went wrong/);
      expect(stdout).not.toMatch(/0 documents/);
      // Pages are kept in batches cut by time: on a slow machine some are kept before the disk is full, and are unchanged after.
      const [, added, unchanged] = /(\d+) pages added, 0 updated, (\d+) unchanged/.exec(stdout) ?? [];
      expect(Number(added) + Number(unchanged)).toBe(PAGES);
      expect(stdout).toContain(`stores: ${PAGES} documents`);
      expect(stdout).toContain('data file: is sound');
    },
    120_000,
  );
});
