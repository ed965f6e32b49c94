import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const MAIL = [
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
const ask = quotingFrom({ 'delivery.eml': MAIL.join('\r\n') });

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

const answered = quotingFrom({
  'boiler.eml': [
    'From: Ann Doe <ann@h.example>',
    'To: team@h.example',
    'Subject: Boiler',
    '',
    'The boiler is checked on 12 May.',
    '',
    'Best,',
    'Ann',
    '',
    'On Mon, 2 Mar 2026 at 09:12, Bo Ray <bo@h.example> wrote:',
    '',
    '> Do we know when they come?',
    '> The key to the cellar is with Mr Stone.',
  ].join('\r\n'),
});

it('quotes a mail without its closing formula and without the mail that it answers', async () => {
  const { verdict, text } = await answered('When is the boiler checked?');
  expect(verdict).toBe('answered');
  expect(text).toContain('The boiler is checked on 12 May.');
  expect(text).not.toMatch(/Best|wrote|key/);
});
