import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { extractHtml, extractHtmlText, extractWholeHtml } from './html.ts';
import { extractMarkdownText } from './markdown/markdown.ts';

const paragraph = (n: number) =>
  `Paragraph ${n} of the report says, among other things, that the team in office ${n} has finished what it began, and that it was glad. Nobody had expected that.`;
const article = `<!doctype html><html lang="en-gb"><head><title>The buoys are back | Saltmarsh</title>
<meta property="og:site_name" content="Saltmarsh"><link rel="canonical" href="/news/buoys">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","author":[{"name":"Maren Lie"},{"name":"Bo Ek"}],"datePublished":"2026-03-01T08:00:00+01:00","dateModified":"2026-03-04"}</script>
<style>p{color:red}</style></head><body>
<header class="site-header"><a href="/">Home</a> <a href="/about">About us</a></header>
<nav class="breadcrumbs"><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>
<article class="post"><h1>The buoys are back</h1><div class="share-buttons"><a href="https://t.example/share">Tweet</a></div>
<div class="post-content">${[1, 2, 3].map((n) => `<p>${paragraph(n)}</p>`).join('')}
<h2>What <em>comes</em> next</h2><ul><li>Mend the <a href="/sensors?a=(1)">sensors</a></li><li>Sail out<ul><li>at dawn</li></ul></li></ul>
<blockquote><p>${paragraph(4)}</p></blockquote><pre><code class="language-sh">cd /buoys
  ls   -l</code></pre>
<table><tr><th>Buoy</th><th>Depth (m)</th></tr><tr><td>Tern</td><td>12</td></tr><tr><td>Gull</td><td>30</td></tr></table>
<p>${paragraph(5)}</p></div></article>
<aside class="sidebar related-posts"><h3>Related stories</h3><ul><li><a href="/x">Another story about the sea</a></li><li><a href="/y">One more</a></li></ul></aside>
<div id="comments" class="comments"><h3>2 Comments</h3><p class="comment-body">Great, thank you for this!</p></div>
<footer class="site-footer"><p>© 2026 Saltmarsh Instruments. All rights reserved.</p></footer></body></html>`;

