import { expect, it } from 'vitest';
import { decode } from './decode.ts';
import { extractHtmlText, extractWholeHtml } from './html.ts';

const sentence = 'A box has two corners, and what lies between them belongs to it, whatever its dimensions are.';

it('reads what stands behind a frame that a page of XHTML closes at once', () => {
  const page = (doctype: string) =>
    extractWholeHtml(
      `${doctype}<html><body><ul><li>Home</li><li><iframe src="https://boxes.example/button"/></li></ul><h1>Boxes</h1><p>${sentence}</p></body></html>`,
    ).markdown;
  expect(
    page('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'),
  ).toContain(`# Boxes\n\n${sentence}`);
});

it('ends an item of a list at the next one, though a paragraph inside of it is left open', () => {
  const { markdown } = extractWholeHtml(
    '<h1>Parts</h1><ul><li><p>lid<li><p>hinge<ul><li><p>pin</ul><li><p>corner</ul><p>All of these are sold.',
  );
  expect(markdown).toBe('# Parts\n\n- lid\n- hinge\n  - pin\n- corner\n\nAll of these are sold.');
});

it('reads lines that spaces set in as code, and keeps an address', () => {
  const { markdown } = extractWholeHtml(
    '<h1>Lids</h1><div><b>package</b>&nbsp;Lids&nbsp;<b>is</b><br>\n&nbsp;&nbsp;&nbsp;<b>type</b> <a name="l"></a>Lid;<br>\n<b>end</b>&nbsp;Lids;</div><p>Box Street 2<br>London</p>',
  );
  expect(markdown).toContain('```\npackage Lids is\n   type Lid;\nend Lids;\n```');
  expect(markdown).toContain('Box Street 2 London');
});

it('leaves out the numbers of paragraphs that links lead to, and keeps other numbers', () => {
  const { text } = extractWholeHtml(
    `<h1>Rules</h1><div class="num"><a name="p1">1</a></div><div>${sentence}</div><div><a name="p1.1">1.1/2</a></div><div>No lid is square.</div><div><a name="total">42</a></div>`,
  );
  expect(text).toBe(`Rules\n${sentence}\nNo lid is square.\n42`);
});

