import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'week.md':
    '# The week\n\n## Meetings\n\n- Stand-up is at 10:00 every morning. Please be on time.\n- Planning is on Mondays.\n\n## Late for the standup\n\nMissing the standup means that you miss the news of the day.\n\n## Money\n\nThe co-working budget is 300 euros a month.',
  'changes.md':
    '# Changes\n\n## 2.0\n\n- Removed support for Node16\n\n## 1.0\n\n- Graph nodes are drawn as circles.\n- A node may have 16 edges.',
});

it('finds a word that pages write with a hyphen and the question without', async () => {
  for (const question of ['when is standup', 'when is the stand-up?', 'when is the daily stand up']) {
    const { text } = await ask(question);
    expect(text, question).toContain('**Stand-up is at 10:00 every morning.**');
  }
  const { text, verdict } = await ask('what is the coworking budget?');
  expect({ text, verdict }).toEqual({ text: expect.stringContaining('300 euros'), verdict: 'answered' });
});

it('finds a name and its number that pages write as one', async () => {
  const { text } = await ask('in which version was support for node 16 removed?');
  expect(text).toContain('Removed support for Node16');
});
