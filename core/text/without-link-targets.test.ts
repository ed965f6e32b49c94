import { expect, it } from 'vitest';
import { withoutLinkTargets } from './without-link-targets.ts';

it.each([
  ['Read [the guide](../people/leave.md#days "Leave"), then ask.', 'Read the guide, then ask.'],
  ['![A heron](img/heron.png) stands', 'A heron stands'],
  ['[![Build](badge.svg)](https://ci.example.org/run?id=9)', 'Build'],
  ['[Turin (city)](https://en.wikipedia.org/wiki/Turin_(city))', 'Turin (city)'],
  ['[a [b] c](<two words.md>)', 'a [b] c'],
  ['See [the plan][p].\n\n[p]: https://example.org/plan "Plan"\nEnd', 'See the plan.\n\n\nEnd'],
  [
    'Write to <https://example.org/wiki> or https://example.org/x',
    'Write to <https://example.org/wiki> or https://example.org/x',
  ],
  ['call rows[0](cell) and f[i][j]', 'call rows[0](cell) and f[i][j]'],
  ['- [ ] open, [x] done (today)', '- [ ] open, [x] done (today)'],
])('%s', (markdown, text) => {
  expect(withoutLinkTargets(markdown)).toBe(text);
});

it('takes time linear in the text, whatever its brackets', () => {
  const before = process.cpuUsage();
  for (const part of ['[', '![', '[a](', '[a][', '](', '[a](b(']) withoutLinkTargets(part.repeat(20_000));
  // CPU time, which other processes do not affect. The measured time is a fortieth of this limit; quadratic code takes
  // minutes.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
});
