import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string, head = '<meta name="generator" content="Doxygen 1.9">') =>
  extractHtmlText(
    `<html><head><title>Boxes</title>${head}</head><body><div class="contents"><h1>Boxes</h1><p>A box has two corners, and what lies between them belongs to it, whatever the number of its dimensions is.</p>${body}<p>An empty box has no volume at all, and nothing that is asked of it may be taken for an answer.</p></div></body></html>`,
  );

it('reads names with their explanations as terms, though a table lays them out', () => {
  const gtk =
    '<h4>Parameters</h4><table class="informaltable"><colgroup><col></colgroup><tbody><tr><td class="parameter_name"><p>box</p></td><td class="parameter_description"><p>the box</p></td><td class="parameter_annotations">[out]</td></tr><tr><td class="parameter_name"><p>side</p></td><td class="parameter_description"><p>a side of it</p></td><td class="parameter_annotations"></td></tr></tbody></table>';
  const docbook =
    '<div class="variablelist"><table border="0"><col align="left"><tbody><tr><td><span class="term"><i><tt>width</tt></i>:</span></td><td>how wide it is</td></tr><tr><td><p><span class="term">Returns:</span></p></td><td>nothing</td></tr></tbody></table></div>';
  const doxygen =
    '<table class="params"><tr><td class="paramdir">[in]</td><td class="paramname">edge</td><td>where it ends</td></tr></table>';
  const { markdown, tables } = page(gtk + docbook + doxygen);
  expect(tables).toEqual([]);
  expect(markdown).toContain('**box**\n\nthe box\n\n[out]\n\n**side**\n\na side of it');
  expect(markdown).toContain('**`width`:**\n\nhow wide it is\n\n**Returns:**\n\nnothing');
  expect(markdown).toContain('**[in] edge**\n\nwhere it ends');
});

