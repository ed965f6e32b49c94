import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

/** The lines that hold something. */
const lines = (...source: string[]): string[] =>
  extractMarkdownText(source.join('\n'))
    .markdown.split('\n')
    .filter((line) => line.trim() !== '');

it('shows the names, words and links that components have in a sentence', () => {
  expect(
    lines(
      'Ask <TeamMember name="Ann Lee" photo /> of the <SmallTeam slug="people-ops" />, or see <Private url="https://a.example/x">the plan</Private>.',
      '',
      '| Boat | Who |',
      '| --- | --- |',
      '| Swan | <TeamMember name="Bo Dahl" /> |',
      '',
      'Press <Icon name="anchor" />now. <Badge text="New" />',
    ),
  ).toEqual([
    'Ask Ann Lee of the people ops small team, or see [the plan](https://a.example/x).',
    '| Boat | Who |',
    '| --- | --- |',
    '| Swan | Bo Dahl |',
    'Press now. New',
  ]);
});

it('shows what cards, fields, tabs and boxes are called', () => {
  expect(
    lines(
      '<LinkCard title="Tides" href="/tides" description="When to sail." />',
      '',
      '<TeamMember name="Ann Lee" role="Head of the quay" />',
      '',
      '<ParamField body="boat_name" type="string" required>',
      '  What it is called.',
      '</ParamField>',
      '',
      '<Accordion title="Why?">Because of the tide.</Accordion>',
      '<Note>Keep it dry.</Note>',
      '',
      "<Tabs items={['Rope', 'Chain']}>",
      '  <Tabs.Tab>Tie it.</Tabs.Tab>',
      '  <Tabs.Tab>',
      '    Lock it.',
      '  </Tabs.Tab>',
      '</Tabs>',
      '<TabItem value="anchor">',
      'Drop it.',
      '</TabItem>',
    ),
  ).toEqual([
    '**[Tides](/tides)**',
    'When to sail.',
    '**Ann Lee**',
    'Head of the quay',
    '**boat_name (string, required)**',
    'What it is called.',
    '**Why?**',
    'Because of the tide.',
    '**Note**',
    'Keep it dry.',
    '**Rope**',
    'Tie it.',
    '**Chain**',
    'Lock it.',
    '**anchor**',
    'Drop it.',
  ]);
});

it('leaves out statements and expressions of a module, and keeps its text', () => {
  expect(
    lines(
      "import Steps from './steps';",
      'export const prices = [{ name: "Free", price: 0 }];',
      '',
      'export const Mark = ({ children }) => (',
      '  <span',
      '    style={{ color: "red" }}>',
      '    {children}',
      '  </span>',
      ');',
      '',
      '<Mark color="red">Boats</Mark> are here, version {props.version}, {"as ever"}.',
      '',
      '{prices.map((one) => (',
      '  <li key={one.name}>{one.name}</li>',
      '))}',
      '',
      '<p onClick={() => open()}>A <a href="/quay">quay</a>.</p>',
      '',
      'Set `{props.version}` and {id}.',
      '',
      '```js',
      'export const kept = 1;',
      '```',
    ),
  ).toEqual([
    'Boats are here, version …, as ever.',
    'A [quay](/quay).',
    'Set `{props.version}` and {id}.',
    '```js',
    'export const kept = 1;',
    '```',
  ]);
});

it('takes no words for statements where a page is no module', () => {
  const source = 'export const is a word of one language.\n\n{see below}\n\nexport PATH=/boats\n\nimport is another.';
  expect(extractMarkdownText(source).markdown).toBe(source);
});

it('reads what stands behind code in a list or a quotation', () => {
  expect(
    lines(
      '1. ```sh',
      '   moor <br>',
      '   ```',
      '2. Press <kbd>x</kbd>.',
      '',
      '> ```md',
      '> > [!note]',
      '> ```',
      '',
      'End<br>here.',
    ),
  ).toEqual(['1. ```sh', '   moor <br>', '   ```', '2. Press x.', '> ```md', '> > [!note]', '> ```', 'End  ', 'here.']);
});

it('leaves out the places of other files, and reads attributes with spaces around their sign', () => {
  expect(
    lines(
      "@include 'tides.mdx'",
      '',
      '<CodeTabs heading = "Both ways">',
      '',
      "Sail.{' '}",
      '',
      '</CodeTabs>',
      '',
      '--8<-- "quay.md"',
    ),
  ).toEqual(['**Both ways**', 'Sail.']);
});
