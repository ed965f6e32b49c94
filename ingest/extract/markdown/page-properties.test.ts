import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

const page = (matter: string, body = '# Press\n\nIt loses oil.') => extractMarkdownText(`---\n${matter}\n---\n${body}`);

it('shows what people note about a page below its title', () => {
  const { title, markdown, metadata } = page(
    'tags: [oil]\nowner: "[[Ann Lee]]"\nreview by: 2026-12-01\nhalls: [two, three]\naliases: [oil press]\nauthor: Bob\nsafe: true',
  );
  expect(title).toBe('Press');
  expect(markdown).toBe(
    '# Press\n\n- owner: Ann Lee\n- review by: 2026-12-01\n- halls: two, three\n- aliases: oil press\n- safe: true\n\nIt loses oil.',
  );
  expect(metadata.author).toBe('Bob');
  expect(page('owner: Ann', 'It loses oil.').markdown).toBe('- owner: Ann\n\nIt loses oil.');
});

it('leaves out what is for a program', () => {
  const plain = '# Press\n\nIt loses oil.';
  for (const matter of [
    'title: Press\ndate: 2026-01-01\nlayout: post\nowner: Ann',
    'sidebar_position: 3\nowner: Ann',
    'ms.topic: how-to\nowner: Ann',
    'params: { a: 1 }\nfile: ./press.png\nempty:',
    `text: ${'x'.repeat(300)}`,
    'documentType: SOP\ncategory: Presses\nsource: Workshop\nsummary: How the press is kept.',
  ])
    expect(page(matter).markdown, matter).toBe(plain);
});

it('makes a list of the properties that Notion writes below a title', () => {
  const { markdown } = extractMarkdownText(
    '# Press\n\nOwner: Ann Lee\nPrice (USD): $1,234.56\nServiced: Yes\n\n<aside>\n💡 Never run it dry.\n\n</aside>',
  );
  expect(markdown).toBe(
    '# Press\n\n- Owner: Ann Lee\n- Price (USD): $1,234.56\n- Serviced: Yes\n\n\n💡 Never run it dry.',
  );
  for (const prose of [
    '# Press\n\nNote: it loses oil.\nCall Bob.\n\nOwner: Ann\nHall: two',
    '# 11 May\n\nAnn: The press loses oil.\nBob: I call the fitter!',
    '# 11 May\n\nAnn: which hall\nBob: two\nAnn: thanks',
  ])
    expect(extractMarkdownText(prose).markdown).toBe(prose);
});
