import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'lists.md':
    '# Mailing lists\n\n## How to create a mailing list\n\n1. Navigate to lists.example.\n1. At the top left, the button for a new list.\n1. The name and who may join.\n1. The members.\n1. Wait for the mail that confirms it.\n\n## Privacy\n\n- Who may join: everybody or the invited.',
  'boiler.md':
    '# Runbook: the boiler fails\n\nFor the night porter. Print it.\n\n1. Shut the green valve in the cellar.\n2. Note what the dial shows.\n3. Ring the plumber on 555 0171.\n',
  'claims.md':
    '# Claims\n\nWhoever is paid through the agency should follow these steps to submit a claim.\n\n1. On the page of your contract, the button for claims.\n2. The receipt and the sum.\n3. It appears under pending.\n',
});

it('shows all steps, whatever verb each begins with, in their order', async () => {
  const { text, verdict } = await ask('how do i create a mailing list');
  expect(verdict).toBe('answered');
  expect(text).toMatch(
    /^\*\*Navigate to `lists\.example`\.\*\*\n- At the top left.+\n- The name.+\n- The members\.\n- Wait for the mail/,
  );
});

it('shows the steps that a sentence names', async () => {
  const { text } = await ask('how do i submit a claim');
  expect(text).toMatch(/\n1\. On the page.+\n2\. The receipt.+\n3\. It appears/);
});

it.each(['the boiler just packed up, what do i do', 'the boiler conked out last night what should we do'])(
  'shows the first steps for a case that the title of their page names: %s',
  async (question) => expect((await ask(question)).text).toMatch(/1\. \*\*Shut the green valve.+\n2\. Note/),
);

it('shows them for no other case', async () => {
  expect((await ask('the lift just packed up, what do i do')).text).not.toContain('green valve');
});
