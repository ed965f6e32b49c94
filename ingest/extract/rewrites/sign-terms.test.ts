import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const read = (...terms: string[]) =>
  extractHtmlText(
    `<main><h1>Lid</h1><p>To close a box, give its lid, by one of the two ways that are known to its maker:</p><dl>${terms
      .map((term, i) => `<dt>${term}</dt><dd><p>the ${['first', 'second'][i]} corner, or the name of it</p></dd>`)
      .join('')}</dl></main>`,
  ).markdown;

it('reads terms that are signs or numbers as the marks of a list', () => {
  expect(read('•', '•')).toContain('- the first corner, or the name of it\n- the second corner');
  expect(read('<b>1.</b>', '2.')).toContain('1. the first corner, or the name of it\n2. the second corner');
  expect(read('-a', '-b')).toContain('**-a**');
});
