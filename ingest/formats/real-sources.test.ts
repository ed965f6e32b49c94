import { expect, it } from 'vitest';
import { readAsciidoc } from './markup/asciidoc.ts';
import { readRst } from './markup/rst.ts';

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\n'));
const linesOf = (markdown: string) => markdown.split('\n').filter((line) => line.trim() !== '');

it('reads AsciiDoc: attributes that the page defines, quotation marks, links to places of the site', async () => {
  const { markdown } = await readAsciidoc(
    bytes(
      '= Boats',
      ':boat: Heron',
      ':boat-long: the {boat} of 1920',
      '',
      'We call {boat-long} a "`classic`" and tie `+rope-*+`.',
      'See {site-docs}/tides.html#low[the tides] and {unknown}.',
      '',
      '----',
      'moor {boat}',
      '----',
    ),
  );
  expect(linesOf(markdown)).toEqual([
    '# Boats',
    'We call the Heron of 1920 a "classic" and tie `rope-*`.',
    'See the tides and {unknown}.',
    '````',
    'moor {boat}',
    '````',
  ]);
});

it('reads reStructuredText: roles over two lines, boxes by their title, versions in words', async () => {
  const { markdown } = await readRst(
    bytes(
      'Boats',
      '=====',
      '',
      'Use the :option:`moor',
      '--all` option or :ref:`the other',
      'way <other>` [1]_.',
      '',
      '.. admonition:: Ice on the quay',
      '',
      '   Wear boots.',
      '',
      '.. versionchanged:: 2.1 Ropes are tied twice.',
      '.. seealso:: The tides',
      '.. warning::',
      '',
      '   It is wet.',
    ),
  );
  expect(linesOf(markdown)).toEqual([
    '# Boats',
    'Use the `moor --all` option or `the other way` [1].',
    '**Ice on the quay**',
    'Wear boots.',
    '**Changed in version 2.1**',
    'Ropes are tied twice.',
    '**See also: The tides**',
    '**Warning**',
    'It is wet.',
  ]);
});
