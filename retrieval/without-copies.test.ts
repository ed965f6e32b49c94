import { expect, it } from 'vitest';
import type { Hit } from './retriever.ts';
import { withoutCopies } from './without-copies.ts';

const hit = (documentId: string, text: string): Hit => ({ documentId, passageId: `${documentId}#1`, text }) as Hit;
const rule = 'Whoever leaves last closes the windows, turns off the heating and locks the door to the yard.';

it('shows a passage of the same page in two sources once, the better one', () => {
  const hits = [
    hit('wiki/closing', rule),
    hit('drive/closing', `**${rule.replace('heating', '[heating](https://x.example/h)')}**`),
    hit('drive/other', rule.replace('last', 'first')),
  ];
  expect(withoutCopies(hits).map(({ documentId }) => documentId)).toEqual(['wiki/closing', 'drive/other']);
});

it('keeps what a page says twice, and short lines that many pages have', () => {
  expect(withoutCopies([hit('a', rule), hit('a', rule), hit('b', 'See also'), hit('c', 'See also')])).toHaveLength(4);
});
