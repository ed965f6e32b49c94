import { stripVTControlCharacters } from 'node:util';
import { expect, it, vi } from 'vitest';
import { emphasised, print } from './output.ts';

it('shows the emphasis of an answer as a terminal does, and other asterisks and underscores as they are', () => {
  const shown = emphasised('**26 weeks** at 2 * 3 snake_case_names\n\n_From “Parental leave”_');
  expect(stripVTControlCharacters(shown)).toBe('26 weeks at 2 * 3 snake_case_names\n\nFrom “Parental leave”');
  expect(shown).toContain('\u001b[1m26 weeks\u001b[22m');
});

it('shows a sign that is written with a backslash without it, but not in code', () => {
  const shown = emphasised('A link is \\[\\[Page\\]\\], 3 \\* 4, `\\[x\\]`\n\n```\na \\[b\\]\n```');
  expect(stripVTControlCharacters(shown)).toBe('A link is [[Page]], 3 * 4, `\\[x\\]`\n\n```\na \\[b\\]\n```');
});

it('prints nothing of a command to a terminal, and nothing that a program reads and nobody sees', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  print('The \u001b[31mred\u001b[0m desk\u{e0073}\u{e0061}\u{e0079}\u202e');
  expect(write.mock.calls).toEqual([['The red desk\n']]);
  write.mockRestore();
});
