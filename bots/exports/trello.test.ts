import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createFetcher } from '../../ingest/fetch/fetch.ts';
import { type Outcome, preview } from '../../ingest/preview/preview.ts';
import { exportKinds } from '../histories.ts';
import { openExportFolder } from './testing/export-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'trello-export-'));
});

const id = (end: number) => end.toString(16).padStart(24, '5');
const ann = { id: id(1), fullName: 'Ann Lee', username: 'ann' };
const board = {
  id: id(9),
  name: 'Fair',
  desc: 'All for the **fair** in May.',
  idOrganization: id(8),
  url: 'https://trello.com/b/Ab1/fair',
  lists: [
    { id: id(20), name: 'Doing', closed: false },
    { id: id(21), name: 'Ideas', closed: true },
  ],
  cards: [
    {
      id: id(30),
      name: 'Paint the stand',
      desc: 'Two coats of *green*.\n\n1. sand\n2. paint',
      idList: id(20),
      idMembers: [ann.id],
      labels: [
        { name: 'Wood', color: 'green' },
        { name: '', color: 'red' },
      ],
      attachments: [{ name: 'stand.pdf', url: 'https://trello.com/1/cards/x/stand.pdf' }],
      due: '2026-04-30T10:00:00.000Z',
      dueComplete: true,
      dateLastActivity: '2026-03-02T09:00:00.000Z',
      shortUrl: 'https://trello.com/c/Cd2',
    },
    { id: id(31), name: 'Rent a balloon', desc: '', idList: id(21), closed: false },
  ],
  checklists: [
    {
      id: id(40),
      name: 'Colours',
      idCard: id(30),
      checkItems: [
        { name: 'Buy red', state: 'incomplete', pos: 2 },
        { name: 'Buy green', state: 'complete', pos: 1 },
      ],
    },
  ],
  members: [ann],
  actions: [
    { type: 'updateCard', date: '2026-03-03T10:00:00.000Z', data: { old: { pos: 1 } } },
    {
      type: 'commentCard',
      date: '2026-03-01T10:00:00.000Z',
      data: { text: 'The old green is gone.', card: { id: id(30) } },
      memberCreator: ann,
    },
  ],
};

const shown = async (input: string): Promise<Outcome[]> => {
  const pages = createFetcher({});
  const all: Outcome[] = [];
  for await (const outcome of preview([input], { pages, kinds: exportKinds() })) all.push(outcome);
  await pages.close();
  return all;
};

it('makes a page of each card, with what was written and done, and one of the board', async () => {
  await writeFile(path.join(folder, 'fair.json'), JSON.stringify(board));
  await writeFile(path.join(folder, 'settings.json'), '{}');
  const [other, whole, card, archived] = await shown(folder);
  expect(other).toMatchObject({ skipped: { reason: 'not a board that Trello exported' } });
  expect(whole).toMatchObject({
    row: {
      title: 'Fair',
      markdown: 'The board Fair, by list.\n\nAll for the **fair** in May.\n\n## Doing\n\n- Paint the stand',
    },
  });
  expect(card).toMatchObject({
    row: {
      title: 'Paint the stand',
      markdown:
        '- Board: Fair\n- List: Doing\n- Labels: Wood, red\n- Members: Ann Lee\n- Due: 2026-04-30 (done)\n\n' +
        'Two coats of *green*.\n\n1. sand\n2. paint\n\n(attached: stand.pdf)\n\n' +
        '## Colours\n\n- [x] Buy green\n- [ ] Buy red\n\n## Comments\n\n' +
        '**Ann Lee** (2026-03-01 10:00): The old green is gone.',
      metadata: { updated: '2026-03-02T09:00:00.000Z' },
    },
  });
  expect(archived).toMatchObject({ row: { markdown: '- Board: Fair\n- List: Ideas\n- Archived' } });
});

it('says that a file is no board', async () => {
  const file = path.join(folder, 'fair.json');
  await writeFile(file, JSON.stringify({ ...board, lists: undefined }));
  expect(await shown(file)).toMatchObject([
    { failure: { message: 'The file is not as Trello writes a board (lists).' } },
  ]);
});

it('names one card that is unlike the others, reads them, and keeps what was read of it before', async () => {
  const { folder: place, ingest, sync, put, documents, close } = await openExportFolder('boards');
  try {
    await put('fair.json', board);
    expect(await ingest([place])).toMatchObject({ added: 3, failed: [] });
    const [paint, rent] = board.cards;
    await put('fair.json', {
      ...board,
      cards: [
        { ...paint, desc: 'Three coats.' },
        { ...rent, idList: 7 },
      ],
    });
    const report = await sync([]);
    expect(report).toMatchObject({
      updated: 1,
      deleted: 0,
      failed: [
        {
          input: expect.stringContaining('(Rent a balloon)'),
          message: expect.stringMatching(/^The card .*\(idList\)/),
        },
      ],
    });
    expect((await documents()).map(({ title }) => title)).toEqual(['Fair', 'Paint the stand', 'Rent a balloon']);
  } finally {
    await close();
  }
});

it('says which parts of a board are unlike Trello’s, and deletes nothing for them', async () => {
  await writeFile(
    path.join(folder, 'fair.json'),
    JSON.stringify({ ...board, lists: [board.lists[0], { id: id(21) }], cards: [board.cards[0], 'a card'] }),
  );
  const all = await shown(folder);
  expect(all.flatMap((one) => ('failure' in one ? [one.failure.message] : []))).toEqual([
    'The card is not as Trello writes one (its form); the others are read.',
    'The file is not as Trello writes a board (1 of its lists: name).',
  ]);
  expect(all.flatMap((one) => ('row' in one ? [one.row.title] : []))).toEqual(['Fair', 'Paint the stand']);
});
