import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFromFile, loadEnvFile } from './env-file.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-env-'));
  file = path.join(folder, '.env');
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('ENV_FILE_TEST_')) delete process.env[name];
});

const load = (content: string | Uint8Array) => {
  writeFileSync(file, content);
  loadEnvFile(file);
};

it('reads the first setting of a file that Windows wrote, with a byte order mark and its line ends', () => {
  load('\ufeffENV_FILE_TEST_FIRST=one\r\n# a comment\r\n\r\nexport ENV_FILE_TEST_SECOND="two"\r\n');
  expect(process.env).toMatchObject({ ENV_FILE_TEST_FIRST: 'one', ENV_FILE_TEST_SECOND: 'two' });
  expect(isFromFile('ENV_FILE_TEST_FIRST')).toBe(true);
});

it('refuses a file in another encoding, and a folder of that name', () => {
  expect(() => load(Buffer.from('\ufeffENV_FILE_TEST_FIRST=one', 'utf16le'))).toThrow(
    'cannot be read (it is not UTF-8)',
  );
  rmSync(file);
  mkdirSync(file);
  expect(() => loadEnvFile(file)).toThrow('cannot be read (EISDIR)');
});

it.each(['ENV_FILE_TEST_FIRST: one', 'ENV_FILE_TEST_FIRST one', 'ENV_FILE_TEST_FIRST'])(
  'names the line that sets nothing, without its words: %s',
  (line) => {
    expect(() => load(`ENV_FILE_TEST_SECOND="a\nb c"\n${line}\n`)).toThrow(`Line 3 of ${file} sets nothing.`);
  },
);

it('takes no white space at the ends of a value, as copied with a key', () => {
  load('ENV_FILE_TEST_FIRST=" sk-abc "\nENV_FILE_TEST_SECOND=\tsk-def\n');
  expect(process.env).toMatchObject({ ENV_FILE_TEST_FIRST: 'sk-abc', ENV_FILE_TEST_SECOND: 'sk-def' });
});

it.each(['“sk-abc”', '‘sk-abc’', '„sk-abc“'])(
  'names the line with typographic quotes, without its words: %s',
  (value) => {
    expect(() => load(`# a comment\nENV_FILE_TEST_FIRST=${value}\n`)).toThrow(
      `Line 2 of ${file} has typographic quotes`,
    );
  },
);
