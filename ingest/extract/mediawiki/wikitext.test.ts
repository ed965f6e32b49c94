import { expect, it } from 'vitest';
import { readWikitext } from '../../formats/markup/wikitext.ts';

const read = async (text: string, url?: string) => readWikitext(Buffer.from(text), { url });
const markdown = async (text: string, url?: string) => (await read(text, url)).markdown;

it('reads headings, letters, links and notes', async () => {
  expect(
    await markdown(
      "'''Oil press''' is a ''machine'' by [[Acme (company)|]]<ref name=\"a\">{{cite web|url=https://example.org/a|title=Tests|date=2004}}</ref>.\n== Safety ==\nWear [[Gloves|thick gloves]].<ref name=\"a\" /> [https://example.org Rules]\n[[Category:Machines]]\n[[de:Ölpresse]]",
    ),
  ).toBe(
    '**Oil press** is a *machine* by Acme [1].\n\n## Safety\n\nWear thick gloves. [1] [Rules](https://example.org/)\n\n## Notes\n\n1. [Tests](https://example.org/a), 2004',
  );
});

it('links pages beside one another where the wiki has an address', async () => {
  expect(await markdown('See [[Oil press#Safety rules|here]].', 'https://wiki.example/wiki/Saw')).toBe(
    'See [here](https://wiki.example/wiki/Oil_press#Safety_rules).',
  );
});

it('reads lists in lists, terms, and steps with a text below', async () => {
  expect(await markdown('# Run it\n#* slowly\n# Stop\n* one\n** two\n; Oil : sticky')).toBe(
    '1. Run it\n   - slowly\n2. Stop\n- one\n  - two\n\n**Oil**\n\nsticky',
  );
});

it('keeps program text and what is no markup as it is', async () => {
  expect(
    await markdown(
      "<syntaxhighlight lang=\"ini\">\n[oil] # ''hot''\ntemp = 90 <b>\n</syntaxhighlight>\nUse <code>[[x]]</code>, <nowiki>[[y]] ''z''</nowiki> & <foo>.\n $ oil --start\n $ oil --stop",
    ),
  ).toBe(
    "```ini\n[oil] # ''hot''\ntemp = 90 <b>\n```\n\nUse `x`, [[y]] ''z'' & <foo>.\n\n```\n$ oil --start\n$ oil --stop\n```",
  );
});

it('reads tables with captions, spans, and lists in cells', async () => {
  const page = await read(
    '{| class="wikitable"\n|+ Limits\n! Model !! Heat\n! Price\n|-\n| A1 || 90 °C || style="color:red" | 10\n|-\n| A2\n| 100 °C\n* when cold\n| {{nowrap|20 EUR}}\n|}',
  );
  expect(page.tables[0]).toMatchObject({
    caption: 'Limits',
    columns: [['Model'], ['Heat'], ['Price']],
    rows: [
      ['A1', '90 °C', '10'],
      ['A2', expect.stringMatching(/100 °C.*when cold/s), '20 EUR'],
    ],
  });
});

it('writes templates by what their arguments say, and names the others', async () => {
  const page = await read(
    '{{Infobox press\n| name = Acme 7\n| logo = x.png\n| licence = GPL\n| released = {{start date|2004|05}}\n}}\n{{Warning|Hot oil burns. See [[Safety]].}}\n{{Map of the hall}} {{#if:x|y}} {{PAGENAME}} __NOTOC__\nIt goes on.',
  );
  expect(page.markdown).toBe(
    '- Name: Acme 7\n- Licence: GPL\n- Released: 2004-05\n\n**Warning**\n\nHot oil burns. See Safety.\n\nIt goes on.',
  );
  expect(page.metadata.notices).toEqual(['What these templates of the wiki show was left out: Map of the hall, #if.']);
});

it('sets captions of pictures apart, with links in them, and leaves out pictures without one', async () => {
  expect(
    await markdown(
      'Before.\n[[File:Press.jpg|thumb|300px|The press in [[Berlin]], [https://example.org seen from above]]]\nAfter [[File:x.png|20px]] it.',
    ),
  ).toBe('Before.\n\nThe press in Berlin, [seen from above](https://example.org/)\n\nAfter it.');
});

it.each([
  ['braces', '{{'.repeat(60_000)],
  ['braces that end', `${'{{a|'.repeat(20_000)}${'}}'.repeat(20_000)}`],
  ['brackets', '[['.repeat(60_000)],
  ['quotation marks', "''x'''".repeat(2000)],
  ['elements that never end', '<ref>'.repeat(30_000)],
  ['tables', '{|\n|-\n| a\n'.repeat(500)],
  ['lists', `${'*'.repeat(3000)} a\n`.repeat(20)],
  ['comments', '<!-- '.repeat(60_000)],
])('ends on a page of nothing but %s', async (_, text) => {
  await expect(read(`Oil is hot.\n\n${text}`)).resolves.toMatchObject({ title: '' });
});
