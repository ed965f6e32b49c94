import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';
import { extractText } from './markdown.ts';

const plain = (text: string) => extractText(new TextEncoder().encode(text));

const RFC = `



Network Working Group                                          A. Ferry
Request for Comments: 9990                               Harbour Office
Category: Informational                                      March 2026


                  The Order of Boats at the Harbour Gate
                          and of Their Lamps

Status of This Memo

   This memo says in which order boats pass the gate.

Table of Contents

   1.  Introduction . . . . . . . . . . . . . . . . . . . . . . . .  2
   2.  Boats  . . . . . . . . . . . . . . . . . . . . . . . . . . .  2
     2.1.  Lamps  . . . . . . . . . . . . . . . . . . . . . . . . .  2









Ferry                        Informational                      [Page 1]
\f
RFC 9990                   Order of Boats                     March 2026


1.  Introduction

   The gate is narrow, and boats that come in have the right of way over
   those that leave, as long as the tide is





Ferry                        Informational                      [Page 2]
\f
RFC 9990                   Order of Boats                     March 2026


   below the mark on the wall.  After that it is the other way round.

2.  Boats

2.1.  Lamps

   Each boat shows its lamps:

      boat = lamp [ lamp ]
      lamp = "red" / "green"





Ferry                        Informational                      [Page 3]
\f
RFC 9990                   Order of Boats                     March 2026


Author's Address

   Anna Ferry
   Harbour Office

Ferry                        Informational                      [Page 4]
`;

it('reads an RFC without the heads and feet of its pages, its sections as headings', () => {
  const { markdown, title } = plain(RFC);
  expect(title).toBe('The Order of Boats at the Harbour Gate and of Their Lamps');
  expect(markdown.match(/^#+ .*$/gm)).toEqual([
    '# The Order of Boats at the Harbour Gate and of Their Lamps',
    '## Status of This Memo',
    '## 1.  Introduction',
    '## 2.  Boats',
    '### 2.1.  Lamps',
    "## Author's Address",
  ]);
  expect(markdown).not.toMatch(/\[Page|RFC 9990|\. \. \.|\f/);
  expect(markdown).toContain('as long as the tide is\n   below the mark on the wall.');
  expect(markdown).toContain('      boat = lamp [ lamp ]\n      lamp');
});

it('reads an RFC that stands in pre, a page each or whole, in the same way', async () => {
  const escaped = RFC.replaceAll('"', '&quot;').replaceAll("Author's", 'Author&#x27;s');
  const pages = escaped.split('\f').map((page) => `<pre class="newpage">${page}</pre>`);
  for (const body of [`<pre>${escaped}</pre>`, pages.join('<hr>')]) {
    const html = `<html><head><title>RFC 9990: The Order of Boats</title></head><body>${body}</body></html>`;
    const page = await readerFor({ name: 'rfc9990.html' })!(new TextEncoder().encode(html));
    expect(page.markdown.match(/^#+ .*$/gm)).toEqual([
      '## Status of This Memo',
      '## 1. Introduction',
      '## 2. Boats',
      '### 2.1. Lamps',
      "## Author's Address",
    ]);
    expect(page.markdown).toContain('as long as the tide is below the mark on the wall.');
    expect(page.markdown).toContain('boat = lamp [ lamp ]\nlamp = "red"');
    expect(page.markdown).not.toMatch(/\[Page|March 2026\n\n1/);
  }
});

it('reads the lines at the margin of a text that is set in as headings, and its paragraphs as none of code', () => {
  const { markdown } = plain(
    'Dedication\n\n     To all who keep the lamps,\n     and to the watch.\n\n1. Purpose\n\n     The store is locked at nine.\n     Keys hang in locker 12.\n\n          lamp --on\n',
  );
  expect(markdown).toBe(
    '## Dedication\n\nTo all who keep the lamps,\nand to the watch.\n\n## 1. Purpose\n\nThe store is locked at nine.\nKeys hang in locker 12.\n\n     lamp --on',
  );
});

it('reads a line that stands alone above a paragraph, a list or what is set in as a heading', () => {
  const { markdown } = plain(
    'The office\n\nThe office is in the old customs house, beside the gate and the lamps.\n\nOpening hours\n  Monday to Friday, 9 to 17\n\nKeys\n- front door\n- cellar\n\nClosed on holidays\n',
  );
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['## The office', '## Opening hours', '## Keys']);
  expect(markdown).toContain('## Opening hours\n\n  Monday');
});

it('leaves headings that are underlined, notes and items over two lines in a text that is set in as they are', () => {
  const { markdown } = plain(
    'A.1. Letters\n------------\n\n     The letters are of use to those\n     who write to the harbour.\n\n3. When I compile, it complains about\n   what is called a pointer there\n\n     Ignore it, all of you.\n\n[1]  There is a note on it\n\n     It says no more of it.\n\nPurpose\n\n     To say it all.\n',
  );
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['# A.1. Letters', '## Purpose']);
  expect(markdown).toContain('3. When I compile, it complains about\n');
});

it('takes no address, greeting, verse or row for a heading', () => {
  for (const text of [
    'Harbour Office\n\nQuay 3\n\n5003 Bergen\n',
    'Dear all,\n\nthe office is closed on Friday because of the storm that is announced.\n',
    'The boat left\n\nBefore the tide\n\nAnd came back late\n',
    'Name      Price\n\nThe boat costs 20 an hour, and the lamp is not included in this.\n',
    'a line\n\nwhich is followed by quite a long paragraph of more than eight words.\n',
  ])
    expect(plain(text).markdown).toBe(text.trim());
});

it('knows an underlined heading that follows an item or a sentence without an empty line', () => {
  const { markdown } = plain('- front door\n- cellar\nOpening hours\n-------------\nFrom nine.\n');
  expect(markdown).toContain('\n## Opening hours\n'.replace('##', '#'));
});

it('reads a million lines without a heading, and as many short ones, in linear time', () => {
  const from = process.cpuUsage();
  for (const line of ['Words stand here\n\n', 'Foo\n\n\n\n\n\n\n', '   a\n', 'x [Page 3]\n\n', 'A  [Page 3]\n'])
    plain(line.repeat(200_000));
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(20);
});

it('takes the comments of a script for no headings', () => {
  const script =
    '# winch -- turns the winch\n#\n# usage: winch [-r]\n\nwinch ()\n{\n\techo $1\n}\n\n# the tail of it\nwinch -r';
  expect(plain(script).markdown).not.toMatch(/^#/m);
  expect(plain('# The winch\n\nTurn it by hand.\n\n# Oil\n\nOil it in March.').markdown).toMatch(/^# Oil$/m);
});

const headingsOf = (text: string) => [...plain(text).markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
const MINUTES = `MINUTES of the yard
present: Ana, Bo

1. Opening of the yard
 The yard opens on 3 May, when the crane has been inspected and the new gate is in place.

2. Who may order
 From 1 June heads of department may order for up to 800 francs. Everything else stays as it was.

3. Misc
 Bo orders radios for the crane. They are here by the end of the month if nothing happens.`;

it('takes the numbered items of minutes for headings, above what was said of each', () => {
  expect(headingsOf(MINUTES)).toEqual(['1. Opening of the yard', '2. Who may order', '3. Misc']);
});

it('leaves the steps of a list as they are', () => {
  expect(headingsOf('To start:\n\n1. Switch on the pump\n2. Wait a minute\n3. Open the valve\n\nIt runs.')).toEqual([]);
});
