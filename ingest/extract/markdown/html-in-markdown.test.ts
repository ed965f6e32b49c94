import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

it('reads HTML in Markdown: a table with empty lines in it, a box, a picture and what folds', () => {
  const { markdown, tables } = extractMarkdownText(
    `# Press

<p align="center"><a href="https://ci.example"><img alt="passing" src="b.svg"></a></p>

<table>
  <tr><th>Part</th><th>Oil</th></tr>

  <tr><td>Wheel</td><td>2 l<br>a week</td></tr>
</table>

<p class="callout warning">Never open the lid.</p>

<details><summary>More</summary>

It is **hot**.

</details>

Type <kbd>q</kbd>.`,
  );
  expect(markdown).toBe(
    '# Press\n\n| Part | Oil |\n| --- | --- |\n| Wheel | 2 l a week |\n\nWarning: Never open the lid.\n\nMore\n\nIt is **hot**.\n\nType q.',
  );
  expect(tables).toMatchObject([{ columns: [['Part'], ['Oil']], rows: [['Wheel', '2 l a week']] }]);
});

it('leaves code, places to fill in and components as they are', () => {
  const source =
    '# Use\n\n```html\n<table><tr><td>1</td></tr></table>\n```\n\n<your-token>\n\n<Tabs>\n\n- `<b>list</b>`';
  expect(extractMarkdownText(source).markdown).toBe(source);
});

it('takes linear time for elements that are never closed', () => {
  const page = (lines: number) => '<ul>\n\n'.repeat(lines);
  const cpu = (lines: number) => {
    const before = process.cpuUsage();
    extractMarkdownText(page(lines));
    return process.cpuUsage(before).user;
  };
  cpu(500);
  expect(cpu(8000)).toBeLessThan(16 * 3 * cpu(500) + 200_000);
});

it('reads the tags in a line, but not in a row of a table', () => {
  expect(
    extractMarkdownText(
      '# Ferry\n\nAt quay 4.</br>Ring <b>twice</b>, or see <a class="x" href="map.html">the map</a>.\n\n- H<sub>2</sub>O <img src="x.svg"><i class="fa"></i>here\n\n| Day | Time |\n| --- | --- |\n| Mon | 9<br>11 |',
    ).markdown,
  ).toBe(
    '# Ferry\n\nAt quay 4.  \nRing **twice**, or see [the map](map.html).\n\n- H2O here\n\n| Day | Time |\n| --- | --- |\n| Mon | 9<br>11 |',
  );
});

it('writes the tags in cells of a table as words, and keeps their code', () => {
  const page = extractMarkdownText(
    '| Boat | Needs |\n| --- | --- |\n| Swan<sup>1</sup> | <ul><li>`<li>` ropes</li><li>a <b>long</b> <a href="lid.md">lid</a></li></ul> |',
  );
  expect(page.markdown.split('\n').at(-1)).toBe('| Swan 1 | • `<li>` ropes • a **long** [lid](lid.md) |');
});

it('leaves out an element that holds nothing, over several lines too', () => {
  expect(extractMarkdownText('Ask boats.<x></x>example.\n\nThe <iframe\n  src="/film"\n></iframe>film.').markdown).toBe(
    'Ask boats.example.\n\nThe film.',
  );
});
