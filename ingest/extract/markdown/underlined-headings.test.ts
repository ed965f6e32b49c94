import { describe, expect, it } from 'vitest';
import { extractMarkdownText, extractText } from './markdown.ts';

const plain = (text: string) => extractText(new TextEncoder().encode(text));

describe('headings that are underlined', () => {
  it('are headings of Markdown, and rules, tables and code are none', () => {
    const { markdown, title } = extractMarkdownText(
      'Travel\nguide\n===\n\nHotels\n------\n\nAt most 180 euros.\n\n---\n\n```\nnot\n===\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
    );
    expect(title).toBe('Travel guide');
    expect(markdown).toMatch(/^# Travel guide\n/);
    expect(markdown).toContain('## Hotels\n');
    expect(markdown).toContain('\n---\n');
    expect(markdown).toContain('not\n===');
  });

  it('are headings of plain text, by the order in which their signs come', () => {
    const { markdown, title } = plain(
      'git-stash(1)\n============\n\nNAME\n----\ngit-stash - puts changes away\n\nDeep\n~~~~\nText.',
    );
    expect(title).toBe('git-stash(1)');
    expect(markdown).toBe('# git-stash(1)\n\n\n## NAME\n\ngit-stash - puts changes away\n\n### Deep\n\nText.');
  });

  it('are not every line above a rule', () => {
    const table = 'name      price\n--------------------------\nTern      20';
    expect(plain(table).markdown).toBe(table);
    expect(plain('One sentence ends here\nand so does this one.\n---------------------').markdown).not.toContain('#');
  });
});

it('leaves out the tags of Markdown that only lay out, but not those in code', () => {
  const page = extractMarkdownText(
    '# Boxes <a id="boxes"></a>\n\nWrite `<a id="x"></a>` above.\n\n<div class="alert alert-info">\n\n**Note:** Boxes are not sold.\n\n</div>\n\n```html\n<div class="box">\n</div>\n```\n',
  );
  expect(page.markdown).toContain('**Note:** Boxes are not sold.');
  expect(page.markdown).not.toContain('alert-info');
  expect(page.markdown).toContain('# Boxes\n\nWrite `<a id="x"></a>` above.');
  expect(page.markdown).toContain('<div class="box">\n</div>');
});
