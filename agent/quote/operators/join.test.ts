import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'clients.csv': `no,client,contract,serving_workshop,account_manager
K201,Birch Opticians,gold,Leith,Mona Reid
K204,Salt Pan Bakers,silver,Oban,Mona Reid
K209,Three Quays Hotel,gold,Oban,Sam Lund
K213,Kelp Street School,silver,Wick,Sam Lund
`,
  'workshops.md': `# Workshops

| Workshop | Manager | Stand-in | Saturday | Door phone |
| --- | --- | --- | --- | --- |
| Leith (head office) | Freya Holm | Ian Pell | 9:00 to 12:00 | 0131 555 0117 |
| Oban | Duncan Vey | vacant | closed | 01631 555 0142 |
| Wick, Harbour Road | Nell Brodie | Tor Ames | by arrangement | 01955 555 0163 |
| Perth East | Una Gray | Lee Marsh | closed | 01738 555 0170 |
| Perth West | Una Gray | Lee Marsh | closed | 01738 555 0171 |
`,
});

it.each([
  ['who is the account manager of Birch Opticians?', 'Mona Reid'],
  ['who is the stand-in at Oban', 'vacant'],
  ['is Wick open on Saturday', 'by arrangement'],
])('answers from one row where that has it: %s', async (question, shortAnswer) => {
  const answer = await ask(question);
  expect(answer.verdict).toBe('answered');
  expect(answer.shortAnswer).toBe(shortAnswer);
  expect(answer.text).toContain(`**${shortAnswer}**`);
});

it('joins nothing that the question does not ask for', async () => {
  const { text } = await ask('which contract has Salt Pan Bakers');
  expect(text).not.toContain('Duncan Vey');
});

it('says how many rows it counted', async () => {
  const { text, shortAnswer } = await ask('how many clients does Oban serve?');
  expect(shortAnswer).toBe('2');
  expect(text).toMatch(/^\*\*2\*\*\n\n- /);
});
