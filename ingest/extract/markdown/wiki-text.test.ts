import { expect, it } from 'vitest';
import { extractText } from './markdown.ts';

const plain = (text: string) => extractText(new TextEncoder().encode(text));

it('reads the headings of a wiki in which more signs make a higher heading, and leaves out the lines about the file', () => {
  const { title, text, metadata } = plain(
    `Content-Type: text/x-zim-wiki
Wiki-Format: zim 0.6
Creation-Date: 2021-11-03T11:56:50+01:00

====== The harbour ======
Boats pass the gate.
===== Lamps =====
==== Red ones ====

They hang on the left:
'''
= port =
'''
`,
  );
  expect(title).toBe('The harbour');
  expect(text).toBe(`# The harbour

Boats pass the gate.

## Lamps

### Red ones

They hang on the left:
\`\`\`
= port =
\`\`\``);
  expect(metadata).toEqual({ published: '2021-11-03T10:56:50.000Z' });
});

it('reads those of a wiki in which fewer signs make a higher heading', () => {
  const { title, text } = plain(
    'The harbour has two gates.\n\n== Boats ==\nThey come in.\n\n===Lamps===\nRed.\n\n== Tides ==\nTwice a day.',
  );
  expect(title).toBe('');
  expect(text.match(/^#.*/gm)).toEqual(['## Boats', '### Lamps', '## Tides']);
});

it('takes neither rules nor comparisons for headings', () => {
  const text = '==========\nA == B == C\n= one =\n==\n=== ===\nA line of text that ends here.';
  expect(plain(text).text).toBe(text);
});

it('shows the words of links and pictures of a wiki, not their signs, and leaves code as it is', () => {
  const source =
    "====== Boats ======\n\n{{wiki:boat.png?200 |The old boat}} See [[wiki:rules|our rules]], [[wp>Harbour]], [[:club:keys]] and [[https://club.example/|the club]]. Press ''Save''.\n\n<code>\na = [[1, 2]] + ''x''\n</code>\n\n===== Keys =====\n\nThey are at the desk.";
  const { markdown } = extractText(new TextEncoder().encode(source));
  expect(markdown).toContain(
    'The old boat See our rules, Harbour, keys and [the club](https://club.example/). Press `Save`.',
  );
  expect(markdown).toContain("a = [[1, 2]] + ''x''");
});
