import { expect, it } from 'vitest';
import { mrkdwn } from './mrkdwn.ts';

it.each([
  ['**Cost** 0 calls · R&D <draft>', '*Cost* 0 calls · R&amp;D &lt;draft&gt;'],
  ['## Pläne\n- one\n* **two** 🎉', '*Pläne*\n• one\n• *two* 🎉'],
  ['See [the page](https://a.example/x?a=1&b=2) [1].', 'See <https://a.example/x?a=1&amp;b=2|the page> [1].'],
  ['`a ** b` ~~old~~\n```\n# no heading\n- **no list**\n```', '`a ** b` ~old~\n```\n# no heading\n- **no list**\n```'],
  ['2 ** 3 ** 4', '2 ** 3 ** 4'],
])('translates %j', (markdown, expected) => {
  expect(mrkdwn(markdown)).toBe(expected);
});
