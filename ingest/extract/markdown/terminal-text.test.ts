import { expect, it } from 'vitest';
import { extractText } from './markdown.ts';

const plain = (text: string) => extractText(new TextEncoder().encode(text)).text;

it('reads bold and underlined letters once, as a manual page for a terminal prints them', () => {
  expect(plain('   l\bls\bs - list _\bf_\bi_\bl_\be_\bs, or a_b, or n_\b_n')).toContain(
    'ls - list files, or a_b, or n_n',
  );
});

it('leaves out colours and places', () => {
  expect(plain('\x1b[1mThe gate\x1b[0m is \x1b[38;5;9mred\x1b[m.\x1b[K')).toBe('The gate is red.');
});

it('takes no line of a version control for a heading', () => {
  const text = plain('# $Gate: sleep,v 1.4 2005/03/11 04:55:04 ana Exp $\nSynopsis:\n   sleep <seconds>');
  expect(text).toMatch(/^\\# \$Gate/);
});
