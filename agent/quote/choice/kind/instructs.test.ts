import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';
import { tellsHow } from './instructs.ts';

const PAGES: Readonly<Record<string, string>> = {
  'lanes.md': `# Lanes

Every store has lanes. A lane is closed once the last of its records has expired.

The colour of a lane says how old its records are. Many operators never look at the colour.

To unblock a lane, lift the lid and pour a spoon of oil on its axle. Inside the lid a lane has a number, the last the keeper wrote.

## Renaming

A lane is renamed from the console. Use the relabel command to rename a lane, with the old and the new name.
`,
  'console.md': `# The lane console

Commands of the console:

**quit**: Leaves nothing behind and ends the session.

**expand**: Expands a folded lane, with all the records that it holds.

The lane store opens at nine. For nights and feast days ask the harbour master for the store's second key; it is lent for a week.
`,
  'tides.md': `# Tides

The tide table lists the hours at which the harbour closes. The keeper of the table is the harbour master.
`,
};

const ask = quotingFrom(PAGES);

it('answers how to do something with the sentence that tells it', async () => {
  const { verdict, text } = await ask('how do I rename a lane');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*Use the relabel command to rename a lane/);
});

it('answers with a command whatever its verb', async () => {
  const { verdict, text } = await ask('how do I unblock a lane?');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*To unblock a lane, lift the lid/);
});

it.each(['how do I close a lane', 'how do I number the lid', 'how do I close the harbour', 'how do i colour a lane'])(
  'shows a sentence that does not tell how as the closest passage at most: %s',
  async (question) => expect((await ask(question)).verdict).toBe('unknown'),
);

it('holds a question how to do something to that after what the asker says first', async () => {
  expect((await ask('a lane is closed - how can I close it for good?')).verdict).toBe('unknown');
});

it('answers how to do something after what the asker says first', async () => {
  const { verdict, text } = await ask('my lane has an old name, how do I rename a lane?');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*Use the relabel command/);
});

it.each([
  ['To mirror a lane:', 'To mirror a lane:\n```\nlanes mirror north south\n```', 1],
  ['To mirror a lane:', 'To mirror a lane:', -1],
  ['Mirrored lanes are made with the mirror command.', 'Mirrored lanes are made with the mirror command.', 1],
  ['The store has one tool to mirror lanes: lmirror.', 'The store has one tool to mirror lanes: lmirror.', 1],
  ['Mirrors are kept in the hall.', 'Mirrors are kept in the hall.', -1],
])('judges whether words tell how to mirror a lane: %s', (own, shown, tells) =>
  expect(tellsHow('how do I make a mirror of a lane', own, shown)).toBe(tells),
);

it.each([
  ['how do I expand a folded lane', 'Expands a folded lane'],
  ['how do I get into the store on feast days', 'ask the harbour master'],
])('takes what a command does and whom to ask for an instruction: %s', async (question, words) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(words);
});

const joining = quotingFrom({
  'join.md':
    '# Joining the choir\n\nBefore you begin:\n\n1. Open the app\n2. Press the green button\n3. Wait for the code\n\nThe choir master helps you if the code never comes to your phone.\n',
});

it('shows the paragraph below a list apart from its last item', async () => {
  const { text } = await joining('What do I press in the app?');
  expect(text).toContain('\n2. **Press the green button**\n3. Wait for the code\n\nThe choir master');
});

const press = quotingFrom({
  'press.md':
    '# Starting the press\n\nTo start the press in the morning, do this:\n\n- Prepare the press:\n  1. Open the lid.\n  2. Oil the wheel.\n- Start the press:\n  1. Press the green button.\n  2. Wait for the lamp.\n',
  'wheel.md':
    '# Changing the wheel\n\n1. Switch the press off.\n2. Lift the heavy cover.\n3. Loosen both brass bolts with the long spanner.\n4. Pull the wheel out.\n5. Take the rust off the axle with the wire brush.\n6. Grease it.\n',
});

it('shows the numbers of steps, set in below the item that holds them', async () => {
  const { text } = await press('How do I start the press in the morning?');
  expect(text.replaceAll('**', '')).toMatch(
    /do this:\n- Prepare the press:\n {2}1\. Open the lid\.\n {2}2\. Oil the wheel\.\n- Start the press:\n {2}1\. Press/,
  );
});

it('numbers steps from the first of their list on', async () => {
  const { text } = await press('Which spanner loosens the brass bolts?');
  expect(text).toMatch(/\n1\. Switch the press off\.\n2\. Lift the heavy cover\.\n3\. \*\*Loosen both brass bolts/);
});

it('goes on with bullets where it begins in the middle of a numbered list', async () => {
  const { text } = await press('Which brush takes the rust from the axle?');
  expect(text).toMatch(/\n- Loosen both brass bolts.+\n- Pull the wheel out\.\n- \*\*Take the rust off the axle/);
});

it.each([
  ['You can fold as many lanes as you need.', -1],
  ['You can fold a lane with the brass handle.', 1],
  ['You can fold a lane on the console.', 1],
  ['You can press the brass handle.', 1],
])('takes for no instruction that what is asked may be done: %s', (text, tells) => {
  expect(tellsHow('how do I fold a lane', text, text)).toBe(tells);
});
