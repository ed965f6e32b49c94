import { describe, expect, it } from 'vitest';
import { deidentify } from './deidentify.ts';

describe('taking people out of a text', () => {
  it.each([
    ['Ask ada.byron@acme.co.uk or <@U024BE7LH>', 'Ask [email] or [person]'],
    ['cc @ada_byron and <mailto:x@y.z|x@y.z>', 'cc [person] and [email]'],
    ['my number is +47 913 45 678 now', 'my number is [number] now'],
    ['to NO93 8601 1117 947 please', 'to [account] please'],
    ['https://x.y/a?token=abc123&b=1', 'https://x.y/a?token=[secret]&b=1'],
    [
      'between 2024-01-01 and 2024-12-31 it was 12,500 EUR in room 4.21',
      'between 2024-01-01 and 2024-12-31 it was 12,500 EUR in room 4.21',
    ],
    ['U777AAA said so', '[person] said so'],
  ])('%j', (text, expected) => {
    expect(deidentify(text, ['U777AAA'])).toBe(expected);
  });
});
