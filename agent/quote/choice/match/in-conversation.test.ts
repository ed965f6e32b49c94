import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  '2026-05-11.md': `# allotment, 11 May 2026

PetraLind: Morning all! The shed roof leaks again. How about we cover it with the old tarpaulin until the weekend?
Okonkwo: Sounds sensible. I could bring two ladders from the boathouse.
PetraLind: Great, thanks Okonkwo!
DariaFox: I feel torn about the tarpaulin, it looks dreadful from the road, but better that than wet seed trays.
`,
  '2026-06-02.md': `# allotment, 2 June 2026

DariaFox: Hey Petra! Any idea which nursery sells decent tomato plants?
PetraLind: Try Hallgarth nursery on Mill Lane, their plants are sturdy and cheap.
DariaFox: Perfect, I'll go on Thursday.
Okonkwo: The water butt needs a new tap, I'll order one.
`,
});

it.each([
  // A message says it and does not say "propose", nor to whom.
  ['What does Petra Lind propose for the leaking shed roof?', 'tarpaulin'],
  ['How does Daria feel about the tarpaulin?', 'torn'],
  ['Who mentions bringing ladders from the boathouse?', 'Okonkwo'],
  ['Which nursery does Petra recommend to Daria for tomato plants?', 'Hallgarth'],
  // A clause in the question is no condition of which another message would know more.
  ['What is the nursery that Petra recommends to Daria for tomato plants?', 'Hallgarth'],
  ['Which nursery has plants that are sturdy and cheap?', 'Hallgarth'],
])('answers from a conversation: %s', async (question, said) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});

it.each([
  'What does Petra propose for the broken greenhouse window?',
  'Which nursery does Okonkwo recommend for strawberry plants?',
  'How does Daria feel about the boathouse?',
])('does not answer what nobody said there: %s', async (question) => {
  expect((await ask(question)).verdict).toBe('unknown');
});
