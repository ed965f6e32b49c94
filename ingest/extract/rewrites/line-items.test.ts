import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const markdownOf = (body: string) =>
  extractHtmlText(`<html><head><title>Winches</title></head><body><h1>Winches</h1>${body}</body></html>`).markdown;

it('makes a list of numbered lines that only line breaks separate', () => {
  const markdown = markdownOf(
    `<p>The winch is started in three steps, which every keeper of the pier has to know by heart.</p>
<p>1. Oil the axle with the can from the shed.<br>
2. Turn the crank twice to the <b>left</b>, slowly, until
the pawl clicks.<br>3. Let go of the rope.</p>`,
  );
  expect(markdown).toContain(
    '1. Oil the axle with the can from the shed.\n2. Turn the crank twice to the **left**, slowly, until the pawl clicks.\n3. Let go of the rope.',
  );
});

it('keeps the words before the first of them as a paragraph', () => {
  const markdown = markdownOf(
    '<p>Before you leave the pier at night:<br>1) put out the lamp,<br>2) lock the shed,<br>3) hang the key on its hook.</p><p>The last one to leave signs the book on the desk below the window.</p>',
  );
  expect(markdown).toMatch(/at night:\n\n1\. put out the lamp,\n2\. lock the shed,\n3\. hang the key/);
});

it('leaves lines alone that are not numbered one after the other', () => {
  const markdown = markdownOf(
    '<p>12. March, the harbour was closed.<br>14. March, it was open again.<br>15. March, the ferry sailed as usual.</p><p>Nothing else is written down about that week in the book of the harbour.</p>',
  );
  expect(markdown).not.toMatch(/^1\. /m);
  expect(markdown).toMatch(/14\\?\. March/);
});
