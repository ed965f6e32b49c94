import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

/** The lines that hold something. */
const lines = (source: string): string[] =>
  extractMarkdownText(source)
    .markdown.split('\n')
    .filter((line) => line.trim() !== '');

it('reads boxes between colons as their title and their content', () => {
  expect(
    lines(
      '# Boats\n\n:::note\nThe quay is wet.\n:::\n\n::: warning Ice on the quay\nWear boots.\n:::\n\n:::tip[By night]\nTake a lamp.\n:::\n\n:::: code-group\n::: details More\nAsk Ann.\n:::\n::::\n\nAt 10:00 ::: or so.',
    ),
  ).toEqual([
    '# Boats',
    '**Note**',
    'The quay is wet.',
    '**Ice on the quay**',
    'Wear boots.',
    '**By night**',
    'Take a lamp.',
    '**More**',
    'Ask Ann.',
    'At 10:00 ::: or so.',
  ]);
});

it('reads indented boxes and tabs, whose content is text and not code', () => {
  expect(
    lines(
      '# Boats\n\n!!! warning "Ice"\n\n    Wear boots.\n\n    ```sh\n    melt --all\n      --now\n    ```\n\n??? note\n    Or stay at home.\n\n=== "Linux"\n\n    Run `moor`.\n\nThen sail.',
    ),
  ).toEqual([
    '# Boats',
    '**Ice**',
    'Wear boots.',
    '```sh',
    'melt --all',
    '  --now',
    '```',
    '**Note**',
    'Or stay at home.',
    '**Linux**',
    'Run `moor`.',
    'Then sail.',
  ]);
});

it('leaves out imports and components, and keeps what they hold and are called', () => {
  expect(
    lines(
      [
        'import { Tabs, TabItem } from "@boats/theme";',
        'import {',
        '  Card,',
        '} from "@boats/cards";',
        '',
        '# Mooring',
        '',
        '<Tabs>',
        '  <TabItem label="Rope">',
        '',
        '    Tie it twice.',
        '',
        '  </TabItem>',
        '  <TabItem value="chain" label={"Chain"}>',
        '    Lock it.',
        '  </TabItem>',
        '</Tabs>',
        '<Card',
        '  title="Tides"',
        '  icon={{ name: "wave" }}',
        '/>',
        '',
        'Press <Icon name="anchor" /> to stop; write to <Name> or use a List<Boat>.',
        '',
        '```jsx',
        'import x from "y";',
        '<Tabs><TabItem label="z" /></Tabs>',
        '```',
      ].join('\n'),
    ),
  ).toEqual([
    '# Mooring',
    '**Rope**',
    'Tie it twice.',
    '**Chain**',
    'Lock it.',
    '**Tides**',
    'Press  to stop; write to <Name> or use a List<Boat>.',
    '```jsx',
    'import x from "y";',
    '<Tabs><TabItem label="z" /></Tabs>',
    '```',
  ]);
});

it('reads shortcodes: tabs, boxes, references and values', () => {
  expect(
    lines(
      [
        '## {{% heading "prerequisites" %}}',
        '',
        '* {{< include "rope.md" >}} {{< rope-check >}}',
        '* A boat of {{< param "length" >}} metres.',
        '',
        '{{< tabs name="ways" >}}',
        '{{< tab name="By hand" codelang="bash" >}}',
        'moor --hand',
        '{{< /tab >}}',
        '{{% tab "By winch" %}}',
        'Turn it.',
        '{{% /tab %}}',
        '{{< /tabs >}}',
        '',
        '{{< alert type="warning" >}}Mind your fingers.{{< /alert >}}',
        '',
        '{{< notice note "At night" >}}',
        'Take a lamp.',
        '{{< /notice >}}',
        '',
        'See [the tides]({{< ref "tides.md" >}}) and `{{< ref >}}`.',
      ].join('\n'),
    ),
  ).toEqual([
    '## Prerequisites',
    '* A boat of … metres.',
    '**By hand**',
    '```bash',
    'moor --hand',
    '```',
    '**By winch**',
    'Turn it.',
    '**Warning:** Mind your fingers.',
    '**At night**',
    'Take a lamp.',
    'See [the tides](tides.md) and `{{< ref >}}`.',
  ]);
});

it('reads the tags of Liquid and the classes of kramdown', () => {
  expect(
    lines(
      [
        '{% include header.html %}',
        '* TOC',
        '{:toc}',
        '',
        '# Mooring {#moor}',
        '',
        '{% hint style="info" %}',
        'Ask Ann.',
        '{% endhint %}',
        '',
        '{% if season == "winter" %}Break the ice.{% endif %}',
        '{: .wide title="Ice" }',
        '',
        '{% highlight sh %}',
        'moor --all',
        '{% endhighlight %}',
        '',
        '[The map]({{ site.baseurl }}/map.html){: .button } shows {brackets} and {# no class}.',
        '',
        '{% raw %}',
        'Write `{% if %}` so.',
        '{% endraw %}',
      ].join('\n'),
    ),
  ).toEqual([
    '# Mooring',
    '**Info**',
    'Ask Ann.',
    'Break the ice.',
    '```sh',
    'moor --all',
    '```',
    '[The map](/map.html) shows {brackets} and {# no class}.',
    'Write `{% if %}` so.',
  ]);
});

it('leaves a text without such signs as it is', () => {
  const source = '# Boats\n\n    import x from "y"\n\na === "b"\n\n- one\n\n\n- two {x}\n\nVector<Boat> and a:::b';
  expect(extractMarkdownText(source).markdown).toBe(source);
});
