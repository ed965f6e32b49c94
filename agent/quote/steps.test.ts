import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'lists.md':
    '# Mailing lists\n\n## How to create a mailing list\n\n1. Navigate to lists.example.\n1. At the top left, the button for a new list.\n1. The name and who may join.\n1. The members.\n1. Wait for the mail that confirms it.\n\n## Privacy\n\n- Who may join: everybody or the invited.',
  'claims.md':
    '# Claims\n\nWhoever is paid through the agency should follow these steps to submit a claim.\n\n1. On the page of your contract, the button for claims.\n2. The receipt and the sum.\n3. It appears under pending.\n',
});

it('shows all steps, whatever verb each begins with, in their order', async () => {
  const { text, verdict } = await ask('how do i create a mailing list');
  expect(verdict).toBe('answered');
  expect(text).toMatch(
    /^How to create a mailing list:\n1\. \*\*Navigate to `lists\.example`\.\*\*\n2\. At the top left.+\n3\. The name.+\n4\. The members\.\n5\. Wait for the mail/,
  );
});

it('shows the steps that a sentence names', async () => {
  const { text } = await ask('how do i submit a claim');
  expect(text).toMatch(/\n1\. On the page.+\n2\. The receipt.+\n3\. It appears/);
});
