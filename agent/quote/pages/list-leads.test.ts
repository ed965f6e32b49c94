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
    '## After the season',
    '- [ ] Drain the van\n- [x] Take the tarpaulin to Philomena',
    '## The gauge',
    'All of it is read from a dial that Philomena calls the Owl. You can read on the dial in the cabin how much water the tank still holds, how far the van goes with what is left in it, which of the four wheels has lost air since the morning, whether the lamps at the back are lit, and how many hours the pump has run since somebody last looked after it.',
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

it('shows no box of a task', async () => {
  const { text } = await ask('Who gets the tarpaulin after the season?');
  expect(text).toContain('Take the tarpaulin to Philomena');
  expect(text).not.toMatch(/\[[ x]\]/);
});

it('shows the sentence before one that is too long to have others beside it', async () => {
  const { text } = await ask('Where can I read how much water the tank still holds?');
  expect(text).toMatch(/calls the Owl\. \*\*You can read on the dial/);
});