it('reads the questions and answers of DocBook as headings and text', () => {
  const { markdown, tables } = page(
    '<table border="0"><colgroup><col width="1%"><col></colgroup><tbody><tr class="question"><td><a id="q1"></a><p><strong>3.1.</strong></p></td><td><p>How do I close a box?</p></td></tr><tr class="answer"><td></td><td><p>Press the lid down.</p><p>A click is heard.</p></td></tr><tr class="question"><td><p><strong>3.2.</strong></p></td><td><p>May a box be wet?</p></td></tr><tr class="answer"><td></td><td><p>For a day.</p></td></tr></tbody></table>',
    '<meta name="generator" content="DocBook XSL Stylesheets">',
  );
  expect(tables).toEqual([]);
  expect(markdown).toMatch(/^#+ 3\.1\. How do I close a box\?\n\nPress the lid down\.\n\nA click is heard\.$/m);
  expect(markdown).toMatch(/^#+ 3\.2\. May a box be wet\?\n\nFor a day\.$/m);
});

it('keeps a table of data whose first column is no term', () => {
  const { tables } = page(
    '<table><tr><td>Width</td><td>12</td></tr><tr><td>Height</td><td>9</td></tr><tr><td>Depth</td><td>3</td></tr></table>',
  );
  expect(tables).toHaveLength(1);
});

it('reads members as terms, a declaration as code, and a note as a note', () => {
  const members =
    '<table class="memberdecls"><tr class="heading"><td colspan="2"><h2>Functions</h2></td></tr><tr class="memitem:a1"><td class="memItemLeft">int&#160;</td><td class="memItemRight"><a href="#a1">width</a> (void)</td></tr><tr class="memdesc:a1"><td class="mdescLeft">&#160;</td><td class="mdescRight">How wide it is. <a href="#a1">More...</a></td></tr><tr class="memitem:b2"><td class="memItemLeft"><a href="b.html">Box</a>&#160;</td><td class="memItemRight"><a href="#b2">half</a> (<a href="b.html">Box</a>)</td></tr></table>';
  const declaration =
    '<table class="memname"><tr><td class="memname">int width </td><td>(</td><td class="paramtype">Box *&#160;</td><td class="paramname"><em>box</em>, </td></tr><tr><td class="paramkey"></td><td></td><td class="paramtype">int&#160;</td><td class="paramname"><em>side</em>&#160;</td></tr><tr><td></td><td>)</td></tr></table>';
  const note =
    '<div class="note"><table summary="Note"><tr><td rowspan="2"><img alt="[Note]" src="note.png"></td><th>Note</th></tr><tr><td><p>A box may be empty.</p></td></tr></table></div>';
  const { markdown, tables } = page(members + declaration + note);
  expect(tables).toEqual([]);
  expect(markdown).toContain(
    '## Functions\n\n**int width (void)**\n\nHow wide it is.\n\n**[Box](b.html) half ([Box](b.html))**',
  );
  expect(markdown).toContain('```\nint width (Box * box,\n  int side)\n```');
  expect(markdown).toContain('**Note**\n\nA box may be empty.');
  expect(markdown).not.toContain('More...');
});

it('leaves out a heading whose links to what the page says below are left out', () => {
  const contents = ['Width', 'Height', 'Depth', 'Weight'];
  const { markdown } = page(
    `<h2>Overview</h2><ul>${contents.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul>${contents.map((name) => `<h2 id="${name}">${name}</h2><p>The ${name} of a box is what is measured when it is closed.</p>`).join('')}`,
  );
  expect(markdown).not.toContain('Overview');
  expect(markdown).toContain('## Depth');
});

it('knows the program of a page by a comment, where no field names it', () => {
  const bar =
    '<div id="nav"><a href="a.html">Main Page</a> <a href="b.html">Classes</a> <a href="c.html">Files</a></div>';
  const { markdown } = page(`${bar}<dl><dt>corner</dt><dd>a point</dd></dl>`, '<!-- Generated by Doxygen 1.9.4 -->');
  expect(markdown).toContain('**corner**');
  expect(markdown).not.toContain('Main Page');
});

it('leaves out the column that numbers the lines of a listing', () => {
  const { markdown } = page(
    '<table class="listing_frame"><tbody><tr><td class="listing_lines"><pre>1\n2\n3</pre></td><td class="listing_code"><pre>box()\nside()\nedge()</pre></td></tr></tbody></table>',
  );
  expect(markdown).toContain('```\nbox()\nside()\nedge()\n```');
  expect(markdown).not.toMatch(/1\s+2\s+3/);
});

it('reads the declarations of a Haddock page as terms, whose parts are no headings of what follows', () => {
  const { markdown } = page(
    '<h1>Documentation</h1><div class="top"><p class="src"><span class="keyword">data</span> Box</p><div class="doc"><p>A box.</p></div><div class="subs instances"><h4>Instances</h4><details><summary class="hide-when-js-enabled">Instances details</summary><p>Show Box</p></details></div></div><div class="top"><p class="src">width :: Box -&gt; Int</p><div class="doc"><p>How wide it is.</p></div></div>',
    '',
  );
  expect(markdown).toContain(
    '**data Box**\n\nA box.\n\n**Instances**\n\nShow Box\n\n**width :: Box -> Int**\n\nHow wide it is.',
  );
  expect(markdown).not.toContain('details');
});

it('reads nothing from a page that only a search fills', () => {
  const { text } = extractHtmlText(
    '<html><head><meta name="generator" content="Doxygen 1.9.4"></head><body class="SRPage"><div id="SRIndex"><div class="SRStatus" id="Loading">Loading...</div><div class="SRStatus">No Matches</div></div></body></html>',
  );
  expect(text).toBe('');
});

it('reads RDoc’s methods as headings, without the word that opens their source', () => {
  const { markdown } = page(
    '<h3>Public Class Methods</h3><div class="method-detail"><div class="method-heading"><span class="method-name">unpack</span><span class="method-args">(box, depth = 0)</span> <span class="method-click-advice">click to toggle source</span></div><div class="method-description"><p>Takes out of the box what lies in it, down to that depth.</p></div></div>',
  );
  expect(markdown).toContain('#### unpack(box, depth = 0)\n\nTakes out');
  expect(markdown).not.toContain('click to toggle');
});

it('reads the members of an enumeration in cells as terms with their values', () => {
  const row = (name: string, value: number, more = '') =>
    `<tr><td><a id="${name}">${name}</a></td><td> = </td><td class="enumvalue">${value}</td>${more}</tr>`;
  const { markdown, tables } = page(
    `<pre>enum Side {</pre><table>${row('SIDE_LEFT', 1)}${row('SIDE_RIGHT', 2, '<td>the side with the hinge</td>')}<tr><td></td><td></td><td>said of the row above</td></tr></table><pre>}</pre>`,
  );
  expect(tables).toEqual([]);
  expect(markdown).toContain(
    '**SIDE_LEFT = 1**\n\n**SIDE_RIGHT = 2**\n\nthe side with the hinge\n\nsaid of the row above',
  );
});
