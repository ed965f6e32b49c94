import { describe, expect, it } from 'vitest';
import { quotingFrom } from './quote/testing/quoting-from.ts';

const ask = quotingFrom({
  'desk.md': `---
title: The badge desk
updated_at: 2026-03-02
---
# The badge desk

The badge desk is called at 01632 960 177 on working days.

## Lost badges

Whoever lost a badge has the passcode of it ready when the desk rings back.
`,
  'porters.md':
    '# Porters\n\nThe porters carry parcels to the badge desk, and ring 01632 960177 before.\n\nThey write to parcels@harbour.example when one is too heavy.\n',
  'fees.md':
    '# Mooring fees\n\nMooring fees are paid to the account GB33 BUKB 2020 1555 5555 55 by the end of March.\n',
  'launch.md':
    '# The launch\n\nThe launch of the harbour master is painted green. Its keys hang beside the tide table.\n',
  'list.md':
    '# Who helps\n\nThe diver is called at 01632 960 201.\n\nThe rigger is called at 01632 960 202.\n\nThe sailmaker is called at 01632 960 203.\n',
  'hotline.md': '# Hotline of the mole\n\nThe hotline of the mole is called at 01632 960 999.\n',
  'mail.md': '# Heavy parcels\n\nThe crane for heavy parcels is booked at crane@harbour.example a day before.\n',
  'tide.md': '# Tide gauge\n\nThe tide gauge stands at the north mole. [7] It was checked by the office [1].\n',
  'pump.md': '# Pump-out\n\nThe pump-out station is booked at https://pump-out.example.net/book.\n',
  'ropes.md':
    '# Ropes\n\nThe ropes of the east quay come from Kestrel Ltd. Its owner Jon Arden was convicted of fraud.\n\nThe ropes of the west quay come from Halden Oy.\n',
  'anmeldung.md': '# Anmeldung der Gäste\n\nDer Hafenmeister verlangt am Telefon das Kennwort des Liegeplatzes.\n',
});

describe('a line below an answer names the page that stands alone', () => {
  it('with an account, and says to check it', async () => {
    const { text } = await ask('Which account are mooring fees paid to?');
    expect(text).toMatch(
      /_Only “Mooring fees” \(.+\) gives this account: check it with someone you know before you pay\._$/,
    );
  });

  it('with an address at another domain than all others', async () => {
    const { text } = await ask('Where is the pump-out station booked?');
    expect(text).toContain('Only “Pump-out”');
  });

  it('with a number, but not for one of a list of contacts', async () => {
    expect((await ask('At what number is the hotline of the mole called?')).text).toContain('Only “');
    const { text } = await ask('At what number is the rigger called?');
    expect(text).toContain('960 202');
    expect(text).not.toContain('Only “');
  });

  it('but not where another page gives the same number, or an address of the same domain', async () => {
    expect((await ask('At what number is the badge desk called?')).text).not.toContain('Only “');
    expect((await ask('Where is the crane for heavy parcels booked?')).text).not.toContain('Only “');
  });

  it('with words against somebody', async () => {
    const { text } = await ask('Who owns Kestrel Ltd, where the ropes of the east quay come from?');
    expect(text).toContain('convicted');
    expect(text).toMatch(
      /_“Ropes” \(.+\) says this against somebody, not Parley, which cannot tell whether it is true\._$/,
    );
  });

  it('and says nothing of what nobody can act on', async () => {
    expect((await ask('What colour is the launch of the harbour master painted?')).text).not.toMatch(
      /Only “|not Parley/,
    );
  });
});

describe('a line below words about handing over a secret', () => {
  it('says whose words they are, with source and date', async () => {
    const { text } = await ask('What does whoever lost a badge have ready?');
    expect(text).toMatch(/_“The badge desk” \(.*2026-03-02\) says so, not Parley: ask someone you know/);
  });

  it('is also below those of a page that is only named', async () => {
    const {
      text,
      citations,
      nearest = [],
    } = await ask('How much is my nephew fined in spring whose badge was lost overboard?');
    expect(citations).toEqual([]);
    expect(nearest.every(({ quote }) => quote === undefined)).toBe(true);
    expect(nearest.map(({ excerpt }) => excerpt).join()).toContain('passcode');
    expect(text).toContain('says so, not Parley');
  });

  it("is in the question's language", async () => {
    const { text } = await ask('Was verlangt der Hafenmeister am Telefon?');
    expect(text).toContain('nicht Parley');
  });
});

it('shows a mark that a page wrote itself as no mark of a citation', async () => {
  const { text } = await ask('Where does the tide gauge stand?');
  expect(text).toContain('(7)');
  expect(text).not.toContain('[7]');
  expect(text).toMatch(/\[1\]$/m);
});
