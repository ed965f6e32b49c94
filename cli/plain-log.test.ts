import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createPlainLog } from './plain-log.ts';

it('prints each warning once, at the end, and nothing that the command printed already', () => {
  const printed: string[] = [];
  const log = createPlainLog((line) => printed.push(line));
  log.error({ code: 'MODEL_UNAVAILABLE', details: { model: 'x' } }, 'The model x can’t be reached.');
  log.warn({ err: new Error('secret') }, 'The encoder is down.');
  log.warn('The encoder is down.');
  log.info('nobody asked');
  expect(printed).toEqual([]);
  log.alreadyPrinted('The model x can’t be reached. Check that it is up; until then Parley quotes its sources.');
  log.release();
  log.release();
  expect(printed).toEqual(['The encoder is down.']);
});

it('says a missing key in one plain line, into a pipe too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-key-'));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('main.ts', import.meta.url)), 'ask', 'do passwords expire?', '--data', folder],
    { env: { PATH: process.env.PATH, PARLEY_MODEL: 'openai:gpt-4o-mini' }, cwd: folder, encoding: 'utf8' },
  );
  const said = `${stdout}${stderr}`;
  expect(said.match(/No key is set for openai:gpt-4o-mini/g)).toHaveLength(1);
  expect(said).not.toContain('{"level"');
  expect(status).toBe(1);
});
