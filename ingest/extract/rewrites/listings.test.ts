import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>Boxes</title><meta name="generator" content="Doxygen 1.9"></head><body><div class="contents"><h1>Boxes</h1><p>A box has two corners, and what lies between them belongs to it, whatever the number of its dimensions is.</p>${body}<p>An empty box has no volume at all, and nothing that is asked of it may be taken for an answer.</p></div></body></html>`,
  ).markdown;

it('reads a listing of an element a line as code, without the numbers of its lines and without tooltips', () => {
  const line = (number: number, text: string) =>
    `<div class="line"><a id="l${number}"></a><span class="lineno">    ${number}</span>${text}</div>\n`;
  const markdown = page(
    `<div class="fragment">${line(1, '<span class="comment"># an empty box</span>')}${line(2, '')}${line(3, 'Box  box(<a href="p.html">Point</a>());')}<div class="ttc" id="t"><div class="ttname">Box</div></div></div>`,
  );
  expect(markdown).toContain('```\n# an empty box\n\nBox  box(Point());\n```');
  expect(markdown).not.toContain('ttname');
});

it('leaves out what a page shows only while the mouse is over a name', () => {
  const markdown = page(
    '<pre><span class="annot"><a href="#v">split</a><span class="annottext">forall a. [a] -> [[a]]</span></span> xs = go xs</pre><p>Press <b>Save<span role="tooltip">Writes the file</span></b> when the box is as it should be.</p>',
  );
  expect(markdown).toContain('```\nsplit xs = go xs\n```');
  expect(markdown).toContain('Press **Save** when');
});

it('leaves out the bar above each section, and keeps a part of that name which has words', () => {
  const bar =
    '<table class="header"><tr><td>[<a href="#a"> &lt; </a>]</td><td>[<a href="#b"> Up </a>]</td><td>[<a href="t.html">Contents</a>]</td><td>[<a href="i.html">Index</a>]</td></tr></table>';
  const markdown = page(
    `${bar}<h2>Corners</h2><p>The corners of a box are given when it is made, and may be moved afterwards by hand.</p>${bar}<div class="header">Since <a href="a">1.2</a>, <a href="b">1.3</a> and <a href="c">1.4</a></div>`,
  );
  expect(markdown).toContain('## Corners');
  expect(markdown).not.toMatch(/Contents|Up/);
  expect(markdown).toContain('Since [1.2]');
});

it('reads code whose lines end in breaks as a listing', () => {
  const markdown = page(
    '<p>It is declared here:</p><code class="code"><span class="keyword">sig</span><br>\n&nbsp;&nbsp;<span>type</span> box<br>\n&nbsp;&nbsp;<span>val</span> make : ?size:int -> box<br>\n<span>end</span></code>',
  );
  expect(markdown).toMatch(/```\nsig\n\s+type box\n\s+val make : \?size:int -> box\nend\n```/);
});

it('reads no page as a listing whose column is called a line, as QDoc does', () => {
  const markdown = page(
    '<div class="column"><div class="line"><div><h2>Corners</h2><p>A box has two of them.</p></div></div></div>',
  );
  expect(markdown).toContain('## Corners\n\nA box has two of them.');
  expect(markdown).not.toContain('```');
});

it("reads Scribble's tables of code as listings", () => {
  const row = (code: string) => `<tr><td>${code}</td></tr>`;
  const table = (rows: string) => `<table cellspacing="0" class="RktBlk">${rows}</table>`;
  const inner = table(
    `${row('<span>(</span><a href="d.html">define</a><span class="hspace">&nbsp;</span>box')}${row('<span class="hspace">&nbsp;&nbsp;</span>(corners 2))')}`,
  );
  expect(page(`<blockquote class="SCodeFlow">${table(`${row(inner)}${row('box')}`)}</blockquote>`)).toContain(
    '```\n(define box\n  (corners 2))\nbox\n```',
  );
});

