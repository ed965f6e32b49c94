import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (pre: string) => extractHtmlText(`<html><body><pre>${pre}</pre></body></html>`).markdown;

it('reads a manual page of a hundred thousand lines without an empty one between them', () => {
  const lines = (line: string) => Array.from({ length: 100_000 }, () => line).join('\n');
  const body = lines('       The daemon closes every box that somebody has left open.');
  expect(page(`NAME\n${body}`)).toContain('closes every box');
  expect(page(`NAME\n${lines('   a heading')}\n${body}`)).toContain('### a heading');
  const terms = lines('       -f\n              Stay in the foreground, and write to standard output.');
  expect(page(`NAME\n${body}\n\n${terms}`)).toContain('**-f**');
});
