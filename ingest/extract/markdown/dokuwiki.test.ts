import { expect, it } from 'vitest';
import { extractText } from './markdown.ts';

const read = (text: string) => extractText(new TextEncoder().encode(text));

it("reads DokuWiki's lists, tables, code, boxes and signs of letters", () => {
  const { title, markdown, tables } = read(`~~NOTOC~~
====== Press ======

Press //hard//, as [[wiki:oil|the oil page]] says((Twice.)).
===== Steps =====
  - Open the lid
  - Oil it
    * wheel
    * axle
  - Close it

^ Part ^ Oil ^
| Wheel | [[oil|2 l]] |
| ::: | 3 l |

<WRAP center round important 60%>
Never open it.
</WRAP>
<note>Ask Ann.</note>

<code bash press.sh>
oil --all  # ''x''
</code>

  oil //now//
  - Wait:<code>
a
</code>
  - Go

Type <code>q</code> or %%**%%.
{{tag>press oil}}
`);
  expect(title).toBe('Press');
  expect(markdown).toBe(
    `# Press

Press *hard*, as the oil page says (Twice.).

## Steps

1. Open the lid
2. Oil it
   - wheel
   - axle
3. Close it

| Part | Oil |
| --- | --- |
| Wheel | 2 l |
| Wheel | 3 l |

**Important**

Never open it.

**Note**

Ask Ann.

\`\`\`
oil --all  # ''x''
\`\`\`

\`\`\`
  oil //now//
\`\`\`

1. Wait:

\`\`\`
a
\`\`\`

1. Go

Type \`q\` or \\*\\*.`,
  );
  expect(tables).toMatchObject([
    {
      rows: [
        ['Wheel', '2 l'],
        ['Wheel', '3 l'],
      ],
    },
  ]);
});

it('takes linear time for signs and code that never end', () => {
  const cpu = (count: number) => {
    const page = `====== A ======\n\n${"((a ''b //c ".repeat(count)}\n<code>\n${'<code>\n'.repeat(count)}`;
    const before = process.cpuUsage();
    read(page);
    return process.cpuUsage(before).user;
  };
  cpu(500);
  expect(cpu(8000)).toBeLessThan(16 * 3 * cpu(500) + 200_000);
});
