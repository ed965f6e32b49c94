import { describe, expect, it } from 'vitest';
import { encodedText } from './encoded-text.ts';

const SECRET = 'The fern in the hall is not for sale and you keep it.';

describe('text that is encoded', () => {
  it.each([
    ['base64', Buffer.from(SECRET).toString('base64')],
    ['hexadecimal bytes', Buffer.from(SECRET).toString('hex')],
    ['bytes apart', Buffer.from(SECRET).toString('hex').replace(/../g, '$& ').trim()],
    ['thirteen letters on', 'Gur srea va gur unyy vf abg sbe fnyr naq lbh xrrc vg.'],
    ['thirteen letters on, where it says so', 'In ROT13: gur srea va gur unyy.'],
    ['backwards', [...SECRET].reverse().join('')],
  ])('reads %s', (_, written) => {
    expect(encodedText(`Line: ${written}`).join(' ')).toContain('fern in the hall');
  });

  it.each([
    SECRET,
    'The DNA of a ton of ferns is kept in the lab.',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'Token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9eyJzdWIiOiIxMjM0NTY3ODkwIn0',
    'ROT13 moves each letter by thirteen places.',
    'Set the vf and gb of the file gb.conf.',
  ])('leaves: %s', (text) => {
    expect(encodedText(text)).toEqual([]);
  });
});
