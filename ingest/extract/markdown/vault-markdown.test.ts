import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';
import { vaultMarkdown } from './vault-markdown.ts';

it('writes links between notes in words', () => {
  expect(vaultMarkdown('See [[Leave]], [[hr/Leave|how to ask]] and [[Leave#Sick days]], [[#Pay]].')).toBe(
    'See Leave, how to ask and Leave > Sick days, Pay.',
  );
  expect(vaultMarkdown('See [[Leave]], [[ Pay ]] and [[ Pay#^4f2a | how ]]; if [[ $a == b ]]')).toBe(
    'See Leave, Pay and how; if [[ $a == b ]]',
  );
  expect(vaultMarkdown('| a |\n|---|\n| [[Leave\\|ask]] |')).toBe('| a |\n|---|\n| ask |');
  expect(vaultMarkdown('Plan:\n\n![[plan.png|300]]\n\n![[Rooms]]')).toBe('Plan:\n\n\n\nRooms');
});

it('keeps brackets that are no links between notes', () => {
  for (const text of [
    'Run `[[Leave]]` in the shell.',
    '```\n[[Leave]]\n```',
    'As told before [[1]](https://a.example/1).',
    'if [[ -f notes ]]; then',
    'Take x[["rows"]] of it.',
    'The matrix [[1, 2]] is small.',
    '[[unclosed link\n\nText.',
  ])
    expect(vaultMarkdown(text)).toBe(text);
});

it('leaves out comments and names of paragraphs, in a text with such links', () => {
  expect(vaultMarkdown('The gate of [[Hall 2]] opens at six. ^4f2a9c\n\n%%\nask Ann\n%%\n\nNot %%yet%% at five.')).toBe(
    'The gate of Hall 2 opens at six.\n\n\n\nNot  at five.',
  );
  const batch = 'for %%i in (a b) do echo %%i\n\nThe square is x ^2000';
  expect(vaultMarkdown(batch)).toBe(batch);
});

it('leaves out comments of whole lines in any text, with the data of a drawing in them', () => {
  const drawing = '%%\n# Drawing\n```compressed-json\nN4KAkARALgngDg\n```\n%%';
  expect(vaultMarkdown(`The mast is tall.\n\n${drawing}\n\nThe hull is red.`)).toBe(
    'The mast is tall.\n\n\n\nThe hull is red.',
  );
  const code = '```matlab\n%%\nx = 1\n%%\n```';
  expect(vaultMarkdown(code)).toBe(code);
  const open = '%%\nThe mast is tall.';
  expect(vaultMarkdown(open)).toBe(open);
});

it('names a callout by its title or its kind', () => {
  const { markdown, text } = extractMarkdownText('> [!WARNING]\n> The floor is wet.\n\n> [!faq]- May I smoke?\n> No.');
  expect(markdown).toBe('> **Warning**\n>\n> The floor is wet.\n\n> **May I smoke?**\n>\n> No.');
  expect(text).toBe('Warning\nThe floor is wet.\nMay I smoke?\nNo.');
});

it('leaves out tags around words, and shows them in code', () => {
  const { markdown } = extractMarkdownText(
    '<span class="x">The floor</span> is <font color="red">wet</font>, see `<span>`.',
  );
  expect(markdown).toBe('The floor is wet, see `<span>`.');
});

it('reads a line of many backticks once', () => {
  const text = `[[x]]\n${'`'.repeat(80_000)}`;
  const before = process.cpuUsage();
  expect(vaultMarkdown(text)).toBe(text.replace('[[x]]', 'x'));
  // CPU time, which other processes do not affect.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(3);
});

it('leaves out queries and the signs around marked words', () => {
  const page = extractMarkdownText(
    '# Boats\n\n```dataview\nTABLE due FROM #boats\n```\n\nThe ==long boat== sails if a == b or `x==y==z`.\n\n```sh\n[ ==a== ]\n```',
  );
  expect(page.markdown).toBe('# Boats\n\n\n\nThe long boat sails if a == b or `x==y==z`.\n\n```sh\n[ ==a== ]\n```');
});
