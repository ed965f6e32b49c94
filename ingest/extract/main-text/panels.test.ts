import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const FIELDS = ['corners', 'hinges', 'lids', 'locks', 'handles', 'labels', 'colours', 'woods'];
/** A page of fields, each behind a heading with a button, as Bootstrap and the patterns of WAI-ARIA have it. */
const page = (heading = 'h2') =>
  extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Settings of boxes</h1>${FIELDS.map(
      (field, i) =>
        `<div class="accordion"><div class="card"><div class="card-header"><${heading}><button type="button" aria-expanded="false" aria-controls="${field}">${field}</button></${heading}></div><div id="${field}" class="collapse"><div class="breadcrumbs">root <a href="#${field}">${field}</a></div><span class="badge">Type: list of ${i + 2} words</span><br/><p>The ${field} of a box, which its maker writes down before the first box of a row is bound and sold.</p><ul class="nav nav-tabs"><li><a href="#tab-pane_${field}_0">Option ${i}</a></li></ul><div class="tab-content"><div class="tab-pane" id="tab-pane_${field}_0"><span class="badge">Default: ${i * 7}</span></div></div></div></div></div>`,
    ).join('')}</body></html>`,
  ).markdown;

it('keeps what the headings of a page open as a whole, below those headings, without paths and rows of tabs', () => {
  const markdown = page();
  for (const [i, field] of FIELDS.entries()) {
    expect(markdown).toMatch(new RegExp(`## ${field}\\n+Type: list of ${i + 2} words\\n+The ${field} of`));
    expect(markdown).toContain(`Default: ${i * 7}`);
  }
  expect(markdown).not.toContain('root');
  expect(markdown).not.toContain('Option 3');
});
