import { expect, it } from 'vitest';
import { whyNoText } from './plain-text.ts';

const reason = (text: string) => whyNoText(new TextEncoder().encode(text), text.length);

it('reads a text without an ending that has a few signs of bold and underlined', () => {
  expect(reason('\x02Synopsis:\x02\n   \x1fadmin\x1f <server>\n\nIt asks a server who runs it.\n')).toBeUndefined();
});

it('refuses what has NUL or many control characters', () => {
  expect(reason('a text with \0 in it, and nothing else that is odd')).toMatch(/not plain text/);
  expect(reason('\x01\x02\x03\x04abc\x05\x06')).toMatch(/not plain text/);
});
