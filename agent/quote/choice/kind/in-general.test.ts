import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'estuary.md': `# Estuary

Estuary turns readings into something a harbour master or an oyster farmer can act on. Pilots read it, too.

Every berth has a keeper.
`,
  'quay.md': `# The quay

Runa Dahl is the harbour master. Jon is an oyster farmer.
`,
});

it('answers who has a role with the sentence that names them, and adds no sentence on the role in general', async () => {
  const { verdict, text } = await ask('Who is the harbour master?');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/\*\*Runa Dahl is the harbour master/);
  expect(text).not.toMatch(/another page|act on/);
});

it('answers with a sentence that says it of a person', async () => {
  const { verdict, text } = await ask('who is the oyster farmer');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/Jon is an oyster farmer/);
});

it.each(['Who is the pilot?', 'who is the keeper of the berth', "who's our pilot"])(
  'shows a sentence on a role in general as the closest passage at most: %s',
  async (question) => expect((await ask(question)).verdict).toBe('unknown'),
);
