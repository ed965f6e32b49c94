import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'people.md': `# People

If it rains, the picnic is moved to the hall. Whoever needs a contact for it asks the office.

| team | lead | phone |
| --- | --- | --- |
| IT | Mara Holt | 4410 |
| Sales | Tom Berg | 4420 |
| HR | Ana Ruiz | 4430 |
`,
  'laptops.md': `# Laptops

A new laptop is set up by IT on your first day. IT replaces it after four years. Lost devices are reported to IT within an
hour. The office orders chairs and lamps, and it delivers them on Mondays.
`,
});

it('finds the row of IT, and not a sentence that only says "it"', async () => {
  const { text } = await ask('phone of IT');
  expect(text).toContain('4410');
  expect(text).not.toContain('picnic');
});

it('takes IT at the start of a sentence for a name and not for a reference to what stands above', async () => {
  const { text } = await ask('what does IT replace?');
  expect(text).toContain('**IT replaces it after four years.**');
});

it('takes "it" in lower case, and in a message in capitals, for no name', async () => {
  expect((await ask('who orders chairs and when does it deliver them?')).text).toContain('on Mondays');
  expect((await ask('WHO LEADS SALES')).text).toContain('Tom Berg');
});
