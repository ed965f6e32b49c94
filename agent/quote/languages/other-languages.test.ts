import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'merkblatt.md': `# Merkblatt für Hundehalter nach einer Kastration

Nach der Kastration soll Ihr Hund zehn Tage lang nur an der Leine laufen. Treppen und Springen sind in dieser Zeit verboten.

Der Halskragen bleibt bis zum Fädenziehen an, auch nachts. Baden ist erst nach 14 Tagen erlaubt.
`,
  'bites.md':
    '# Dog bites\n\nRinse the wound for five minutes. When a dog bites again, see the practice manager before you go home.',
  'vaccines.md': '# Vaccines\n\nDogs may get a booster again after a year. The course starts at eight weeks.',
  'staff.md': '# Staff\n\nProbation lasts three months. The notice period is one week during probation.',
});

it('looks for the words of a question in the language of a page that holds them', async () => {
  const { text } = await ask('Wann darf der Hund wieder baden?');
  expect(text).toContain('erst nach 14 Tagen erlaubt');
  expect(text).not.toContain('booster');
});

it('still translates a question of which pages hold no word', async () => {
  expect((await ask('Wie lange ist die Probezeit?')).text).toContain('three months');
});
