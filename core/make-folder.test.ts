import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-folder-'));
});

it('creates a folder with its parents, and accepts an existing one', () => {
  const deep = path.join(folder, 'a', 'b', 'c');
  makeFolder(deep);
  writeFileSync(path.join(deep, 'kept'), '');
  makeFolder(deep);
  expect(existsSync(path.join(deep, 'kept'))).toBe(true);
});

it('fails at once if a file is in the folder’s place', () => {
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => makeFolder(path.join(folder, 'file', 'a'))).toThrow(/EEXIST/);
  expect(() => makeFolder(path.join(folder, 'file'))).toThrow(/EEXIST/);
});

it.skipIf(!existsSync('/proc/self'))('fails if the parent exists and nothing can be created in it', () => {
  expect(() => makeFolder('/proc/parley-has-no-folder-here/a')).toThrow(/ENOENT/);
});
