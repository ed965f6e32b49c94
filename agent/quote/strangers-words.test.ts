import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'questions.md': [
    '# Questions about the tannery',
    '**Can I bring my bicycle?**\nSorry, none in the yard. There is a rail at the gate.',
    '**Is there a tap?**\nIn the shed.',
  ].join('\n\n'),
  'courses.md': [
    '# Courses',
    '## Saddle course',
    'For people who have sewn a belt. A full Sunday, ten to five. £85. Bring an apron.',
    '## Belt evening',
    'Two hours, for beginners. £19. An apron is lent.',
    'Giving up a course costs half its fee; on the day of the course nothing is paid back.',
  ].join('\n\n'),
  'work.md': [
    '# Work in the yard',
    '## Swapping a day',
    'Find somebody who knows the vats, and both of you tell Marit. Otherwise the day is yours.',
    '## Hides',
    'We rinse the hides with rain water in the stone trough. The hides come from three farms.',
    'The anvil hangs behind the vat house. The cooper is a friend of the tannery.',
    'We keep the dipstick and your deposit for the foreman, Olaf Brandt.',
    'Pressing the green lever will show you the level of a vat. The vat lids have no lock.',
    'On Christmas Eve the yard closes at one.',
  ].join('\n\n'),
  'faq.md': [
    '# Troubles with the vat counter',
    '## Why am I getting error 61 (SLIPPED) on each hide?',
    'More than likely it hangs askew.',
  ].join('\n\n'),
  'starting.md': [
    '# Starting the vat counter',
    'The counter is started before the first hide comes.',
    '## Linux',
    'We use a script. Note that the counter runs from the first hide on. It reads its settings from the shed.',
    '```\n/opt/counter/run\n```',
  ].join('\n\n'),
  'shop.md': '# Shop\n\nThe discount for members of the guild is 10 % in the shop. Members of the guild meet in May.',
  'tanners.md': '# For tanners\n\nTanners may tan their own hide. 30 % off in the shop, but not on knives.',
  'way.md': '# Where we are\n\nTram 3 and 9 to Lindholm, then along the water. Trams are grey here.',
  'settings.md': [
    '# Settings of the vat counter',
    '## batchfile',
    'The batchfile lies in /etc/vats. It is written at night.',
    '## listening',
    'Specifies the port on which the counter listens.',
    '## network',
    'Port 7411 is the one that the counter listens on unless you change it.',
  ].join('\n\n'),
});

it.each([
  ['can i bring my bicycle along', 'none in the yard'],
  ['what does the saddle course cost', '£85'],
  ['how do i swap a day', '**Find somebody who knows the vats'],
  ['how do i see the level of a vat', '**Pressing the green lever'],
  ["where's the anvil", '**The anvil hangs behind the vat house.**'],
  ['how do i get there by tram', '**Tram 3 and 9 to Lindholm'],
  ['is the yard open on xmas eve', '**On Christmas Eve the yard closes at one.**'],
  ['why do i get error 61', 'More than likely it hangs askew.'],
  ['how do i start it on linux', '/opt/counter/run'],
])('answers what is asked in a stranger’s words: %s', async (question, words) => {
  const { verdict, text } = await ask(question);
  expect(text).toContain(words);
  expect(verdict).toBe('answered');
});

it('finds a word that pages write as one and the question as two', async () => {
  const { verdict, text } = await ask('where is the batch file');
  expect(text).toContain('**The batchfile lies in /etc/vats.**');
  expect(verdict).toBe('answered');
});

it('asks for a number where it asks for a port', async () => {
  const { text } = await ask('what port does the counter listen on');
  expect(text).toMatch(/^(?:\*\*)?Port 7411/);
});

it('takes an amount off for a discount, and not somebody else’s', async () => {
  const { text } = await ask('discount for tanners in the shop?');
  expect(text).toContain('30 % off in the shop');
});

it('takes a sentence with a name in it for no place', async () => {
  expect((await ask('where is the deposit')).verdict).toBe('unknown');
});
