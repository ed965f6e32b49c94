import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

it('leaves out what only screen readers say at a link, and keeps links that have no other words', () => {
  const { markdown } = extractHtmlText(
    '<main><h1>Lid</h1><p>A lid closes <a href="https://box.example/">the box<span><svg></svg> <span class="sr-only">(opens new window)</span></span></a>, and what lies between its corners is out of sight. Ask <a href="https://ann.example/"><span class="visually-hidden">Ann</span></a> for more of it.</p></main>',
  );
  expect(markdown).toContain('closes [the box](https://box.example/), and');
  expect(markdown).toContain('[Ann](https://ann.example/)');
});
