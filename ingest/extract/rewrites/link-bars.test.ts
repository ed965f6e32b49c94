import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>Index</title><meta name="generator" content="Doxygen 1.9"></head><body><div class="contents"><h1>Index of the boxes</h1><p>A box has two corners, and what lies between them belongs to it, whatever the number of its dimensions is.</p>${body}<p>An empty box has no volume at all, and nothing that is asked of it may be taken for an answer.</p></div></body></html>`,
  ).markdown;
const letters = [...'ABCDEFGHIJKL'];

it('leaves out the letters by which an index is turned, however they are laid out', () => {
  const link = (letter: string) => `<a href="#${letter}">${letter}</a>`;
  for (const bar of [
    `<p>Index: ${letters.map(link).join(' | ')}</p>`,
    `<ul>${letters.map((letter) => `<li>${link(letter)}</li>`).join('')}</ul>`,
    `<table><tr>${letters.map((letter) => `<td>${link(letter)}</td>`).join('')}</tr></table>`,
  ])
    expect(
      page(
        `${bar}<h2>B</h2><p><a href="b.html">Boxes</a> are described on a page of their own, as their corners are.</p>`,
      ),
    ).not.toMatch(/A\W+B\W+C/);
});

it('keeps letters that are said of something', () => {
  const grades = letters.map(
    (letter) => `<li><a href="#${letter}">${letter}</a> is the ${letter.charCodeAt(0)}th of the shelves</li>`,
  );
  expect(page(`<ul>${grades.join('')}</ul>`)).toContain('is the 66th of the shelves');
});

it('leaves out a bar of links in brackets, and keeps references', () => {
  const bar = ['Types', 'Classes', 'Index'].map((name) => `[<a href="${name}.html">${name}</a>]`).join('');
  const markdown = page(
    `<table class="bar"><tr><td><b>[Overview]${bar}</b></td><td>Reference for unit Boxes</td></tr></table><p>It was shown before <b>[<a href="#1">1</a>][<a href="#2">2</a>][<a href="#3">3</a>]</b> that no box is empty for long.</p>`,
  );
  expect(markdown).not.toContain('Classes');
  expect(markdown).toContain('Reference for unit Boxes');
  expect(markdown).toContain('[2]');
});

it('leaves out a bar of links with rules between them, and keeps links of a sentence', () => {
  const links = ['Main index', 'Topics', 'Keywords', 'Full index'].map((name) => `<a href="${name}.html">${name}</a>`);
  const markdown = page(
    `<div><a href="all.html">All members</a> |\n<a href="#parts">Parts</a></div><p>${links.join(' |\n')}</p><h2>See also</h2><p><a href="a.html">Lids</a> | <a href="b.html">Corners</a></p><p>${links.join(', ').replaceAll('index', 'list')}</p>`,
  );
  expect(markdown).not.toContain('Full index');
  expect(markdown).not.toContain('All members');
  expect(markdown).toContain('Corners');
  expect(markdown).toContain('Full list');
});

it('leaves out controls in brackets that a script answers, and keeps brackets around other links', () => {
  const markdown = page(
    '<h2>Methods <span class="options">[<a href="javascript:void(0);" onclick="toggle()">hide&nbsp;private</a>]</span></h2><p>A box is moved by its corners [<a href="corners.html">more of them</a>] and by nothing else that it has.</p>',
  );
  expect(markdown).toContain('## Methods\n');
  expect(markdown).toContain('[more of them');
  expect(markdown).not.toContain('hide');
});

it('leaves out links that only lead back, and keeps a sentence about the way back', () => {
  const markdown = page(
    '<p><a href="c6.html">back to ch6</a> <a href="index.html">Back to table of contents</a></p><p>A box goes <a href="back.html">back to its place</a> when it is closed.</p>',
  );
  expect(markdown).not.toMatch(/ch6|table of contents/);
  expect(markdown).toContain('back to its place');
});

it('leaves out "Next Section" also where an anchor above it was never closed', () => {
  const markdown = page(
    '<a name="end"><p>A lid belongs to each of the boxes, and it is described with them.</p><hr>Next Section: <a href="lids.html">Lids of all sizes</a>',
  );
  expect(markdown).toContain('A lid belongs');
  expect(markdown).not.toContain('Lids of all sizes');
});

it('leaves out a row whose cells lead on and back, and keeps a row that says what comes next', () => {
  const row = (...cells: string[]) =>
    `<table border=0><tr valign="top">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`;
  const markdown = page(
    row(
      '[Prev:&nbsp;<a href="corner.html">CORNER</a>]',
      '<nobr>[<a href="all.html#lid">Resources</a>][<a href="toc.html">TOC</a>]</nobr>',
      '[Next:&nbsp;<a href="rope.html">ROPE</a>]',
    ) + row('Next step: <a href="dry.html">drying</a>', 'Last step: <a href="ship.html">shipping</a>'),
  );
  expect(markdown).not.toMatch(/ROPE|Resources/);
  expect(markdown).toContain('drying');
});

it('leaves out controls that fold a part of the page or run a listing, and keeps links that say the same elsewhere', () => {
  const markdown = page(
    `<details open><summary>Expand description</summary><p>Boxes inherit from Thing <a href="#" class="all">show all</a> and are never sealed.</p></details><p>Since 1.1 <a href="javascript:void(0)" title="collapse">[<span>−</span>]</a></p><div><pre>seal(box)</pre><a href="https://play.example/?code=seal">Run</a></div><p>How to open one: <a href="run.html">Run</a> the tool, or <a href="all.html">show all</a> lids.</p><pre><span><a class="back" href="box.html">[docs]</a></span>def lid(box):\n    return box[0]</pre><details><summary>Why is my box empty?</summary><p>Since nobody put a thing into it, as far as can be told.</p></details>`,
  );
  expect(markdown).not.toMatch(/Expand description|−|play\.example|\[docs\]/);
  expect(markdown).toContain('inherit from Thing and are never');
  expect(markdown).toContain('[Run](run.html) the tool, or [show all](all.html)');
  expect(markdown).toContain('```\ndef lid(box):');
  expect(markdown).toContain('Why is my box empty?');
});

