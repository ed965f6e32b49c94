import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Class Box</h1><p>A box has two corners, and what lies between them belongs to it, whatever the number of its dimensions is.</p>${body}<p>An empty box has no volume at all, and nothing that is asked of it may be taken for an answer.</p></body></html>`,
  );
const head = (name: string) =>
  `<tr class="table-header"><td colspan="2" class="table-header"><table><tr><td><span>${name}</span></td><td><span>[<a href="#${name}" onclick="toggle();">hide private</a>]</span></td></tr></table></td></tr>`;

it('reads the first row of a table that lays out a section as the heading of the section', () => {
  const method = (name: string) =>
    `<tr><td>&nbsp;</td><td><table><tr><td><b>${name}</b>(self, how far)</td><td></td></tr></table>Moves the box along this side of it.</td></tr>`;
  const { markdown } = page(
    `<table class="details">${head('Details')}</table><table class="summary">${head('Methods')}${method('moveUp')}${method('moveDown')}</table><table class="summary">${head('Variables')}${method('corner')}</table>`,
  );
  expect(markdown).toMatch(/## Details\n\n## Methods\n[\s\S]*moveUp[\s\S]*## Variables\n[\s\S]*corner/);
  expect(markdown).not.toContain('hide private');
});

it('reads a table inside of such a section, of one filled cell a row, as a section of its own below it', () => {
  const section = (name: string, content: string) =>
    `<table class="section"><tr class="heading"><td colspan="3">&nbsp;<br>${name}</td></tr>${content}</table>`;
  const methods = (name: string) =>
    `<tr><td rowspan="2">&nbsp;</td><td colspan="2">A ${name} of the shop.</td></tr><tr><td>&nbsp;</td><td>Methods defined here:<dl><dt>lend(self)</dt><dd>Lends the ${name}.</dd></dl></td></tr>`;
  const { markdown, tables } = page(
    section(
      'Classes',
      `<tr><td>&nbsp;</td><td><dl><dt>Box</dt><dt>Lid</dt></dl>${section('class Box', methods('box'))}${section('class Lid', methods('lid'))}</td></tr>`,
    ),
  );
  expect(markdown).toMatch(
    /^## Classes\n[\s\S]*^### class Box\n\nA box of the shop\.[\s\S]*\*\*lend\(self\)\*\*\n\nLends the box\.\n\n### class Lid\n/m,
  );
  expect(tables).toEqual([]);
});

it('takes the name of a table of data from such a row', () => {
  const { tables } = page(
    '<table><tr><td colspan="2" class="title">Prices of boxes</td></tr><tr><th>Box</th><th>Price</th></tr><tr><td>red</td><td>4</td></tr><tr><td>blue</td><td>12</td></tr></table>',
  );
  expect(tables).toMatchObject([{ caption: 'Prices of boxes', columns: [['Box'], ['Price']] }]);
});
