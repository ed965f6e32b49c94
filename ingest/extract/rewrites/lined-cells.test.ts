import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (table: string) =>
  extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>When boxes are packed</h1><p>The packing room is open on these days of the week, as was agreed with those who carry the boxes away in May.</p><table>${table}</table><p>Who comes at another time has to ring the bell, and to wait until somebody opens the door.</p></body></html>`,
  ).markdown;

it('reads the only row of a table as rows if its cells hold a column each', () => {
  const markdown = page('<tr><td>Monday<br>Tuesday<br>Friday</td><td>9-12<br><b>10</b>-14<br>closed</td></tr>');
  expect(markdown).toContain('| Monday | 9-12 |');
  expect(markdown).toMatch(/\| Friday \| closed \|/);
});

it('reads columns with names, whatever they hold', () => {
  const markdown = page('<tr><th>Room</th><th>Key</th></tr><tr><td>Attic<br>Cellar</td><td>Ann<br>Bo</td></tr>');
  expect(markdown).toContain('| Room | Key |');
  expect(markdown).toContain('| Cellar | Bo |');
});

it('leaves two addresses side by side, and cells with different numbers of lines', () => {
  const addresses = page('<tr><td>Ann Doe<br>Long Road<br>Town</td><td>Bo Ray<br>Short Road<br>City</td></tr>');
  expect(addresses).not.toContain('|');
  expect(addresses).toContain('Short Road');
  expect(page('<tr><td>Monday<br>Tuesday</td><td>9-12<br>10-14<br>11-13</td></tr>')).not.toContain('| Monday |');
});
