import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
  const mail = [
    'From: Tobias Renner <tobias@h.example>',
    'To: team@h.example',
    'Subject: Pump delivery',
    'Date: Tue, 03 Mar 2026 08:40:00 +0000',
    '',
    'Hi all,',
    'the new pump arrives on Friday.',
    '',
    'Tobias',
    '-- ',
    'Tobias Renner, Workshop',
  ];
  await writeFile(join(folder, 'delivery.eml'), mail.join('\r\n'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: join(folder, 'data') }) });
  await parley.ingest([join(folder, 'delivery.eml')]);
});
afterAll(async () => {
  await parley.close();
  await rm(folder, { recursive: true });
});

const ask = (text: string) => parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });

it('quotes what a mail says, without the lines above it and the signature below', async () => {
  const { verdict, text } = await ask('when does the new pump arrive?');
  expect(verdict).toBe('answered');
  expect(text).toContain('the new pump arrives on Friday.');
  expect(text).not.toMatch(/Date:|Workshop|--/);
});

it('shows a mail’s sender without Markdown’s hard line break', async () => {
  const { text } = await ask('Tobias Renner');
  expect(text).toContain('From: Tobias Renner');
  expect(text).not.toContain('\\');
});