it('takes the bold lines of a page without headings for its headings', () => {
  const { markdown } = extractWholeHtml(
    `<p><b>Lids</b></p><p>${sentence} A <b>lid</b> closes it.</p><b>SEE ALSO</b><br><ul><li><b>Hinges</b></li></ul><p><b>For example:</b></p><p>None.</p>`,
  );
  expect(markdown).toMatch(/^## Lids\n[\s\S]*## SEE ALSO\n[\s\S]*\*\*Hinges\*\*[\s\S]*\*\*For example:\*\*/);
  expect(
    extractWholeHtml(`<h1>Boxes</h1><p><b>Lids</b></p><p>${sentence}</p><p><b>A</b></p><p>B</p>`).markdown,
  ).toContain('**Lids**');
});

it('keeps the short entries of a manual on one page whose contents lead to them', () => {
  const names = Array.from({ length: 30 }, (_, i) => `turn_${i}`);
  const { markdown } = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1><ul>${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul><h2 id="about">About</h2>${`<p>${sentence} ${sentence}</p>`.repeat(4)}${names.map((name) => `<h3><a id="${name}">${name}</a></h3><p>Turn.</p><p><a href="#box">box</a></p>`).join('')}</body></html>`,
  );
  for (const name of names.slice(0, -1)) expect(markdown).toContain(`### ${name}\n\nTurn.`);
});

it('reads a table of names below a heading that says so as terms, and keeps one below another heading', () => {
  const rows = '<tr><th>side</th><td>which side</td></tr><tr><th>far</th><td>how far</td></tr>';
  const { markdown, tables } = extractWholeHtml(
    `<h1>turn</h1><h2>Parameters:</h2><table>${rows}</table><h2>Prices</h2><table>${rows}</table>`,
  );
  expect(markdown).toContain('## Parameters:\n\n**side**\n\nwhich side\n\n**far**\n\nhow far');
  expect(tables).toHaveLength(1);
});

it('leaves out a link that opens the page without its frame, and one to the next section', () => {
  const { text } = extractWholeHtml(
    `<h1>Lids <a href="lids.html" target="_top"><small>[Remove Frame]</small></a></h1><p>${sentence}</p><hr>Next Section: <a href="b.html">Hinges</a>`,
  );
  expect(text).toBe(`Lids\n${sentence}`);
});

it('takes the title of a page that declares the name of its site instead', () => {
  const head = (site: string) =>
    `<title>Boxes: Lids</title><meta property="og:title" content="Boxes Legacy"><meta property="og:site_name" content="${site}">`;
  const page = (site: string) =>
    extractHtmlText(`<html><head>${head(site)}</head><body><p>${sentence}</p></body></html>`);
  expect(page('Boxes Legacy').title).toBe('Boxes: Lids');
  expect(page('Boxes').title).toBe('Boxes Legacy');
});

it('names a page by its heading behind the name of the site, and by the last step of its path where nothing else does', () => {
  const titleOf = (title: string, body: string) =>
    extractHtmlText(`<html><head><title>${title}</title></head><body>${body}<p>${sentence}</p></body></html>`).title;
  const path = (last: string) => `<ol class="breadcrumb"><li><a href="../">Home</a></li><li>${last}</li></ol>`;
  expect(titleOf('Boxes: Open a lid', '<h2>Open a lid</h2>')).toBe('Open a lid');
  expect(titleOf('Boxes: Open a lid', '<h2>Before</h2>')).toBe('Boxes: Open a lid');
  expect(titleOf('Box documentation', `${path('Lids')}<h3>File</h3>`)).toBe('Lids');
  expect(titleOf('Box documentation', `${path('<a href="lids.html">Lids</a>')}<h3>File</h3>`)).toBe(
    'Box documentation',
  );
  expect(titleOf('Open a lid | Boxes', `${path('News')}<h1>Open a lid</h1>`)).toBe('Open a lid');
});

it('reads a long page of ASCII with a few spaces of an older encoding', () => {
  const bytes = new TextEncoder().encode(`<pre>${'x = box.move(1)\n'.repeat(300)}?  y</pre>`);
  bytes[bytes.indexOf(0x3f)] = 0xa0;
  expect(decode(bytes)).toContain('\u00a0  y');
});

it('keeps lines that only br separates: code, formulas, items, but not the lines of a sentence', () => {
  const sentence =
    'A box has two corners, and what lies between them<br>belongs to it, whatever the number<br>of its dimensions is.';
  const { markdown } = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1><p>${sentence}</p><p><tt>box open red<br>&nbsp; box put 1<br></tt></p><p>P0 = B0<br>P1 = B1 - B0</p><p>Red boxes<br>Green boxes<br>- Blue boxes</p><p>${sentence}</p></body></html>`,
  );
  expect(markdown).toContain('between them belongs to it, whatever');
  expect(markdown).toContain('```\nbox open red\nbox put 1\n```');
  expect(markdown).toContain('P0 = B0\nP1 = B1 - B0');
  expect(markdown).toContain('Red boxes\nGreen boxes\n\\- Blue boxes');
});

it('keeps a short list or quotation between two paragraphs of the main text', () => {
  const prose =
    '<p>The number of corners is about one million by default, and no box may have more of them than that. If you intend to store more corners, move them into another box, which is done while both of them are open.</p>';
  const { markdown } = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><div class="header"><a href="a.html">Home</a> <a href="b.html">News</a></div><h1>Boxes</h1>${prose.repeat(3)}<p>The stash of boxes saves memory. The following methods are provided.</p><ul><li><code>tune</code> : sets it.</li></ul>${prose}<p>To keep a box from being seen, add this line to its head:</p><blockquote>&lt;META NAME="boxes"&gt;</blockquote>${prose.repeat(3)}</body></html>`,
  );
  expect(markdown).toContain('- `tune` : sets it.');
  expect(markdown).toContain('> <META NAME="boxes">');
});

it('reads a quotation that holds nothing but code as code, and sentences in the letters of code as a quotation', () => {
  const { markdown } = extractWholeHtml(
    `<h1>Boxes</h1><p>${sentence} ${sentence}</p><p>To open one:</p><blockquote><tt>$ box open</tt></blockquote><p>Or two:</p><blockquote><tt>$ box open 1<br>$ box open 2</tt></blockquote><p>A note:</p><blockquote><tt>Lids are sold apart. Hinges are not.</tt></blockquote><blockquote>A box is a box.</blockquote>`,
  );
  expect(markdown).toContain('To open one:\n\n```\n$ box open\n```\n\nOr two:\n\n```\n$ box open 1\n$ box open 2\n```');
  expect(markdown).toContain('> `Lids are sold apart. Hinges are not.`\n\n> A box is a box.');
});

it('sees no quotation around most of a page, unless it says whom it quotes', () => {
  const page = (quote: string) =>
    extractWholeHtml(
      `<h1>Lids</h1>${quote}<p>${sentence}</p><p>${sentence}</p><p>No lid is square.</p><p><b>Hinge</b></p></blockquote>`,
    ).markdown;
  expect(page('<blockquote>')).toContain('\n\nNo lid is square.\n\n**Hinge**');
  expect(page('<blockquote type="cite">')).toContain('\n\n> No lid is square.');
});

it('keeps the names of entries on one page where the contents lead to links above its headings', () => {
  const names = Array.from({ length: 30 }, (_, i) => `${i + 1}`);
  const { markdown } = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1><ul>${names.map((name) => `<li><a href="#${name}">Part ${name}</a></li>`).join('')}</ul>${names.map((name) => `<a name="${name}"></a><h2 id="chapter-${name}">Part ${name}</h2><div><b><a href="#key-${name}">turn_${name}</a></b> box</div><p>${sentence} ${sentence}</p>`).join('')}</body></html>`,
  );
  for (const name of names.slice(0, -1)) expect(markdown).toContain(`**turn_${name}** box`);
});

it('sees no quotations in those that set in each section of a page', () => {
  const section = (name: string) =>
    `<tr><td><b>${name}</b></td></tr><tr><td><blockquote><p>${sentence}</p><blockquote><p>No ${name} is square, and none is round.</p><p>${sentence}</p></blockquote></blockquote></td></tr>`;
  const { markdown } = extractWholeHtml(
    `<h1>Boxes</h1><p>All of them.</p><table>${section('lid')}${section('hinge')}</table><blockquote><p>A box is a box.</p></blockquote>`,
  );
  expect(markdown).toContain('\n\nNo hinge is square, and none is round.');
});

it('reads code alone in its paragraph by its lines, though only a style sheet says so', () => {
  const { markdown } = extractWholeHtml(
    `<h1>Boxes</h1><p>${sentence}</p><code class="block">\n\t$ box open <e>lid</e>\n\t$ <b>box list</b>\n\n\t  2 boxes\n</code><p>Then <code>box close\nall of\nthem</code> ends it.</p>`,
  );
  expect(markdown).toContain('```\n$ box open lid\n$ box list\n\n  2 boxes\n```');
  expect(markdown).toContain('Then `box close all of them` ends it.');
});

it('puts a name over both columns of a list of fields beside its value', () => {
  const { tables } = extractWholeHtml(
    '<h1>box</h1><table class="field-list"><tr><th>Type:</th><td>"box"</td></tr><tr><th colspan="2">Elements of it:</th></tr><tr><td>&nbsp;</td><td>lid, hinge</td></tr><tr><th colspan="2">What is inside:</th></tr><tr><td>&nbsp;</td><td>None.</td></tr></table>',
  );
  expect(tables[0]?.rows).toEqual([
    ['Type:', '"box"'],
    ['Elements of it:', 'lid, hinge'],
    ['What is inside:', 'None.'],
  ]);
});

it('reads bold and slanted letters of styles', () => {
  const { markdown } = extractWholeHtml(
    `<h1>Boxes</h1><p style="font-weight: bold;">Lids</p><p>${sentence} <span style="font-style:italic">No</span> lid is <span style="color:red;font-weight:700">square</span>.</p>`,
  );
  expect(markdown).toContain('**Lids**');
  expect(markdown).toContain('*No* lid is **square**.');
});

it('keeps the headings of a short page whose contents lead to all of them', () => {
  const names = ['NAME', 'SYNOPSIS', 'OPTIONS', 'AUTHOR', 'SEE ALSO'];
  const { markdown } = extractHtmlText(
    `<html><head><title>box</title></head><body>${names.map((name, i) => `<div><a href="#${i}">${name}</a></div>`).join('')}${names.map((name, i) => `<a name="${i}"></a><h2>${name}</h2><p>${sentence} ${sentence}</p><p><b>-${i}</b></p><p>Lid.</p>`).join('')}</body></html>`,
  );
  for (const name of names) expect(markdown).toContain(`## ${name}\n\n${sentence}`);
  expect(markdown).toContain('**-2**\n\nLid.');
});

it('takes the tags that a generator put into a title for no words of it', () => {
  const { title } = extractHtmlText(
    '<title><div style="text-align: center">Keeper V. 4.03</div></title><h2>Chapter 2: The lamp</h2><p>The lamp is lit at dusk by whoever has the evening watch, and put out at dawn.</p>',
  );
  expect(title).toBe('Keeper V. 4.03');
});

it('keeps the short heading of each table, so that no table stands below the heading of another', () => {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const table = (head: readonly string[], rows: readonly string[][]) =>
    `<table>${row('th', head)}${rows.map((cells) => row('td', cells)).join('')}</table>`;
  const woods = ['oak', 'pine', 'ash', 'elm', 'beech', 'maple'].map((wood, i) => [
    wood,
    `${wood} from the north, ${wood} from the south, second choice`,
    ...[3.5, 5, 8.5, 13].map((price) => (price + i).toFixed(2)),
  ]);
  const extras = [
    ['Brass hinge', '25 % of the price', '€18', 'until noon'],
    ['Second lid', '60 % of the price', '€45', 'small boxes only'],
    ['Felt', '18 % of the price', '–', ''],
    ['Lock', '€14 flat', '–', 'up to three keys'],
    ['Waiting time', '€11 per hour', '–', 'first hour free'],
  ];
  const { markdown } = extractHtmlText(
    `<html><head><title>Box prices 2025</title></head><body><h1>Box prices, valid from 1 April 2025</h1><p>Euros per box, before tax. Wood as delivered. See "How a box is priced" for the order of working.</p><h2>Basic prices</h2>${table(['Wood', 'Kinds', 'small', 'middle', 'large', 'huge'], woods)}<p>Boxes of other woods, and boxes for boats: priced by the workshop, one by one.</p><h2>Extras</h2>${table(['Extra', 'Amount', 'Minimum', 'Remark'], extras)}</body></html>`,
  );
  expect(markdown).toMatch(/## Basic prices\n\n\| Wood [\s\S]*\n\n## Extras\n\n\| Extra /);
});

it('keeps the listings and short entries of a description on one page whose contents name its upper levels alone', () => {
  const names = ['boxes', 'lids', 'pins', 'keys', 'nails', 'racks', 'tags', 'seals', 'pads', 'cords'];
  const entry = (name: string) =>
    `<h2 id="get-${name}">get ${name}</h2><pre class="highlight tab tab-shell"><code>curl /${name}</code></pre><p><code>GET /${name}</code></p><h3 id="${name}-parameters">Parameters</h3><p>None.</p><blockquote><p>200 Response</p></blockquote><pre class="highlight tab tab-json"><code>{ "${name}": 4 }</code></pre><h3 id="${name}-responses">Responses</h3><p>OK.</p><h3 id="${name}-schema">Schema</h3><p>Inline.</p>`;
  const { markdown } = extractHtmlText(
    `<html><head><title>Shop</title></head><body><div class="toc-wrapper"><ul>${names.map((name) => `<li><a href="#get-${name}">get ${name}</a></li>`).join('')}</ul></div><div class="page-wrapper"><div class="content"><h1 id="shop">Shop</h1>${names.map(entry).join('')}<h2 id="end">End</h2></div></div></body></html>`,
  );
  for (const name of names.slice(0, -1)) {
    expect(markdown).toContain(`curl /${name}`);
    expect(markdown).toContain(`{ "${name}": 4 }`);
    expect(markdown).toContain(`GET /${name}`);
  }
  expect(markdown.match(/^#+ Responses$/gm)?.length).toBeGreaterThanOrEqual(names.length - 1);
});
