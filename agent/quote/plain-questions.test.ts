import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'leave.md': [
    '# Leave',
    [
      '| Length of service | Days |',
      '| --- | --- |',
      '| under 2 years | 23 |',
      '| 2 up to 5 years | 25 |',
      '| 5 up to 10 years | 27 |',
    ].join('\n'),
  ].join('\n\n'),
  'accounts.md': [
    '# Accounts',
    'What customers may spend.',
    ['| Kind | Spend a year |', '| --- | --- |', '| Blue | 900 crowns |', '| Red | 4,000 crowns |'].join('\n'),
  ].join('\n\n'),
  'boats.md':
    '# Boats\n\nOther names of our boats are Birch for the first, Cedar for the second, and Rowan for the third.',
  'rack.md': '# The rack\n\nThe rack is locked at night because the shed has no door.',
  'watch.md':
    '# The watch\n\nThe light is kept by 21 wardens, and none of them is paid. A watch lasts four hours. The tender is called Puffin and takes seven.\n\nWe keep hens and ducks on the island; no geese, no goats. All wardens meet on Friday 4 June 2027 in Oban, at the old customs house.',
  'bridges.md':
    '# Bridges\n\n- "SIT DOWN, LOW BRIDGE" stickers are on all our boats.\n\nGoing west: Mill Bridge (low! 1.85 m at normal level), then the lock.',
  'words.md':
    '# Words of the canal\n\n- **Pound**: the water between two locks.\n- **Winding hole**: where a long boat turns.\n\nAt a lock we pay no pounds to anybody.',
  'inns.md': '# Inns\n\nAn inn is paid up to 140 crowns a night.',
});

it('reads a number in words for a range of a table', async () => {
  const { text } = await ask('how many days of leave after six years?');
  expect(text).toContain('27');
  expect(text).not.toContain('23');
});

it('takes no row at the end of a column for a limit that is asked for', async () => {
  const { text } = await ask('what is the maximum I may spend on an inn?');
  expect(text).not.toContain('4,000');
});

it('takes no “for” for a reason', async () => {
  expect((await ask('why are our boats called Birch, Cedar and Rowan?')).verdict).toBe('unknown');
  expect((await ask('why is the rack locked at night?')).text).toContain('because the shed has no door');
});

it.each([
  ['how many wardens are there', '21 wardens'],
  ['how long is a watch', 'four hours'],
  ['do you keep geese', 'no geese'],
  ['How many people can go on the tender?', 'takes seven'],
  ['Where and when do all wardens meet?', 'Friday 4 June 2027 in Oban'],
])('answers a short question that a sentence answers with all its words: %s', async (question, words) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(words);
});

it('reads how low something is as a question for a number', async () => {
  const { text } = await ask('how low is the low bridge');
  expect(text).toContain('1.85 m');
});
