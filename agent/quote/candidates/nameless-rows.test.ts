import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'retention.md':
    '# Retention\n\n| Door logs | Camera recordings | Letters |\n| --- | --- | --- |\n| 7 days | 30 days | 10 years |\n| 7 days | 30 days | 10 years |\n',
  'stock.md':
    '# Stock\n\n| Tag | Kind | Person |\n| --- | --- | --- |\n| No tag | Laptop | Ana Novak |\n| No tag | Printer | Bo Lind |\n| T-17 | Phone | Cem Kaya |\n',
});

it('names the column of a first cell that names no row, and shows rows that say the same once', async () => {
  const { text } = await ask('how long are door logs kept?');
  expect(text).toContain('Door logs: 7 days · Camera recordings: 30 days');
  expect(text.match(/7 days/g)).toHaveLength(1);
});

it('calls a row by its first cell where that is its name', async () => {
  expect((await ask('what does Bo Lind have?')).text).toContain('Tag: No tag · Kind: Printer');
  expect((await ask('what does Cem Kaya have?')).text).toContain('**T-17** · Kind: Phone');
});