it("reads Scribble's boxes of declarations as listings that links lead to, without the label in their corner", () => {
  const label = '<div class="RBackgroundLabel"><div class="RBackgroundLabelInner"><p>procedure</p></div></div>';
  const name =
    '<span>(</span><a name="(def._corners)"></a><a href="#c">corners</a><span class="hspace">&nbsp;</span>box)';
  const arrow = '<td><span class="hspace">&nbsp;</span></td><td>&rarr;</td><td><span class="hspace">&nbsp;</span></td>';
  const result =
    '<td><table><tr><td>point?</td><td><span class="hspace">&nbsp;</span></td><td>point?</td></tr></table></td>';
  const prototype = `<table class="prototype"><tr><td>${name}</td>${arrow}${result}</tr></table>`;
  const boxed = `<blockquote class="SVInsetFlow"><table class="boxed RBoxed"><tr><td><blockquote class="SubFlow">${label}${prototype}</blockquote></td></tr><tr><td><span class="hspace">&nbsp;&nbsp;</span>box : box?</td></tr></table></blockquote>`;
  const { markdown, anchors } = extractHtmlText(
    `<html><head><title>Boxes</title><link rel="stylesheet" href="../scribble.css"></head><body><div class="main"><h3>Boxes</h3><p>A box has two corners, and what lies between them belongs to it.</p><div class="SIntrapara">${boxed}</div><div class="SIntrapara">Just like <a href="e.html">ends</a>.</div><p>The result is the same as</p><blockquote class="SCodeFlow"><p>(<a href="v.html">values</a> a b)</p></blockquote></div></body></html>`,
  );
  expect(markdown).toContain(
    '```\n(corners box) → point? point?\n  box : box?\n```\n\nJust like [ends](e.html).\n\nThe result is the same as\n\n```\n(values a b)\n```',
  );
  expect(markdown).not.toMatch(/procedure|^>/m);
  expect(anchors).toEqual([{ id: '(def._corners)', start: markdown.indexOf('```\n(corners') }]);
});

it('leaves out numbers before each line that lead to themselves', () => {
  const line = (n: number, code: string) => `<a name="${n}" href="#${n}">${n}</a>   ${code}\n`;
  const markdown = page(`<pre>${line(9, 'box = 7')}${line(10, 'see <a href="#10">10</a>')}</pre>`);
  expect(markdown).toMatch(/```\n *box = 7\n *see 10\n```/);
});

it('leaves out a column of line numbers without a name, and keeps numbers that are data', () => {
  const row = (numbers: string, code: string) => `<tr><td><pre>\n${numbers}</pre></td><td><pre>${code}</pre></td></tr>`;
  const markdown = page(
    `<h2>Source <small><a href="#">collapse</a></small></h2><table>${row('157\n158\n159', 'def volume\n  0\nend')}</table><p>These are the boxes that were counted on the first day of the year:</p><table>${row('157\n160\n9', 'boxes')}</table>`,
  );
  expect(markdown).toContain('## Source\n');
  expect(markdown).toContain('```\ndef volume\n  0\nend\n```');
  expect(markdown).not.toContain('158');
  expect(markdown).toContain('160');
});

it('reads a heading such as "See also" as one where it stands among sections, and as a title of a box where not', () => {
  const said = '<p>A box is compared with another one by its volume, and by nothing else that it has.</p>';
  const markdown = page(
    `<h2>Compare</h2>${said}<h2>See also</h2><ul><li>Lids</li></ul><div class="box"><h3>Note</h3>${said}</div>`,
  );
  expect(markdown).toContain('## See also');
  expect(markdown).toContain('**Note**');
});

it("reads Natural Docs' prototypes as code, without its windows for the mouse, and code that a quotation sets in as no quotation", () => {
  const prototype = (code: string) =>
    `<blockquote><table class="Prototype"><tr><td class="prettyprint">${code}</td></tr></table></blockquote>`;
  const markdown = page(
    `<h3>lid</h3>${prototype('let lid =\n    [ key &quot;lid&quot;\n      . eol ]\n')}<p>A lid is optional.</p><div class="CToolTip" id="tt1"><div>${prototype('let lid = Box.lid')}</div></div><blockquote>Two boxes:<pre>box box</pre></blockquote>`,
  );
  expect(markdown).toContain('### lid\n\n```\nlet lid =\n    [ key "lid"\n      . eol ]\n```\n\nA lid is optional.');
  expect(markdown).not.toContain('Box.lid');
  expect(markdown).toContain('> Two boxes:\n\n> ```\n> box box\n> ```');
});

