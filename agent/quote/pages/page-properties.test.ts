import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'leave.md': '---\nowner: Jutta Kern\nstatus: approved\n---\n# Leave\n\nEverybody has 29 days of leave a year.',
  'van.md': '# The van\n\nOwner: Motor pool\nPlate: BX 221\n\nThe van is serviced every March by Lindqvist.',
  'rooms.md': '# Rooms\n\nTwo rooms can be booked:\n\n- Attic\n- Cellar\n\nBoth rooms hold twelve people.',
});

it('shows an answer without the properties of its page, in front matter or below its title', async () => {
  const leave = await ask('How many days of leave do I have?');
  expect(leave.text).toContain('29 days');
  expect(leave.text).not.toMatch(/Jutta|approved/);
  const van = await ask('When is the van serviced?');
  expect(van.text).toContain('every March');
  expect(van.text).not.toMatch(/Motor pool|BX 221/);
});

it('answers from the properties where they are asked for', async () => {
  expect((await ask('What is the plate of the van?')).text).toContain('BX 221');
});

it('keeps another list beside what is said of it', async () => {
  expect((await ask('How many people do the rooms hold?')).text).toMatch(/Attic|Cellar/);
});
