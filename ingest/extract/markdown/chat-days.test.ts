import { expect, it } from 'vitest';
import { withChatDays } from './chat-days.ts';

it.each([
  [
    'of a team',
    '#yard export\n\n[2026-03-05 09:12] Ana Lima: the crane is back\n[2026-03-05 09:15] Bo: good\n[2026-03-06 07:00] Ana Lima: gate 3 is closed\n[2026-03-06 07:01] Bo: till when?',
    ['2026-03-05', '2026-03-06'],
  ],
  [
    'of a phone',
    '05.03.26, 09:12 - Ana: the crane is back\n05.03.26, 09:15 - Bo: good\nreally\n06.03.26, 07:00 - Ana: gate 3 is closed\n06.03.26, 07:01 - Bo: ok',
    ['05.03.26', '06.03.26'],
  ],
  [
    'of several channels, without years',
    '# export of two channels\n\n[g] 03.11. 11:40 Els: claims by the 5th\n[o] 03.11. 11:44 Declan: really?\n[g] 05.11. 09:00 Els: yes\n[o] 05.11. 09:01 Declan: ok',
    ['03.11.', '05.11.'],
  ],
  [
    'of another phone',
    '[3/5/2026, 9:12:01 AM] Ana: the crane is back\n[3/5/2026, 9:15:00 AM] Bo: good\n[3/6/2026, 7:00:00 AM] Ana: gate 3\n[3/6/2026, 7:01:00 AM] Bo: ok',
    ['3/5/2026', '3/6/2026'],
  ],
])('gives each day of a chat %s a heading, and keeps every line', (_, chat, days) => {
  const headed = withChatDays(chat);
  expect([...headed.matchAll(/^## (.*)$/gm)].map(([, day]) => day)).toEqual(days);
  const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('## '));
  expect(lines(headed)).toEqual(lines(chat));
});

it('leaves the log of a program, labels and a single speaker as they are', () => {
  const log = '[2026-03-05 09:12] INFO: started\n[2026-03-05 09:13] ERROR: lost\n'.repeat(4);
  const diary = '[2026-03-05 09:12] Ana: started\n[2026-03-06 09:13] Ana: lost\n'.repeat(4);
  const labels = '2026-03-05 opened\nName: Ana\nRoom: 3\nPhone: 12\nHours: 9 to 5';
  for (const text of [log, diary, labels]) expect(withChatDays(text)).toBe(text);
});
