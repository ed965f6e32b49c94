import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>Winch</title></head><body><main><h1>Winch</h1><p>Turns the drum of the pier, by hand or by the engine in the shed, and holds it where it is.</p>${body}</main></body></html>`,
  ).markdown;

it('makes a table of a summary of Javadoc, whose cells follow one another', () => {
  const markdown = page(`<h2>Field Summary</h2><div class="caption"><span>Fields</span></div>
<div class="summary-table three-column-summary">
<div class="table-header col-first">Modifier and Type</div>
<div class="table-header col-second">Field</div>
<div class="table-header col-last">Description</div>
<div class="col-first even-row-color"><code>static final int</code></div>
<div class="col-second even-row-color"><code><a href="#MAX" class="member-name-link">MAX_TURNS</a></code></div>
<div class="col-last even-row-color"><div class="block">The turns after which the rope ends.</div></div>
<div class="col-first odd-row-color"><code>boolean</code></div>
<div class="col-second odd-row-color"><code>braked</code></div>
<div class="col-last odd-row-color">&nbsp;</div>
</div>`);
  expect(markdown).toContain('| Modifier and Type | Field | Description |');
  expect(markdown).toMatch(/\| static final int \| .*MAX_TURNS.* \| The turns after which the rope ends\. \|/);
  expect(markdown).toMatch(/\| boolean \| braked \|/);
});

it('makes a table of what has the roles of one', () => {
  const markdown =
    page(`<div role="table"><div role="rowgroup"><div role="row"><span role="columnheader">Rope</span><span role="columnheader">Length</span></div></div>
<div role="rowgroup"><div role="row"><span role="cell">Hemp</span><span role="cell">40 m</span></div><div role="row"><span role="cell">Steel</span><span role="cell">120 m</span></div></div></div>`);
  expect(markdown).toContain('| Rope | Length |');
  expect(markdown).toContain('| Steel | 120 m |');
});

it('leaves rows and cells alone that are in no table', () => {
  const markdown = page(
    '<div role="row"><p>The harbour master writes down each turn of the winch in the book on the desk.</p></div>',
  );
  expect(markdown).not.toContain('|');
  expect(markdown).toContain('The harbour master writes down each turn');
});
