import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'flood.md': '# What to do in a flood\n\nComing soon… (Ana Novak is working on it)',
  'refunds.md': '# Course refunds\n\nTODO',
  'moving.md': '# Moving\n\nThe new hall is under construction until May 2027. Coming soon does not mean this year.',
});

it('quotes no page that is still to be written', async () => {
  for (const question of ['what do i do in a flood', 'how do course refunds work']) {
    const { text, verdict } = await ask(question);
    expect(verdict, question).toBe('unknown');
    expect(text, question).not.toMatch(/Coming soon|TODO/);
  }
});

it('quotes what says more with the same words', async () => {
  expect((await ask('until when is the new hall under construction?')).text).toContain('May 2027');
});
