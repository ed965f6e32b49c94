import { expect, it } from 'vitest';
import { type AdfNode, adfSchema, adfToMarkdown } from './adf.ts';

const words = (text: string, ...marks: NonNullable<AdfNode['marks']>): AdfNode => ({ type: 'text', text, marks });
const paragraph = (...content: AdfNode[]): AdfNode => ({ type: 'paragraph', content });
const item = (...content: AdfNode[]): AdfNode => ({ type: 'listItem', content });
const cell = (type: string, text: string): AdfNode => ({ type, content: [paragraph(words(text))] });
const markdown = (...content: AdfNode[]) => adfToMarkdown(adfSchema.parse({ type: 'doc', version: 1, content }));

it('writes headings, lists in lists, tables, code, panels, tasks and what stands in a line', () => {
  const inner = { type: 'bulletList', content: [item(paragraph(words('Spain: 130')))] };
  expect(
    markdown(
      { type: 'heading', attrs: { level: 2 }, content: [words('Limits')] },
      {
        type: 'orderedList',
        attrs: { order: 3 },
        content: [item(paragraph(words('Hotels')), inner), item(paragraph(words('Meals')))],
      },
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell('tableHeader', 'Land'), cell('tableHeader', 'EUR')] },
          { type: 'tableRow', content: [cell('tableCell', 'A|B'), cell('tableCell', '130')] },
        ],
      },
      { type: 'codeBlock', attrs: { language: 'sh' }, content: [words('rm *')] },
      { type: 'panel', attrs: { panelType: 'info' }, content: [paragraph(words('One')), paragraph(words('Two'))] },
      { type: 'taskList', content: [{ type: 'taskItem', attrs: { state: 'DONE' }, content: [words('Ask *Tom*')] }] },
      { type: 'expand', attrs: { title: 'More' }, content: [paragraph(words('Inside'))] },
      paragraph(
        words('See '),
        words('the rota', { type: 'link', attrs: { href: 'https://acme.example/rota' } }),
        words(' or '),
        { type: 'inlineCard', attrs: { url: 'https://acme.example/x' } },
        { type: 'hardBreak' },
        { type: 'mention', attrs: { id: '1', text: '@Priya' } },
        words(' on '),
        { type: 'date', attrs: { timestamp: '1767225600000' } },
      ),
      { type: 'somethingNew', content: [paragraph(words('kept'))] },
    ),
  ).toBe(`## Limits

3. Hotels

   - Spain: 130
4. Meals

| Land | EUR |
| --- | --- |
| A\\|B | 130 |

\`\`\`sh
rm *
\`\`\`

> One
> 
> Two

- [x] Ask \\*Tom\\*

More

Inside

See [the rota](https://acme.example/rota) or [https://acme.example/x](https://acme.example/x)
@Priya on 2026-01-01

kept`);
});

it('leads nowhere by a link that is none of the web, and ends in a document without end', () => {
  expect(markdown(paragraph(words('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } })))).toBe('x');
  let deep: AdfNode = paragraph(words('far'));
  for (let at = 0; at < 200; at++) deep = { type: 'blockquote', content: [deep] };
  expect(adfToMarkdown({ type: 'doc', content: [deep] })).not.toContain('far');
  expect(adfToMarkdown(null)).toBe('');
});

it('says which panel warns, where only its colour does', () => {
  const panel = (panelType: string, text: string) => ({
    type: 'panel',
    attrs: { panelType },
    content: [paragraph(words(text))],
  });
  expect(
    markdown(panel('warning', 'Never open it.'), panel('error', 'Error 7 stops it.'), panel('info', 'Oil is here.')),
  ).toBe('> Warning: Never open it.\n\n> Error 7 stops it.\n\n> Oil is here.');
});
