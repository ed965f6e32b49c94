import { expect, it } from 'vitest';
import { formatOf } from '../detect.ts';
import { readChatLog } from './chat-log.ts';

const read = async (text: string) => (await readChatLog(Buffer.from(text))).markdown;
const IRSSI = `--- Log opened Tue Sep 20 00:01:49 2016
00:01 -!- Guest [x@y] has quit [Quit: Bye]
00:25 < ann> when is it fired?
00:26 <@bo> on Fridays
00:26 <@bo> at nine
00:27  * ann nods
00:27 * cy has joined #kiln
--- Day changed Wed Sep 21 2016
09:10 < ann> thanks
`;

it('gives a section a day, and what one person says in a row as one paragraph', async () => {
  expect(await read(IRSSI)).toBe(
    '## 2016-09-20\n\n\\[00:25\\] ann: when is it fired?\n\n\\[00:26\\] bo: on Fridays at nine\n\n\\[00:27\\] ann nods\n\n## 2016-09-21\n\n\\[09:10\\] ann: thanks',
  );
  expect(
    await read(
      '2024-03-05 10:11:15\tann\tWhen?\n2024-03-05 10:12:01\t@bo\tOn Fridays\n2024-03-06 10:13:30\t<--\tann has quit\n',
    ),
  ).toBe('## 2024-03-05\n\n\\[10:11\\] ann: When?\n\n\\[10:12\\] bo: On Fridays');
});

it('is told from the logs of programs', () => {
  const format = (text: string) => formatOf({ name: 'x.log', bytes: Buffer.from(text) })?.name;
  expect(format(IRSSI)).toBe('chatlog');
  expect(format('[00:05] <ann> hello\n[00:06] <bo> hi\n[00:06] <ann> a\n[00:07] <bo> b\n')).toBe('chatlog');
  expect(
    format('2024-01-01 12:00:00 INFO <main> started\n2024-01-01 12:00:01 ERROR <db> lost\n'.repeat(9)),
  ).toBeUndefined();
  expect(format('12:00:00 GET /a\n12:00:01 GET /b\n'.repeat(9))).toBeUndefined();
});
