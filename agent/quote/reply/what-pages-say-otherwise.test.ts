import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

/** What newcomers ask in words that pages do not have: they know the town, the example and the everyday word. */
const ask = quotingFrom({
  'domes.md': `# Our domes

## Where they are

| Town | Building | Address | Opened |
| --- | --- | --- | --- |
| Lübeck | Sternhaus | Hafenweg 3, 23552 Lübeck, Germany | 2008 |
| Aarhus | Nordlys | Kystvejen 12, 8000 Aarhus, Denmark | 2017 |

## House rules

| Building | Opening hours | Telescopes |
| --- | --- | --- |
| Sternhaus | 08:00–22:30 | 4 |
| Nordlys | 10:00–18:00 | 2 |
`,
  'staff.md': `# Working here

## Trial months

Six months in Germany, three months in Denmark. Either side may end the contract in that time.

## Working from elsewhere

You may work from another country for up to 30 days a year. Tell the office two weeks before.

## Night duty

EUR 90 for each night on duty, and the next morning off. The money from tours went to the big mirror.

## Lost or stolen

Ring the desk on extension 212 at once. The card is then blocked. Nobody has to pay for a stolen camera.
`,
  'desk.md': `# The desk

Lotte Brandt runs the desk. We answer questions of visitors in German, Danish and Polish.
`,
  'prices.md': `# Group prices

| Reduction | Approved by |
| --- | --- |
| Up to 10 % | The desk |
| Anything more | Lotte Brandt |
`,
});

it.each([
  // The step to take, and not the sentence with the most words in common.
  ['my camera got nicked', 'Ring the desk'],
  ['somebody stole my camera', 'Ring the desk'],
  // The rule is by country.
  ['how long are the trial months if I start in Aarhus', 'three months in Denmark'],
  ['which languages does the desk speak', 'German, Danish and Polish'],
  // The hours stand in the row of the building.
  ['what time does the Lübeck dome close', '08:00–22:30'],
  ['when does Nordlys close', '10:00–18:00'],
])('answers %s', async (question, said) => {
  const { verdict, text } = await ask(question);
  expect({ verdict, text }).toEqual({ verdict: 'answered', text: expect.stringContaining(`${said}`) });
  expect(text.match(/\*\*Ring|\*\*Nobody/)?.[0]).not.toBe('**Nobody');
});

it('shows the rule for other countries to whoever names one', async () => {
  expect((await ask('can i work from Portugal for a month')).text).toContain('another country');
});

it('does not say the year of opening for the time of closing', async () => {
  expect((await ask('when does the dome in Aarhus close')).shortAnswer).not.toBe('2017');
});

it('goes on with the question before from “than that”', async () => {
  const history = [{ question: 'what reduction may the desk give', answer: '' }];
  expect((await ask('who can approve more than that?', history)).text).toContain('Lotte Brandt');
});
