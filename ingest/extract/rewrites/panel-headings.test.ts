import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const panel = (id: string, text: string, inner = '') =>
  `<div><h2><button aria-controls="${id}">${id}</button></h2><div id="${id}"><p>${text}</p>${inner}</div></div>`;

it('sets the headings in a panel below the heading that opens it', () => {
  const text = (of: string) =>
    `The ${of} of a box, which its maker writes down before the first box is bound and sold.`;
  const inner = panel('width', text('width'), panel('unit', text('unit')));
  const { markdown } = extractHtmlText(
    `<main><h1>Boxes</h1>${panel('lids', text('lids'), inner)}${panel('locks', text('locks'))}</main>`,
  );
  expect(markdown.match(/^#+ .*/gm)).toEqual(['# Boxes', '## lids', '### width', '#### unit', '## locks']);
});
