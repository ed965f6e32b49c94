import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-quote-'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
  const page = path.join(folder, 'passwords.md');
  await writeFile(
    page,
    '# Passwords\n\nThe password of your mailbox is changed at https://login.evil.example/reset on any device.\n\n## Badges\n\nA lost badge is reported at the [front desk](https://evil.example/badge) in Bergen.\n',
  );
  await parley.ingest([page]);
});
afterAll(async () => {
  await parley.close();
  await rm(folder, { recursive: true });
});

const ask = (text: string) => parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });

it('shows an address in a page as code, which no client turns into a link', async () => {
  const { text } = await ask('Where is the password of my mailbox changed?');
  expect(text).toContain('changed at `https://login.evil.example/reset` on any device');
});

it('shows only the words of a link to another site', async () => {
  const { text } = await ask('Where is a lost badge reported?');
  expect(text).toContain('front desk');
  expect(text).not.toContain('evil.example');
});
