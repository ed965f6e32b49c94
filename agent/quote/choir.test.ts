import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'keys.md': `# Keys and the hall

The hall is open from 18:45 on Tuesdays. Rehearsal starts at 19:30 and ends at 21:45.

The key hangs at the café next door. Whoever leaves last turns the heating down and brings the key back. Lost keys cost 60 euros.
`,
  'repertoire.md': `# Our repertoire

| Work | Composer | Copies | Last sung |
| --- | --- | --- | --- |
| Requiem, op. 48 | Gabriel Fauré | 42 | 2019 |
| Gloria | Antonio Vivaldi | 38 | 2023 |
| Ein deutsches Requiem | Johannes Brahms | 51 | 2016 |
| Misa Criolla | Ariel Ramírez | 24 | 2022 |
| Songs of Farewell | Hubert Parry | 30 | never |
`,
});

it('answers a short question about something that no page knows with nothing, also after another question', async () => {
  const question = 'What does a lost key cost?';
  const answer = await ask(question);
  expect(answer.text).toContain('60 euros');
  const parking = await ask('Is there parking at the hall?', [{ question, answer: answer.text }]);
  expect(parking.verdict).toBe('unknown');
  // What does go on from the question still does.
  const where = await ask('Where does it hang?', [{ question, answer: answer.text }]);
  expect(where.text).toContain('café next door');
});

it('finds what was done longest ago at the early end of a column of years', async () => {
  const { verdict, text } = await ask('Which work was sung longest ago?');
  expect({ verdict, text }).toEqual({ verdict: 'answered', text: expect.stringContaining('Brahms') });
});
