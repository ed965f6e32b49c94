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

it('takes what a program saved as JSON for data, and braces in a text for text', () => {
  expect(reason('{\n    "token": "ey…",\n    "user": {"email": "ann@example.com"}\n}\n')).toMatch(/data as JSON/);
  expect(reason('[{"id": 1}, {"id": 2}]')).toMatch(/data as JSON/);
  expect(reason('{ "quoted" } is how a term is marked.\n')).toBeUndefined();
  expect(reason('[1] A note\n{x} stands for a letter.\n')).toBeUndefined();
});

it('takes a file that Office saved for no text, however much UTF-16 it begins with', () => {
  const text = Buffer.from('Ящик стоит на полке, и крышка его закрыта.\n'.repeat(100), 'utf16le');
  expect(whyNoText(text, text.length)).toBeUndefined();
  const saved = Buffer.concat([Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), text]);
  expect(whyNoText(saved, saved.length)).toMatch(/not plain text/);
});
