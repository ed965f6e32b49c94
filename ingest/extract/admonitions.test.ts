import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown/markdown.ts';

const written = (...lines: string[]) => extractMarkdownText(lines.join('\n')).markdown;

it.each([
  ['Outline', ':::warning', 'Never open it.', '', ':::', '', '\\', '', 'Close it.'],
  ['Docusaurus', ':::warning', '', 'Never open it.', '', ':::', '', 'Close it.'],
  ['Quarto', '::: {.callout-warning collapse="true"}', 'Never open it.', ':::', '', 'Close it.'],
  ['MyST', ':::{warning}', 'Never open it.', ':::', '', 'Close it.'],
  ['MkDocs', '!!! warning', '    Never open it.', '', 'Close it.'],
  ['MkDocs, folded', '??? warning "Warning"', '', '    Never open it.', 'Close it.'],
  ['GitBook', '{% hint style="warning" %}', 'Never open it.', '{% endhint %}', '', 'Close it.'],
])('writes a box in words as %s has it', (_, ...lines) => {
  expect(written(...lines).replace(/\n+/g, '\n')).toBe('**Warning**\nNever open it.\nClose it.');
});

it('keeps the title of a box, what it holds, and where it stands', () => {
  expect(
    written(
      '- Step',
      '',
      '    !!! tip inline "Wet paint"',
      '        Wait:',
      '',
      '        1. a day',
      '        2. a week',
      '',
      'End.',
    ),
  ).toBe('- Step\n\n    **Wet paint**\n\n    Wait:\n\n    1. a day\n    2. a week\n\nEnd.');
  expect(written(':::tip[Wet *paint*]', 'Wait.', ':::')).toBe('**Wet *paint***\n\nWait.\n'.trim());
  expect(written('> Wet.', '> Very.', '{.is-warning}')).toBe('> **Warning**\n>\n> Wet.\n> Very.');
});

it('leaves out the names and styles of headings, and keeps code and other colons', () => {
  expect(written('## Tabs {.tabset}', '', 'A {x} b.', '', '## Oil {#oil .wide}')).toBe('## Tabs\n\nA {x} b.\n\n## Oil');
  const code = '```md\n:::warning\n!!! note\n    x {.a}\n:::\n```\n\n:::\n\n::: columns';
  expect(written(code)).toBe(code);
});
