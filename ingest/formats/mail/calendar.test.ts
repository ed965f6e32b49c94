import { expect, it } from 'vitest';
import { formatOf } from '../detect.ts';
import { readerOf } from '../index.ts';

const read = async (lines: string[], name = 'club.ics') => {
  const format = formatOf({ name });
  if (format === undefined) throw new Error(`${name} has no reader`);
  return readerOf(format)(new TextEncoder().encode(lines.join('\r\n')));
};
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'X-WR-CALNAME:The club', ...lines, 'END:VCALENDAR', ''];

it('reads events with when, where, who, and their description, and neither alarms nor time zones', async () => {
  const page = await read(
    calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'SUMMARY:Board\\, in spring',
      'DTSTART;TZID=Europe/Berlin:20260305T180000',
      'DTEND;TZID=Europe/Berlin:20260305T200000',
      'RRULE:FREQ=MONTHLY;BYDAY=1TH;UNTIL=20261231T000000Z',
      'LOCATION:Boat house\\nroom 2',
      'ORGANIZER;CN="Berg: Ann, chair":mailto:ann@club.example',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN=Bo:mailto:bo@club.example',
      'DESCRIPTION:The keys are at the',
      '  desk.\\n\\nBring the accounts.',
      'BEGIN:VALARM',
      'DESCRIPTION:Reminder',
      'END:VALARM',
      'END:VEVENT',
    ),
  );
  expect(page.title).toBe('The club');
  expect(page.markdown).toBe(
    [
      '## Board, in spring',
      'When: 2026-03-05 18:00 to 20:00 (Europe/Berlin)\\\nRepeats: every month, on 1st Thursday, until 2026-12-31 00:00 UTC\\\nWhere: Boat house room 2\\\nOrganizer: Berg: Ann, chair (ann@club.example)\\\nAttendees: Bo (bo@club.example)',
      'The keys are at the desk.',
      'Bring the accounts.',
    ].join('\n\n'),
  );
});

it('writes whole days with their last day, a duration, and a task with its day', async () => {
  const { markdown } = await read(
    calendar(
      'BEGIN:VEVENT',
      'SUMMARY:Regatta',
      'DTSTART;VALUE=DATE:20260703',
      'DTEND;VALUE=DATE:20260706',
      'STATUS:CANCELLED',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Launch',
      'DTSTART:20260401T080000Z',
      'DURATION:PT1H30M',
      'END:VEVENT',
      'BEGIN:VTODO',
      'SUMMARY:Paint the hull',
      'DUE;VALUE=DATE:20260320',
      'END:VTODO',
    ),
  );
  expect(markdown).toContain('## Regatta\n\nWhen: 2026-07-03 to 2026-07-05\\\nStatus: cancelled');
  expect(markdown).toContain('When: 2026-04-01 08:00 UTC, for 1 h 30 min');
  expect(markdown).toContain('## Paint the hull\n\nDue: 2026-03-20');
});

it('refuses a file that is no calendar', async () => {
  await expect(read(['Not a calendar.'])).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('reads descriptions that a calendar wrote as HTML, and entities in plain ones', async () => {
  const page = await read(
    calendar(
      'BEGIN:VEVENT',
      'SUMMARY:Board',
      'DESCRIPTION:<p>Bring the <b>accounts</b>:<br>all of them.</p><ul><li>Keys</li></ul>',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:Fair',
      'DESCRIPTION:In Baden-W&#252;rttemberg &amp\\; <here>, 3 < 4',
      'END:VEVENT',
    ),
  );
  expect(page.markdown).toMatch(/Bring the \*\*accounts\*\*:\s+all of them\.\n\n- Keys/);
  expect(page.markdown).toContain('In Baden-Württemberg & <here>, 3 < 4');
});

it('reads an event that is saved without a calendar around it, and one that repeats within a day', async () => {
  const { markdown } = await read([
    'BEGIN:VEVENT',
    'SUMMARY:Stir the glaze',
    'DTSTART:20260401T080000Z',
    'RRULE:FREQ=MINUTELY;INTERVAL=45',
    'END:VEVENT',
  ]);
  expect(markdown).toBe('## Stir the glaze\n\nWhen: 2026-04-01 08:00 UTC\\\nRepeats: every 45 minutes');
});
