import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

it('leaves out the names of icons that a font draws, and keeps other words in such elements', () => {
  const { markdown } = extractHtmlText(
    '<main><h1>Lid</h1><h2 id="use"><a href="#use"><i class="material-icons">link</i></a> Use of a lid</h2><p>A lid closes the box <span class="material-symbols-outlined md-18">arrow_forward</span>, and what lies between its corners is <i class="material">out of sight</i>.</p></main>',
  );
  expect(markdown).toContain('## Use of a lid');
  expect(markdown).not.toContain('arrow_forward');
  expect(markdown).toContain('out of sight');
});
