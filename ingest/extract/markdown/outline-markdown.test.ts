import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';
import { outlineMarkdown } from './outline-markdown.ts';

const boiler = '65f1c2d3-1234-4abc-9def-0123456789ab';
const other = '75f1c2d3-1234-4abc-9def-0123456789ab';

it('writes a page of Logseq with its properties and references in words', () => {
  const { title, markdown } = extractMarkdownText(
    [
      'title:: Boiler room',
      'type:: [[Machine]]',
      'public:: true',
      '',
      '- # Data',
      `  id:: ${other}`,
      '- The boiler runs at **3 bar**.',
      `  id:: ${boiler}`,
      '  collapsed:: true',
      '\t- Maker:: Acme',
      '\t- collapsed:: true',
      '\t  ',
      '\t  Opens at six.',
      '\t- #+BEGIN_QUOTE',
      '\t  Never above 4 bar.',
      '\t  #+END_QUOTE',
      `- See ((${boiler})) and [the data](((${other}))), not ((85f1c2d3-1234-4abc-9def-0123456789ab)).`,
      '- DONE Order the seal',
      '  DEADLINE: <2026-10-31 Sat ++1y>',
      '  :LOGBOOK:',
      '  CLOCK: [2026-03-05 Thu 09:00:00]--[2026-03-05 Thu 09:10:00] =>  00:10:00',
      '  :END:',
      '- {{query (task TODO)}}',
      '- ![plan.png](../assets/plan.png){:height 137, :width 405}',
      '-',
    ].join('\n'),
  );
  expect(title).toBe('Boiler room');
  expect(markdown).toBe(
    [
      '- type: Machine',
      '',
      '- # Data',
      '- The boiler runs at **3 bar**.',
      '\t- Maker: Acme',
      '\t- Opens at six.',
      '\t- Never above 4 bar.',
      '- See The boiler runs at **3 bar**. and the data, not .',
      '- DONE Order the seal',
      '  Deadline: 2026-10-31 Sat ++1y',
      '- ![plan.png](../assets/plan.png)',
    ].join('\n'),
  );
});

it('calls a page without a title after its file', () =>
  expect(extractMarkdownText(`- # Data\n  id:: ${boiler}\n- Text`).title).toBe(''));

it('leaves code and other texts as they are', () => {
  for (const text of [
    '```\nid:: x\n```\nTake `std::cout`.',
    'main :: IO ()\n',
    '# Press\n\n- Owner: Ann',
    'A (double ((bracket))).',
  ])
    expect(outlineMarkdown(text)).toBeUndefined();
  const code = '- Build:\n  id:: 1\n\t- ```\n\t  collapsed:: true\n\t  -\n\t  ```\n- End';
  expect(outlineMarkdown(code)?.markdown).toBe('- Build:\n\t- ```\n\t  collapsed:: true\n\t  -\n\t  ```\n- End');
});

it('reads many signs in time that grows with their number', () => {
  const before = process.cpuUsage();
  for (const part of [`((${boiler}))`, '{{embed ', 'a:: b\n', ':LOGBOOK:\n', '- \n', '[a](((', '#+BEGIN_QUERY\n'])
    outlineMarkdown(`id:: ${boiler}\n- ${part.repeat(30_000)}`);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(5);
});

it('takes lines with double colons for properties only right above an item', () => {
  const types = 'first:: a\n'.concat('map:: a:: b\n'.repeat(60));
  expect(outlineMarkdown(`${types}Types of a language.`)).toBeUndefined();
  expect(outlineMarkdown(`${types}\n\n- an item`)).toBeUndefined();
  expect(outlineMarkdown(`${types}\n- an item`)?.markdown).toContain('- first: a\n- map: a:: b\n');
});