describe('extractHtml', () => {
  const page = extractHtmlText(article, { url: 'https://saltmarsh.example/news/buoys?utm=1' });

  it('keeps the main text as Markdown and leaves the frame out', () => {
    expect(page.markdown).toBe(
      [
        '# The buoys are back',
        paragraph(1),
        paragraph(2),
        paragraph(3),
        '## What comes next',
        '- Mend the [sensors](https://saltmarsh.example/sensors?a=%281%29)\n- Sail out\n  - at dawn',
        `> ${paragraph(4)}`,
        '```sh\ncd /buoys\n  ls   -l\n```',
        '| Buoy | Depth (m) |\n| --- | --- |\n| Tern | 12 |\n| Gull | 30 |',
        paragraph(5),
      ].join('\n\n'),
    );
    expect(page.text).toContain('Tern\t12');
    expect(page.text).not.toContain('](');
  });

  it('ends a heading at the end tag of another level, and takes no list in a heading without end for headings', () => {
    const items = Array.from({ length: 30 }, (_, i) => `<li> <a href="b${i}.html">Buoy ${i}</a> </li>`).join('\n');
    const said = `<p>${paragraph(1)}</p>`;
    for (const [heading, aside] of [
      ['<h2>All buoys</h1>', `<div>${paragraph(2)}</div>`],
      ['<h2>All buoys', ''],
    ]) {
      const { markdown } = extractWholeHtml(
        `<html><body>${said}${heading}${aside}<ul>${items}</ul>${said}</body></html>`,
      );
      expect(markdown).toContain('## All buoys\n\n');
      expect(markdown.match(/^#/gm)).toHaveLength(1);
      expect(markdown).toContain('- [Buoy 0](b0.html)\n- [Buoy 1](b1.html)');
    }
  });

  it('writes a heading inside of an explanation as a label of its entry where it names a part of it', () => {
    const entry = (name: string, more = '') =>
      `<dt><a name="${name}"></a><strong>${name}</strong></dt><dd>Moors the ${name} for the night.<h3>Arguments</h3><ul><li>buoy: where</li></ul>${more}</dd>`;
    const other = '<h3>Or</h3><p>Nothing, when the tide is out.</p>';
    const page = `<html><body><h2>Functions</h2><dl>${entry('moor')}${entry('anchor', other)}${entry('berth')}</dl><h3>Arguments</h3><p>${paragraph(1)}</p><dl><dt>tide</dt><dd><h4>Tides</h4><p>${paragraph(2)}</p></dd></dl></body></html>`;
    const { markdown } = extractWholeHtml(page);
    expect(markdown.match(/^#+ .*$/gm)).toEqual(['## Functions', '### Arguments', '#### Tides']);
    expect(markdown).toContain('**moor**\n\nMoors the moor for the night.\n\n**Arguments:**\n\n- buoy: where');
    expect(markdown).toContain('**Or:**\n\nNothing');
  });

  it('reads a title that is escaped twice, and leaves one about such signs as it is', () => {
    const titleOf = (title: string, heading: string) =>
      extractHtmlText(
        `<html><head><title>${title}</title></head><body><h2>${heading}</h2><p>${paragraph(1)}</p></body></html>`,
      ).title;
    expect(titleOf('Buoys &amp;amp; beacons &amp;lt;2026&amp;gt;', 'Buoys')).toBe('Buoys & beacons <2026>');
    expect(titleOf('When to write &amp;amp;', 'The sign &amp;amp;')).toBe('When to write &amp;');
  });

  it('reads what the page says of itself', () => {
    expect(page.title).toBe('The buoys are back');
    expect(page.metadata).toEqual({
      author: 'Maren Lie, Bo Ek',
      published: '2026-03-01T07:00:00.000Z',
      updated: '2026-03-04',
      language: 'en-GB',
      canonical: 'https://saltmarsh.example/news/buoys',
      site: 'Saltmarsh',
    });
  });

  it('knows where its tables stand', () => {
    expect(page.tables).toMatchObject([
      { headings: ['The buoys are back', 'What comes next'], types: [{ kind: 'text' }, { kind: 'number', unit: 'm' }] },
    ]);
    for (const { start, end, markdown } of page.tables) expect(page.markdown.slice(start, end)).toBe(markdown);
  });

  it.each([
    ['below', 'TABLE', '<figcaption>Table 1: Stock in May</figcaption>'],
    ['above', '<figcaption>Table 1: Stock in May</figcaption>', 'TABLE'],
  ])('writes the caption of a figure %s its table once', (_, first, second) => {
    const table = '<table><tr><th>Depot</th><th>Stock</th></tr><tr><td>Bergen</td><td>40</td></tr></table>';
    const figure = `<figure>${first}${second}</figure>`.replace('TABLE', table);
    const { markdown, tables } = extractHtml(
      Buffer.from(`<main><h1>Depots</h1>${figure}<p>Counted by hand.</p></main>`),
    );
    expect(tables[0]?.caption).toBe('Table 1: Stock in May');
    expect(markdown.match(/Stock in May/g)).toHaveLength(1);
    expect(markdown.indexOf('Stock in May')).toBeLessThan(markdown.indexOf('| Depot'));
  });

  it.each(['class-description', 'tsd-comment tsd-typography'])(
    'sets no part of a page below a heading inside of the %s before it',
    (name) => {
      const words = 'Filters files by their age, counted from the moment at which it is asked for the first time.';
      const { markdown } = extractHtml(
        Buffer.from(`<main><h1>AgeFilter</h1><div class="${name}"><p>${words}</p><h2>Using NIO</h2><p>${words}</p>
        <h3>Paths</h3><p>${words}</p></div><ul><li><h3>Method Detail</h3><h4>accept</h4><p>${words}</p></li></ul></main>`),
      );
      expect(markdown.match(/^#+ .*$/gm)).toEqual([
        '# AgeFilter',
        '### Using NIO',
        '#### Paths',
        '### Method Detail',
        '#### accept',
      ]);
    },
  );

  it('writes a term that is bold in part as one bold line', () => {
    const { markdown } = extractHtml(
      Buffer.from('<main><h1>Diary</h1><dl><dt>: <b>diary</b> <i>on</i></dt><dd>Records a session.</dd></dl></main>'),
    );
    expect(markdown).toBe('# Diary\n\n**: diary *on***\n\nRecords a session.');
  });

  it('takes neither the title of a drawing for the page’s, nor the site’s name above a menu', () => {
    const text = `<p>${'A lid closes a box, and a box without one stays open for whoever passes by. '.repeat(4)}</p>`;
    const drawn = `<html><body><button><svg><title>Expand</title></svg></button><h1>Lids</h1>${text}</body></html>`;
    expect(extractHtmlText(drawn).title).toBe('Lids');
    const menu = `<html><head><title>Lids | Box Manual</title><meta property="og:title" content="Lids"><meta property="og:site_name" content="Box Manual"></head><body><nav><h2><a href="/">Box Manual</a></h2></nav><article><h1 id="lids">Lids<a href="#lids">#</a></h1>${text}</article></body></html>`;
    expect(extractHtmlText(menu).title).toBe('Lids');
  });

  it('takes a page’s own heading for its title, not the site’s name above it', () => {
    const titleOf = (title: string, headings: string) =>
      extractHtmlText(`<title>${title}</title><body>${headings}<p>${paragraph(1)}</p></body>`).title;
    const site = '<div class="bar"><h1><a href="/">Manual 3.2</a></h1></div>';
    expect(titleOf('Time zones — Manual 3.2', `${site}<h1>Time zones</h1>`)).toBe('Time zones');
    expect(titleOf('Time zones — Manual 3.2', `${site}<h2>Time zones</h2>`)).toBe('Time zones');
    expect(titleOf('Buoys are back | Saltmarsh', '<h1><a href="/buoys">Buoys are back</a></h1>')).toBe(
      'Buoys are back',
    );
    expect(titleOf('Manual 3.2', site)).toBe('Manual 3.2');
    expect(
      extractHtmlText(`<h1>NAME</h1><pre>Boat::Rudder - turns a boat</pre><h1>USE</h1><p>${paragraph(1)}</p>`).title,
    ).toBe('Boat::Rudder');
    const below = '<h1>Boat Reference</h1><h2>Links</h2><h2>The rudder</h2>';
    expect(titleOf('Boat Reference (3.2) - The rudder', below)).toBe('The rudder');
    expect(titleOf('Boat Reference (3.2) - The mast', below)).toBe('Boat Reference');
    expect(titleOf('Class: Rudder — Boats 3.2', '<h1>Class: Rudder <span>Abstract</span></h1>')).toBe('Class: Rudder');
  });

  it('writes what stands in bold side by side as one stretch in bold', () => {
    const { markdown } = extractHtmlText(
      '<main><h1>Options</h1><p>Give <b>--size=</b><b><i>bytes</i></b>, or <b>both <a href="/limits">limits</a> at once</b>.</p></main>',
      { url: 'https://manual.example/' },
    );
    expect(markdown).toBe(
      '# Options\n\nGive **--size=bytes**, or **both [limits](https://manual.example/limits) at once**.',
    );
  });

  it('leaves out the lines of links that turn a manual’s pages, and keeps a sentence that holds such a link', () => {
    const { markdown } = extractHtmlText(
      `<main><div class="header"><p>Next: <a href="#b" accesskey="n" rel="next">Quoting</a>, Up: <a href="#t" rel="up">Top</a>
        &nbsp; [<a href="#c" rel="contents">Contents</a>][<a href="#i" rel="index">Index</a>]</p></div><h1>Syntax</h1>
        <p>${paragraph(1)}</p><p>More of it is in <a href="#b" rel="next">Quoting</a>.</p></main>`,
    );
    expect(markdown).toBe(`# Syntax\n\n${paragraph(1)}\n\nMore of it is in Quoting.`);
  });

  it('keeps a table of figures that stands outside of the text', () => {
    const figures =
      '<section class="widget"><h3>Key figures</h3><table><tr><th>Measure</th><th>Value</th></tr><tr><td>Depth</td><td>30 m</td></tr><tr><td>Range</td><td>40 km</td></tr></table></section>';
    const menu =
      '<div class="nav-menu"><table><tr><td>Home</td><td>News</td></tr><tr><td>Shop</td><td>Help</td></tr></table></div>';
    const { tables, markdown, text } = extractHtmlText(article.replace('<aside', `${figures}${menu}<aside`));
    expect(tables.map(({ caption, rows }) => [caption, rows.length])).toEqual([
      ['', 2],
      ['Key figures', 2],
    ]);
    for (const table of tables) expect(markdown.slice(table.start, table.end)).toBe(table.markdown);
    expect(text).not.toContain('Home');
  });

  it('writes documentation without its permalinks, code and quotes inside items', () => {
    const html =
      '<title>Guide — Docs</title><main><h1>Guide<a class="headerlink" href="#guide">¶</a></h1><ul><li><p>Run it:</p><blockquote><pre>run</pre></blockquote></li><li>Stop</li></ul><p>See <a href="#x">below</a>.</p></main>';
    const { title, markdown } = extractHtmlText(html);
    expect(title).toBe('Guide');
    expect(markdown).toBe('# Guide\n\n- Run it:\n\n  ```\n  run\n  ```\n- Stop\n\nSee below.');
  });

  it('keeps the example at the end that a paragraph leads to, and what goes on from it', () => {
    const markdown = extractHtmlText(
      `<title>Boats</title><body><h1>Boats</h1><p>${paragraph(1)}</p><p>${paragraph(2)}</p><p>${paragraph(3)} To go back to it, for example:</p><pre>row 4</pre>This rows four times, and the harbour is seen from there again. More rowing than that needs a pause, which the boat does not count, and a second rower who knows the way.<hr><ul><li><a href="a.html">Contents</a></li><li><a href="b.html">Next</a></li></ul></body>`,
    ).markdown;
    expect(markdown).toContain('row 4');
    expect(markdown).toContain('This rows four times');
    expect(markdown).not.toContain('Contents');
  });

  it('follows every link, boilerplate too', () => {
    expect(page.links.map(({ href }) => href)).toContain('https://saltmarsh.example/about');
  });

  it('keeps a small page whole, and scopes that it names', () => {
    const small = extractHtmlText(
      '<title>Keys</title><meta name="parley-scopes" content="channel:T1/C1, leadership"><h1>Keys</h1><p>Ask Bo.</p>',
    );
    expect(small).toMatchObject({
      title: 'Keys',
      text: 'Keys\nAsk Bo.',
      metadata: { scopes: ['channel:T1/C1', 'leadership'] },
    });
  });

  it('reads the posts that a Discourse page holds as data', () => {
    const preloaded = JSON.stringify({
      topic_7: JSON.stringify({
        title: 'DNS',
        post_stream: { posts: [{ cooked: `<p>${paragraph(1)}</p>` }, { cooked: `<p>${paragraph(2)}</p>` }] },
      }),
    });
    const html = `<html><head><meta name="generator" content="Discourse 3.2"></head><body><div id="data-preloaded" data-preloaded="${preloaded.replaceAll('"', '&quot;')}"></div><nav>Categories</nav></body></html>`;
    expect(extractHtmlText(html).text).toBe(`DNS\n${paragraph(1)}\n${paragraph(2)}`);
  });

  it('is not stopped by depth, by tags left open, or by text that looks like Markdown', () => {
    const deep = `<p>${paragraph(1)}</p>${'<div>'.repeat(200_000)}`;
    expect(extractHtmlText(deep)).toMatchObject({
      text: paragraph(1),
      metadata: { notices: [expect.stringContaining('too deep')] },
    });
    expect(extractHtmlText(`${'<div>'.repeat(3000)}<p>${paragraph(1)}</p>`).text).toBe(paragraph(1));
    expect(extractHtmlText('<h1>A</h1><p># not a heading<p>1. not a list<p>- nor this').markdown).toBe(
      '# A\n\n\\# not a heading\n\n1\\. not a list\n\n\\- nor this',
    );
  });
});

describe('decode', () => {
  const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  it.each([
    ['a byte order mark', new Uint8Array([0xff, 0xfe, 0x68, 0, 0x69, 0]), undefined, 'hi'],
    ['UTF-8', new TextEncoder().encode('café'), 'text/html; charset=iso-8859-1', 'café'],
    ['the header', new Uint8Array([0xcf, 0xf0, 0xe8]), 'text/html; charset=windows-1251', 'При'],
    ['a meta tag', latin('<meta charset="iso-8859-2">\xe6'), undefined, '<meta charset="iso-8859-2">ć'],
    ['windows-1252', latin('\x93caf\xe9\x94'), undefined, '“café”'],
    ['a lie about UTF-8', latin('<meta charset=utf-8>caf\xe9'), undefined, '<meta charset=utf-8>café'],
  ])('goes by %s', (_, bytes, contentType, expected) => expect(decode(bytes, contentType)).toBe(expected));

  it('reads a page put together in three encodings, each piece by its own', () => {
    const page = Buffer.concat([
      Buffer.from('<meta charset="utf-8"><p>Öffnungszeiten der Küche: täglich</p>\n'),
      Buffer.from('<p>Le café est fermé à midi</p>\n', 'latin1'),
      Buffer.from('<p>'),
      // それはとてもよいことです。 and カタカナ, in Shift-JIS.
      Buffer.from('82bb82ea82cd82c682c482e082e682a282b182c682c582b78142834a835e834a8369', 'hex'),
      Buffer.from('</p>\n<p>Überall gleich.</p>'),
    ]);
    const text = decode(page);
    for (const kept of [
      'Öffnungszeiten der Küche',
      'café est fermé à',
      'それはとてもよいことです。カタカナ',
      'Überall',
    ])
      expect(text).toContain(kept);
  });

  it('forgives one cut character in a long UTF-8 page', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(`${'é'.repeat(600)}`), 0xc3]);
    expect(decode(bytes).slice(0, 600)).toBe('é'.repeat(600));
    expect(extractHtml(bytes).text.startsWith('é')).toBe(true);
  });
});

describe('extractMarkdown', () => {
  it('calls a page by its first heading where several of level one come below it', () => {
    const titleOf = (source: string) => extractMarkdownText(source).title;
    expect(titleOf('## Spam\n\nReport it.\n\n# Filters\n\nOn.\n\n# Senders\n\nBlocked.')).toBe('Spam');
    expect(titleOf('# Spam\n\nReport it.\n\n# Filters\n\nOn.')).toBe('Spam');
    expect(titleOf('## News\n\nNone.\n\n# Spam\n\nReport it.')).toBe('Spam');
    expect(titleOf('## Spam\n\nReport it.')).toBe('');
  });

  it('reads front matter, headings and tables', () => {
    const page = extractMarkdownText(
      '---\ntitle: Leave\nupdated_at: 2026-02-01\nscopes: [leadership]\n---\n# Leave policy\n\nSee [pay](pay.md).\n\n## Days\n\nDays by region:\n\n| Region | Days |\n| --- | ---: |\n| North | 25 |\n',
      { url: 'https://h.example/leave' },
    );
    expect(page).toMatchObject({
      title: 'Leave',
      metadata: { updated: '2026-02-01', scopes: ['leadership'] },
      links: [{ href: 'https://h.example/pay.md', text: 'pay' }],
      tables: [
        {
          caption: 'Days by region',
          headings: ['Leave policy', 'Days'],
          rows: [['North', '25']],
          types: [{ kind: 'text' }, { kind: 'number' }],
        },
      ],
    });
    expect(page.markdown.startsWith('# Leave policy')).toBe(true);
    expect(page.text).toBe('Leave policy\nSee pay.\nDays\nDays by region:\nRegion\tDays\nNorth\t25');
  });

  it("leaves out what an MDX file's writer says to writers, and keeps it in code", () => {
    const page = extractMarkdownText(
      '---\ntitle: Fonts\n---\n\n{/* Shared with the other guide. Wrap what is not\nin a component. */}\n\nFonts are hosted here. {/* check */}\n\n- One\n  {/* a note */}\n- Two `{/* shown */}`\n\n```jsx\n<p>{/* kept */}</p>\n```\n',
    );
    expect(page.markdown).not.toMatch(/Shared|check|a note/);
    expect(page.markdown.startsWith('Fonts are hosted here.')).toBe(true);
    expect(page.markdown).toContain('- Two `{/* shown */}`');
    expect(page.markdown).toContain('<p>{/* kept */}</p>');
    expect(page.text).not.toMatch(/Shared|check/);
  });

  it('leaves out comments, which no reader of the page sees, and keeps them in code', () => {
    const page = extractMarkdownText(
      '# Leave\n\nLeave is 30 days. <!-- ask Ann -->\n\n<!-- Say that it is\n\n99 days. -->\n\n[//]: # (It is 98 days.)\n[comment]: <> "It is 97 days."\n[pay]: https://example.com/pay "Pay"\n\nSee [pay] and `<!-- more -->`.\n\n```html\n<!-- shown -->\n```\n\nThe end <!-- has no end.\n',
    );
    expect(page.markdown).not.toMatch(/Ann|99|98|97/);
    expect(page.markdown).toContain('Leave is 30 days.\n');
    expect(page.markdown).toContain('`<!-- more -->`');
    expect(page.markdown).toContain('<!-- shown -->');
    expect(page.markdown).toContain('The end <!-- has no end.');
    expect(page.links).toEqual([{ href: 'https://example.com/pay', text: 'pay' }]);
  });

  it.each(['<!-- ', '{/* ', '[a]: # ('])('reads %s without its end, many times, in linear time', (sign) => {
    const started = performance.now();
    expect(extractMarkdownText(`Leave is 30 days.\n\n${sign.repeat(50_000)}`).markdown).toContain('30 days');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('reads the description of a page that has nothing below its front matter', () => {
    const page = extractMarkdownText('---\ntitle: Guides\ndescription: How to do common things.\n---\n');
    expect(page).toMatchObject({ title: 'Guides', markdown: 'How to do common things.' });
    expect(extractMarkdownText('---\ntitle: Guides\ndescription: How to.\n---\nText.').markdown).toBe('Text.');
  });

  it('says where front matter is broken, and takes rules for rules', () => {
    expect(() => extractMarkdownText('---\ntitle: [\n---\nx')).toThrow(/front matter/);
    expect(extractMarkdownText('---\n\nJust a rule above.').markdown).toBe('---\n\nJust a rule above.');
  });
});

it('keeps a sign of a sentence that is a link, and loses the sign beside a heading', () => {
  const html =
    '<title>Tags</title><h1>Tags <a href="#tags">¶</a></h1><p>The <a href="change.html#gt">&gt;</a> points to the active entry.</p>';
  expect(extractWholeHtml(html, {}).text).toBe('Tags\nThe > points to the active entry.');
});

it('loses the links behind a heading that screen readers pass over, and no other', () => {
  const hidden = '<span><a href="#lids" aria-hidden="true">#</a> <a href="#toc-lids" aria-hidden="true">Top</a></span>';
  const html = `<title>Tags</title><h2 id="lids">4 Lids${hidden}</h2><p>Shut them.</p><h2>See <a href="#boxes">Boxes</a></h2><p>Open them.</p>`;
  expect(extractWholeHtml(html, {}).markdown).toMatch(/^## 4 Lids\n\nShut them\.\n\n## See .*Boxes/);
});

it('writes code that is laid out in several elements as one run, also where it holds a backtick', () => {
  const html =
    '<h1>Lids</h1><p><code><span>val</span> open : ?lid:<a href="#lid">lid</a> <span>-&gt;</span> unit</code></p><p><code>val side : [&gt; `Up ] <a href="#s">side</a></code></p><p><code>val half : <a href="b.html">box</a> -&gt; <a href="#lid">lid</a></code></p>';
  const { markdown } = extractWholeHtml(html, {});
  expect(markdown).toContain('\n`val open : ?lid:lid -> unit`\n');
  expect(markdown).toContain('\n`` val side : [> `Up ] side ``\n');
  expect(markdown).toContain('\n`val half :` [`box`](b.html) `-> lid`');
});