it('leaves out the number of a paragraph that leads to the paragraph, and a menu inside code', () => {
  const { markdown } = extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1>${[380, 381]
      .map(
        (n) =>
          `<div><label class="ocn"><a href="#${n}">${n}</a></label><p id="${n}">A box has two corners, and what lies between them belongs to it, as number ${n} shows.</p></div>`,
      )
      .join(
        '',
      )}<pre>This supports the "bind<span><ul class="dropdown-menu"><li>Available in: none</li></ul></span>" word.</pre><p>An empty box has no volume at all, and nothing that is asked of it may be taken for an answer.</p></body></html>`,
  );
  expect(markdown).not.toMatch(/^38[01]$/m);
  expect(markdown).toContain('as number 380 shows');
  expect(markdown).toContain('"bind" word');
});

it('leaves out the prompts beside the cells of a notebook, by any of the programs that show one', () => {
  const markdown = page(
    '<div class="nbinput docutils container"><div class="prompt highlight-none"><div class="highlight"><pre>[36]:</pre></div></div><div class="input_area"><pre>box.move(1, 2)</pre></div></div><div class="cell"><div class="prompt input_prompt">In&nbsp;[4]:</div><div class="input"><pre>box.lid()</pre></div></div><div class="prompt"><pre>[4, 5]</pre><p>is what the box holds.</p></div>',
  );
  expect(markdown).toContain('```\nbox.move(1, 2)\n```');
  expect(markdown).toContain('box.lid()');
  expect(markdown).not.toMatch(/\[36\]:|In.{1,6}\[4\]:/);
  expect(markdown).toContain('[4, 5]');
});

it('leaves out buttons in a listing and the label that names its language, and keeps another line above it', () => {
  const markdown = page(
    '<div class="language-js"><button title="Copy"></button><span class="lang">js</span><pre><code>open(box)</code><button>Copy</button></pre></div><div class="language-js"><span>box.js</span><pre>close(box)</pre></div>',
  );
  expect(markdown).toContain('```js\nopen(box)\n```');
  expect(markdown).not.toMatch(/^js$|Copy/m);
  expect(markdown).toContain('box.js\n\n```js\nclose(box)');
});

it.each([
  [
    'Rouge',
    '<div class="language-sh highlighter-rouge"><div class="highlight"><pre class="highlight"><code>ls</code></pre></div></div>',
    'sh',
  ],
  [
    'pandoc',
    '<div class="sourceCode" id="cb2"><pre class="downlit sourceCode r">\n<code class="sourceCode R">ls</code></pre></div>',
    'R',
  ],
  [
    'Sphinx',
    '<div class="highlight-console notranslate"><div class="highlight"><pre><span></span>ls</pre></div></div>',
    'console',
  ],
  ['Slate', '<pre class="highlight tab tab-shell"><code>ls</code></pre>', 'shell'],
  ['no language', '<div class="highlight-default notranslate"><div class="highlight"><pre>ls</pre></div></div>', ''],
])('names the language of a listing as %s does', (_, html, language) => {
  expect(page(html)).toContain(`\`\`\`${language}\nls\n\`\`\``);
});

it('reads code of a division a line as one listing, whatever the class of its lines is', () => {
  const line = (number: number, text: string) =>
    `<div class="ec-line"><div class="gutter"><div class="ln">${number}</div></div><div class="code"><span>${text}</span></div></div>`;
  const markdown = page(
    `<figure><pre data-language="js"><code>${line(1, 'const box = open()')}${line(2, '\n')}${line(3, 'box.close()')}</code></pre></figure>`,
  );
  expect(markdown).toContain('```\nconst box = open()\n\nbox.close()\n```');
});

it('leaves out the link right behind a heading that leads to it, and keeps one to another part', () => {
  const markdown = page(
    '<div><h2 id="lids">Lids</h2><a class="anchor" href="#lids"><span>#</span><span>Section titled “Lids”</span></a></div><p>A lid closes the box, and is opened by hand.</p><h2 id="hinges">Hinges</h2><a href="#lids">What a lid is</a><p>A hinge holds a lid.</p>',
  );
  expect(markdown).not.toContain('Section titled');
  expect(markdown).toContain('What a lid is');
});

it('reads code whose lines are the items of a list as a listing', () => {
  const { markdown } = extractHtmlText(
    '<main><h1>Lid</h1><p>A lid closes the box, and what lies between its corners is out of sight.</p><code class="highlight"><ul><li><b>type</b> Lid {</li><li></li><li><span>#   The name of the lid</span></li><li>name: <a href="s.html">String</a></li><li>}</li></ul></code><p>An empty box has a lid as well.</p></main>',
  );
  expect(markdown).toContain('```\ntype Lid {\n\n#   The name of the lid\nname: String\n}\n```');
});
