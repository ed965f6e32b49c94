import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>8. Boxes</h1><p>A box has two corners, and what lies between them belongs to it, whatever the number of its dimensions is.</p>${body}<p>An empty box has no volume at all, and nothing that is asked of it may be taken for an answer.</p></body></html>`,
  ).markdown;
const prose =
  '<p>Each of the corners is moved by itself, and the box is drawn again when both of them have come to rest.</p>';

it('reads a numbered title in a paragraph as a heading where links lead to its number', () => {
  const markdown = page(`${prose}<p class="bold" id="386"><a name="h8.1.4"></a>8.1.4 Corners</p>${prose}`);
  expect(markdown).toContain('#### 8.1.4 Corners');
});

it('leaves a sentence that begins with a number a paragraph, and a title that no place is named after', () => {
  const markdown = page(`${prose}<p><a name="h2.5"></a>2.5 metres are enough.</p><p>8.1 Corners</p>${prose}`);
  expect(markdown).not.toMatch(/^#+ (?:2\.5|8\.1)/m);
});
