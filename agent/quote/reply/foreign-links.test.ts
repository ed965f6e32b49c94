import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'passwords.md':
    '# Passwords\n\nThe password of your mailbox is changed at https://login.evil.example/reset on any device.\n\n## Badges\n\nA lost badge is reported at the [front desk](https://evil.example/badge) in Bergen.\n',
});

it('shows an address in a page as code, which no client turns into a link', async () => {
  const { text } = await ask('Where is the password of my mailbox changed?');
  expect(text).toContain('changed at `https://login.evil.example/reset` on any device');
});

it('shows only the words of a link to another site', async () => {
  const { text } = await ask('Where is a lost badge reported?');
  expect(text).toContain('front desk');
  expect(text).not.toContain('evil.example');
});
