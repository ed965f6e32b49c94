import { describe, expect, it } from 'vitest';
import { inertText } from './inert-text.ts';

const PAGE = 'https://handbook.example/leave';
const inert = (text: string) => inertText(text, { links: [PAGE], fileNames: true });
/** A text without code that every client recognises, and without the link to the page. */
const outsideCode = (text: string) =>
  text
    .replace(/^```[^`\n]*\n[\s\S]*?\n```$/gm, ' ')
    .replace(/`[^`\n]+`/g, ' ')
    .replaceAll(PAGE, ' ');

const WAYS_OUT = [
  'https://evil.example/login',
  'evil.example/login',
  'EVIL.Example',
  'a `b https://evil.example',
  '\\`https://evil.example\\`',
  '\\\\`https://evil.example`',
  '``x https://evil.example',
  '`x``https://evil.example``',
  '```\nhttps://evil.example',
  '```\ncode\n````x\nhttps://evil.example\n',
  '~~~\nhttps://evil.example\n~~~',
  '    https://evil.example',
  '[words](https://evil.example "title")',
  '[words](<https://evil.example>)',
  '[https://evil.example](https://handbook.example/leave)',
  '[a [b](https://evil.example) c](https://handbook.example/leave)',
  '[words][1]\n\n[1]: https://evil.example',
  '![words](https://evil.example/p.png)',
  '![](https://evil.example/p.png)',
  '<https://evil.example>',
  '<https://evil.example|the handbook>',
  '<a href="https://evil.example">the handbook</a>',
  'https://handbook.example/leave@evil.example/',
  'https://handbook.example@evil.example/',
  'https://handbook.example/leave.evil.example/',
  '//evil.example/login',
  'ev\u200bil.exa\u00admple/login',
  'evil。example/login',
  'evil．example',
  'evil[.]example',
  'evil dot example slash login',
  'help@evil.example',
  'xn--evil-x2a.com',
  'evil.sh, e.vil.me',
  'javascript:evil.call',
  'tel:+1900-evil',
  'http://3221226028/evil',
  '192.0.2.44/evil',
  '| evil.example | `a` |',
];

describe('inert text', () => {
  it.each(WAYS_OUT)('makes no link of: %j', (text) => {
    expect(outsideCode(inert(text))).not.toMatch(/evil(?!\W*$)|evil\.|\/\/|\(http/i);
  });

  it.each(WAYS_OUT)('is idempotent: %j', (text) => {
    expect(inert(inert(text))).toBe(inert(text));
  });

  it('keeps links to ingested pages, and code', () => {
    for (const text of [
      `Read [the page](${PAGE}) [1].`,
      `See ${PAGE}.`,
      'Type `curl https://evil.example/login` twice.',
      '```sh\nwget evil.example/x\n```',
      'It is 28 days [1][2].',
      'Delete it:\n    git tag -d <name>',
      '休暇は27日です。残りは翌年です。',
      '员工每年有二十七天。其余作废。',
      'It takes 2.5 weeks, e.g. v1.2.3 of Node.js [1]: see [2].',
    ])
      expect(inert(text)).toBe(text);
  });

  it('keeps a link to an ingested page that stands in brackets or as a picture, which is not fetched', () => {
    expect(inert(`See <${PAGE}>.`)).toBe(`See ${PAGE}.`);
    expect(inert(`![the plan](${PAGE})`)).toBe(`[the plan](${PAGE})`);
  });

  it('keeps the words of a link', () => {
    expect(inert('Ask [the desk](https://evil.example/login) first.')).toBe('Ask the desk first.');
    expect(inert('Visit https://evil.example/login, then stop.')).toBe(
      'Visit `https://evil.example/login`, then stop.',
    );
  });

  it('keeps a link without a host in quotes, and no other', () => {
    const quoted = (text: string) => inertText(text, { relativeLinks: true });
    const words = 'It replaces [Leave (2019)](leave-2019.md#pay) ![chart](chart.png).';
    expect(quoted(words)).toBe(words);
    for (const url of ['//evil.example/x', '\\\\evil.example', 'https:evil.example', 'evil.example/x', 'javascript:x'])
      expect(quoted(`[words](${url})`)).toBe('words');
  });

  it('notifies nobody', () => {
    expect(inert('<!channel> <@U1> <@&991> @everyone')).toBe('`<!channel>` `<@U1>` `<@&991>` `@everyone`');
  });

  it.each([
    ['<script>alert(1)</script>', '`<script>`alert(1)`</script>`'],
    ['a <img src=x onerror=alert(1)> b', 'a `<img src=x onerror=alert(1)>` b'],
    ['<svg/onload=alert(1)>', '`<svg/onload=alert(1)>`'],
    ['<b onmouseover=go()>hi</b>', '`<b onmouseover=go()>`hi</b>'],
    ['<img\nsrc=x onerror=go()>', '‹img\nsrc=x onerror=go()>'],
    ['<img src=`x`onerror=go()>', '‹img src=`x`onerror=go()>'],
    ['Write <your name>; 3 < 4, List<Map<a, b>>.', 'Write <your name>; 3 < 4, List<Map<a, b>>.'],
  ])('has no program that shows HTML act on %j', (text, safe) => {
    expect(inert(text)).toBe(safe);
    expect(inert(safe)).toBe(safe);
  });

  it('takes time linear in the length of a text', () => {
    expect(inert('<img '.repeat(20_000)).length).toBeGreaterThan(0);
    const text = `${'[`<a.b @x ](('.repeat(20_000)} https://evil.example`;
    const from = process.cpuUsage();
    inert(text);
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});

it('sets a truncated spelled-out address in code', () => {
  expect(inertText('Payslips are at evil0001 dot exam…')).toBe('Payslips are at `evil0001 dot exam…`');
  expect(inertText('It is marked by a red dot.')).toBe('It is marked by a red dot.');
});
