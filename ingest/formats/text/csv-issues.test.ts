import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

const read = async (text: string) => readerFor({ name: 'export.csv' })!(new TextEncoder().encode(text));

it('reads an export of Jira as a section for each issue, with its labels, its parent and its comments', async () => {
  const { markdown, tables } = await read(
    '\uFEFFSummary,Issue key,Issue id,Issue Type,Status,Watchers,Labels,Labels,Parent id,Description,Custom field (Points),Comment,Comment\r\n' +
      'Press loses oil,MNT-1,10001,Epic,To Do,ann,,,,,,,\r\n' +
      '"Replace the seal, hall two",MNT-2,10002,Bug,Done,,press,oil,10001,"Steps:\r\n1. open the *lid*\r\n2. pull\r\n\r\nThen ""wait"".",3,05/Sep/26 11:00 AM;5b10acff;Ordered; comes on Monday.,06/Sep/26 2:00 PM;Ann Lee;Done.\r\n',
  );
  expect(tables).toEqual([]);
  expect(markdown).toBe(
    '## MNT-1: Press loses oil\n\n- Issue Type: Epic\n- Status: To Do\n\n' +
      '## MNT-2: Replace the seal, hall two\n\n' +
      '- Issue Type: Bug\n- Status: Done\n- Labels: press, oil\n- Parent: MNT-1: Press loses oil\n- Points: 3\n\n' +
      'Steps:\\\n1. open the \\*lid\\*\\\n2. pull\n\nThen "wait".\n\n' +
      'Comment (05/Sep/26 11:00 AM): Ordered; comes on Monday.\n\nComment by Ann Lee (06/Sep/26 2:00 PM): Done.',
  );
});

it('reads an export of Linear with its Markdown and its dates as days', async () => {
  const { markdown } = await read(
    '"ID","Team","Title","Description","Status","Cycle Number","Created","UUID"\n' +
      '"MNT-7","Maintenance","Oil the press","Take **green** oil.\n\n# Where\n\nIn hall two.","In Progress","","Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00)","u1"\n',
  );
  expect(markdown).toBe(
    '## MNT-7: Oil the press\n\n- Team: Maintenance\n- Status: In Progress\n- Created: 2026-05-13\n\n' +
      'Take **green** oil.\n\n### Where\n\nIn hall two.',
  );
});

it('reads an export of Asana below what its sheet says first', async () => {
  const { markdown } = await read(
    ',,\n,,https://app.asana.com/x\nTask ID,Created At,Name,Section/Column,Notes,Parent task\n9001,2026-09-20,Oil the press,Doing,"Green oil\nonly",Press\n',
  );
  expect(markdown).toBe(
    '## Oil the press\n\n- Created At: 2026-09-20\n- Section/Column: Doing\n- Parent task: Press\n\nGreen oil\\\nonly',
  );
});

it('joins columns of another table that have the same name', async () => {
  const { tables } = await read('Machine,Part,Part,Part,Hall\nPress,seal,,lid,two\nSaw,blade,,,one\n');
  expect(tables).toMatchObject([
    {
      columns: [['Machine'], ['Part'], ['Hall']],
      rows: [
        ['Press', 'seal, lid', 'two'],
        ['Saw', 'blade', 'one'],
      ],
    },
  ]);
  // Figures with equal neighbours are no names.
  expect((await read('1,1,2\n3,3,4\n')).tables[0]?.rows).toHaveLength(2);
});
