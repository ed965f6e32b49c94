import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'van.md': [
    '# The van',
    '## What the van may not carry',
    '- Paraffin lamps\n- Live geese\n- Anything taller than the driver',
    '_This list grows with each summer. Tell Odile what it lacks._',
    '## Loading',
    'The crew loads the following before seven:',
    '- Sails\n- Spare oars\n- Painted lanterns for the pier\n- Ropes\n- Two buckets\n- Harpoon replicas',
    '## Questions of drivers',
    '- Who washes the windscreen?\n  - The one who drove last.\n  - Odile keeps the sponge and the pail.\n- Is fuel paid?\n  - **Never** pay it in cash.\n- Lost the key?\n  - Ring the harbour office.\n  - Bastien cuts another on Thursdays.',
  ].join('\n\n'),
});

it('shows an item below the heading of its list where nothing leads it', async () => {
  const { text } = await ask('Are live geese carried?');
  expect(text).toMatch(/^What the van may not carry:\n- Paraffin lamps\n- \*\*Live geese\*\*\n/);
});

it('shows an item far down in its list below the line that leads it', async () => {
  const { text } = await ask('When are the harpoon replicas loaded?');
  expect(text).toContain('The crew loads the following before seven:\n- Ropes');
  expect(text).toContain('- **Harpoon replicas**');
});

it('shows an item below the item that holds it', async () => {
  const { text } = await ask('Who keeps the sponge and the pail?');
  expect(text).toContain('- Who washes the windscreen?\n  - The one who drove last.\n  - **Odile keeps the sponge');
});

it('does not read the bold start of an item as the term of the items after it', async () => {
  const { text } = await ask('Who cuts another key on Thursdays?');
  expect(text).toContain('**Bastien cuts another on Thursdays.**');
  expect(text).not.toContain('Never');
});

it('leaves no half of an emphasis that goes over two sentences', async () => {
  const { text } = await ask('Who is told what the list lacks?');
  expect(text).not.toContain('_This list');
  expect(text).not.toContain('lacks._');
});
