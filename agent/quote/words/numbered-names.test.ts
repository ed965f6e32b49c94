import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ROWS = ['KP-100 | 6 | 890', 'KP-200 | 10 | 1450', 'KP-350 | 16 | 2380', 'KP-350S | 25 | 3120'];
const ask = quotingFrom({
  'prices.md': `# Prices\n\n| Pump | Pressure (bar) | List price (EUR) |\n|---|---|---|\n${ROWS.map((row) => `| ${row} |`).join('\n')}\n`,
});

it.each([
  ['KP-350S', '3120', '2380'],
  ['how much is the KP-350S?', '3120', '2380'],
  ['how much is the KP-350?', '2380', '3120'],
  ['what do two KP-200s cost', '1450', '2380'],
])('%s: an s at a name with a digit may be its own letter, or a plural’s', async (text, price, other) => {
  const answer = await ask(text);
  expect(answer.verdict).toBe('answered');
  expect(answer.text).toContain(price);
  expect(answer.text).not.toContain(other);
});
