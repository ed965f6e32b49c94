import { expect, it } from 'vitest';
import { extractHtmlText } from './html.ts';

const page = (body: string, title = 'Box Manual') =>
  extractHtmlText(`<html><head><title>${title}</title><script src="app.js"></script></head><body>${body}</body></html>`)
    .markdown;

it('takes a page that only waits for its script for one without text', () => {
  expect(page('<div id="app">Loading ...</div>')).toBe('');
  expect(page('<div id="app">Please wait…</div>')).toBe('');
  const failed =
    '<h1>Opening the library failed</h1><ul><li>Verify that you have <b>JavaScript enabled</b> in your browser.</li><li>Make sure that it is a modern one.</li></ul>';
  expect(page(failed)).toBe('');
});

it('reads short pages that speak of JavaScript or of loading', () => {
  expect(page('<h1>Loading bay</h1><p>Loading starts at seven, please wait at the gate.</p>')).toContain('at seven');
  const help = '<h1>Blank pages</h1><p>Please enable JavaScript if the page stays blank.</p>';
  expect(page(help, 'How to turn on JavaScript')).toContain('stays blank');
  expect(page(`<p>Boxes are bound by hand.</p><p>They are sold by twos.</p><p>Open JavaScript samples.</p>`)).toContain(
    'by hand',
  );
});
