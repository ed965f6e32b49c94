import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

/** The lines that hold something. */
const lines = (...source: string[]): string[] =>
  extractMarkdownText(source.join('\n'))
    .markdown.split('\n')
    .filter((line) => line.trim() !== '');

it('keeps the rows of a table between which tags stand', () => {
  const page = extractMarkdownText(
    '| Boat | Places |\n| --- | --- |\n{% ifversion big %}\n| Swan | 40 |\n{% endif %}\n| Gull | 4 |\n\nMore.',
  );
  expect(page.tables.map(({ rows }) => rows)).toEqual([
    [
      ['Swan', '40'],
      ['Gull', '4'],
    ],
  ]);
});

it('shows names and terms of tags in a sentence, and no keys', () => {
  expect(
    lines(
      'Ask {{< member-by-name "Ann Lee" >}} about a {{< glossary_tooltip term_id="life-boat" >}} of {{< param "length" >}} metres.',
      '',
      '1. {% data reusables.boats.go %}',
      '1. Click {% octicon "gear" %}**Settings**.',
    ),
  ).toEqual(['Ask Ann Lee about a life boat of … metres.', '1. Click **Settings**.']);
});

it('shows the text of a box that a tag holds, and its kind once', () => {
  expect(
    lines(
      '{% include note.html content="Wear boots on the quay." %}',
      '',
      '{% include alert.html type="warning" text="Ice" content="The quay is wet." %}',
      '',
      '{% include note.html content=words %}',
      '',
      '{% note %}',
      '',
      '**Note:** Ask Ann.',
      '',
      '{% endnote %}',
      '',
      '{{< panel header="**By night**" >}}',
      'Take a lamp.',
      '{{< /panel >}}',
    ),
  ).toEqual([
    '**Note**',
    'Wear boots on the quay.',
    '**Ice**',
    'The quay is wet.',
    '**Note:** Ask Ann.',
    '**By night**',
    'Take a lamp.',
  ]);
});

it('leaves out what tags hide, settings of kramdown and templates of Ruby', () => {
  expect(
    lines(
      '{::options toc_levels="2" /}',
      '## On this page',
      '{:.no_toc}',
      '',
      '- TOC',
      '{:toc}',
      '',
      '## Boats',
      '',
      '{{< comment >}}Ask Bo first.{{< /comment >}}',
      '<%= partial "menu" %>',
      '[Tides]({{ "/tides" | relative_url }}) come twice.',
      '',
      '[[_TOC_]]',
      '',
      '{{< mermaid >}}',
      'graph LR',
      '{{< /mermaid >}}',
    ),
  ).toEqual(['## Boats', '[Tides](/tides) come twice.', '```mermaid', 'graph LR', '```']);
});
