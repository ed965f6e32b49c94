import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const PAGES: Readonly<Record<string, string>> = {
  'lanes.md': `# Lanes

Every store has lanes. A lane is closed once the last of its records has expired.

The colour of a lane says how old its records are. Many operators never look at the colour.

To unblock a lane, lift the lid and pour a spoon of oil on its axle. Inside the lid a lane has a number, the last the keeper wrote.

## Renaming

A lane is renamed from the console. Use the relabel command to rename a lane, with the old and the new name.
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
