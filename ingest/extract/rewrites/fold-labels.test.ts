import { expect, it } from 'vitest';
import { extractWholeHtml } from '../html.ts';

const folded = (label: string, code: string) =>
  `<details><summary>${label}</summary><div class="source"><pre>${code}</pre></div></details>`;

it('leaves out a label that all folded listings of a page have, and keeps their code', () => {
  const { markdown } = extractWholeHtml(`<h1>Lids</h1>${folded('Code', 'open(lid)')}${folded('Code', 'close(lid)')}`);
  expect(markdown).not.toContain('Code');
  expect(markdown).toMatch(/open\(lid\)[\s\S]*close\(lid\)/);
});

it('keeps labels that name a listing, and what is folded with words', () => {
  const { markdown } = extractWholeHtml(
    `<h1>Lids</h1>${folded('In Lua', 'open(lid)')}${folded('In C', 'open(&lid)')}<details><summary>Why?</summary><p>It seals.</p></details><details><summary>Why?</summary><p>It fits.</p></details>`,
  );
  expect(markdown).toMatch(/In Lua[\s\S]*In C/);
  expect(markdown.match(/Why\?/g)).toHaveLength(2);
});
