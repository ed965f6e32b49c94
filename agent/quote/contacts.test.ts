import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'people.md': `# People of the harbour

| Name | Role | Ext. | Mobile | Mail |
| --- | --- | --- | --- | --- |
| Iris Keel | Harbour master | 11 | 0171 555 0101 | iris@harbour.example |
| Tove Brandt | Lead of divers | 12 | 0171 555 0102 | tove@harbour.example |
| Anton Ruiz | Cook | 13 |  | anton@harbour.example |

Paulo Reis is responsible for the crane.
`,
  'leave.md': `# Leave

If you are ill, call the office before 8:00. Contact the harbour office by the red phone.

Those who drive don't work in fog. Those who dive don't dive alone.
`,
});

it.each([
  ['how do i get hold of tove', '0171 555 0102'],
  ['how do i reach iris', '0171 555 0101'],
  ['how can I contact Anton?', 'anton@harbour.example'],
  ["who's in charge of the crane", 'Paulo Reis'],
  ['who is in charge of divers', 'Tove Brandt'],
])('names who it is and how to reach them: %s', async (question, said) => {
  const { text, verdict } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});

it('shows no sentence of another page that lacks who is asked for', async () => {
  const { text } = await ask('how do i get hold of tove');
  expect(text).not.toContain('red phone');
});

it('shows once what answers two questions of a message', async () => {
  const { text, citations } = await ask('who is the cook? and what is his extension?');
  expect(text).toContain('**who is the cook?**');
  expect(text).toContain('**and what is his extension?**');
  expect(text.match(/Anton Ruiz/g)).toHaveLength(1);
  expect(citations.map(({ n }) => n)).toEqual([1]);
});

it('does not match the "don" of "don\'t"', async () => {
  const { text } = await ask("i don't tune engines");
  expect(text).not.toContain('dive alone');
});