it('leaves out a bar of labelled links with commas between them', () => {
  const markdown = page(
    '<hr><div class="header"><p>Previous: <a href="lids.html">Lids</a>, Up: <a href="top.html">Boxes</a> &nbsp; [<a href="toc.html">Contents</a>]</p></div>',
  );
  expect(markdown).not.toMatch(/Previous|Contents/);
});

it('leaves out a row of nothing but buttons, and keeps questions that unfold their answers', () => {
  const markdown = page(
    '<div><button onclick="out()">Reset zoom</button><button onclick="hide()">Hide graph</button><svg></svg></div><pre>seal(box)</pre><button>Copy code</button><div><button>Why is my box empty?</button><div>Since nobody put a thing into it.</div><button>Who seals it?</button><div>Ann seals it.</div></div>',
  );
  expect(markdown).not.toMatch(/zoom|graph|Copy/);
  expect(markdown).toContain('Why is my box empty?');
  expect(markdown).toContain('Who seals it?');
});

it('leaves out a row of buttons beside a place for a title that is empty', () => {
  const markdown = page(
    '<div><div>&#8203;</div><button><span>js</span></button><button><span>shell</span></button></div><pre>seal(box)</pre>',
  );
  expect(markdown).not.toMatch(/js|shell/);
  expect(markdown).toContain('seal(box)');
});

it('leaves out links beside a member that open the file it is written in, and keeps the words of a sentence', () => {
  const file = 'https://git.example/box/blob/main/lid.py#L12';
  const markdown = page(
    `<p><code>class Lid(Box):</code> <a href="${file}">(source)</a></p><p><code>def close(self)</code><a class="viewcode-link" href="_modules/box.html#close">[source]</a></p><p>Closes the lid. <a href="${file}">Source</a>&nbsp;&nbsp;<a href="https://git.example/box/edit/devel/lid.py#L12">Edit</a></p><p>How it is done is shown by the <a href="${file}">source</a>, line by line.</p><p>[<a href="https://water.example/springs">Source</a>: the water board]</p>`,
  );
  expect(markdown).toContain('`class Lid(Box):`\n');
  expect(markdown).toContain('`def close(self)`\n');
  expect(markdown).toMatch(/Closes the lid\.\s*\n/);
  expect(markdown).toContain('is shown by the [source]');
  expect(markdown).toContain('[Source](https://water.example/springs): the water board');
});

it('leaves out what leads to the top and what shows the source of a member, and keeps the label of a field', () => {
  const markdown = page(
    '<h2>Lids</h2><p>A lid closes the box. Nothing goes in or out until it is opened again.</p><p align="right"><a href="#top">[top]</a></p><label class="button" for="s1"><span>View Source</span></label><p>The <label>size of a lid</label> is measured along its longer side.</p><p><a href="tops.html">Top</a></p>',
  );
  expect(markdown).not.toMatch(/\[top|View Source/);
  expect(markdown).toContain('The size of a lid is measured');
  expect(markdown).toContain('[Top](tops.html)');
});

it('leaves out the link to the source at the end of a signature, and the sign beside it', () => {
  const markdown = page(
    '<p class="src"><a id="v:lid" class="def">lid</a> :: [a] -> Box a <a href="src/Data.Box.html#lid" class="link">Source</a> <a href="#v:lid" class="selflink">#</a></p><p>Closes it. Read the <a href="src/Data.Box.html#lid">source</a>, where <a href="src/Data.Box.html">Source</a> is explained.</p><h2>Hinge</h2><span class="rightside"><a class="src" href="../src/box/lib.rs.html#12-14">source</a> · <a href="#">[−]</a></span><p>Holds the lid.</p>',
  );
  expect(markdown).toMatch(/^lid :: \[a\] -> Box a$/m);
  expect(markdown).toMatch(/Read the \[source\].+, where \[Source\].+ is explained/);
  expect(markdown).toContain('## Hinge\n\nHolds the lid.');
});
