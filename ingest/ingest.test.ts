import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { readSettings } from '../core/settings.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openStores, type Stores } from '../stores/index.ts';
import { collect } from '../stores/testing/samples.ts';
import { extractText } from './extract/markdown/markdown.ts';
import { forget, unforget } from './forget.ts';
import type { SourceKind } from './sources/connector.ts';

let folder: string;
let stores: Stores;
let ingest: ReturnType<typeof createIngest>['ingest'];
let sync: ReturnType<typeof createIngest>['sync'];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-ingest-'));
  await mkdir(path.join(folder, 'pages'));
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data') });
  stores = await openStores(settings);
  ({ ingest, sync } = createIngest({ settings, stores }));
});
afterEach(async () => {
  await stores.close();
});

const page = (name: string) => path.join(folder, 'pages', name);
const write = (name: string, text: string | Uint8Array) => writeFile(page(name), text);
const ids = async () => {
  const found: string[] = [];
  for await (const stamp of stores.documents.stamps()) found.push(stamp.id);
  return found;
};
const find = async (text: string, scopes = ['everyone']) =>
  (
    await stores.documents.passages(
      (await stores.lexical.search(text, 5, scopes)).map((hit) => hit.id),
      scopes,
    )
  ).map((passage) => passage.documentId);

describe('ingest of a folder', () => {
  it('ingests Markdown, HTML and text, and finds what they say', async () => {
    await write('leave.md', '---\ntitle: Leave\n---\nEveryone has 28 days of holiday.');
    await write('office.html', '<title>Offices</title><body><p>The Porto office is in a cannery.</p></body>');
    await write('notes.txt', 'Remember the quarterly gathering in Bergen.');
    const report = await ingest([page('')]);
    expect(report).toMatchObject({ source: 'pages', added: 3, updated: 0, unchanged: 0, failed: [] });
    expect(await ids()).toEqual(['pages/leave.md', 'pages/notes.txt', 'pages/office.html']);
    expect(await find('holiday')).toEqual(['pages/leave.md']);
    expect(await find('cannery')).toEqual(['pages/office.html']);
  });

  it('names a file without a title by its name, without the number that Notion writes behind it', async () => {
    await write('Plans and ideas 67bb3e814f3e42bdabb8c1437af88962.csv', 'Name,Created\nLid,2020\nHinge,2021\n');
    await write('order 66.csv', 'Name,Created\nCorner,2020\nSide,2021\n');
    await ingest([page('')]);
    const titles = [];
    for (const id of await ids()) titles.push((await stores.documents.document(id, ['everyone']))?.title);
    expect(titles.sort()).toEqual(['Plans and ideas', 'order 66']);
  });

  it('tells pages of one name apart by their folders, in the title that search reads too', async () => {
    for (const tool of ['pump', 'crane']) {
      await mkdir(page(tool));
      await write(`${tool}/README.md`, `It is greased once a month by whoever opens the hall, as for the ${tool}.`);
    }
    await ingest([page('')]);
    const titles = [];
    for (const id of await ids()) titles.push((await stores.documents.document(id, ['everyone']))?.title);
    expect(titles.sort()).toEqual(['crane README', 'pump README']);
  });

  it('reads packed texts without an ending, and names the ending under the packing of what it passes over', async () => {
    await write('INTRO.gz', gzipSync('The shell reads its orders from a terminal or a file.\n'));
    await write('COMPAT.gz', gzipSync(new Uint8Array([1, 2, 3, 0, 4, 5])));
    await write('engine.pl.gz', gzipSync('print 1;\n'));
    const report = await ingest([page('')]);
    expect(await find('orders from a terminal')).toEqual(['pages/INTRO.gz']);
    expect(Object.keys(report.skipped.reasons).sort()).toEqual([
      'Parley does not read .pl files',
      'the name has no ending that tells its format, and its bytes are not plain text',
    ]);
  });

  it('changes nothing the second time, and only what changed the third', async () => {
    await write('a.md', '# A\n\nAlpha.');
    await write('b.md', '# B\n\nBeta.');
    await ingest([page('')]);
    expect(await ingest([page('')])).toMatchObject({ added: 0, updated: 0, unchanged: 2, documents: 0 });
    await write('b.md', '# B\n\nGamma.');
    expect(await ingest([page('')])).toMatchObject({ added: 0, updated: 1, unchanged: 1, documents: 1 });
    expect(await find('beta')).toEqual([]);
    expect(await find('gamma')).toEqual(['pages/b.md']);
  });

  it('names what it cannot read and ingests the rest', async () => {
    await write('good.md', 'Good words.');
    await write('binary.md', Uint8Array.from([0x50, 0, 1, 2, 0xff]));
    await write('empty.md', '');
    await symlink('/etc/passwd', page('out.md'));
    await symlink('nowhere.md', page('broken.md'));
    const report = await ingest([page('')]);
    expect(report.added).toBe(1);
    expect(report.failed.map(({ input }) => path.basename(input)).toSorted()).toEqual(['binary.md', 'empty.md']);
    expect(report.skipped.reasons).toEqual({ 'a link out of the folder': 1, 'a link that leads nowhere': 1 });
    for (const { message, remedy } of report.failed) expect(message && remedy).toBeTruthy();
  });

  it('ends although a link leads back up', async () => {
    await write('a.md', 'Alpha.');
    await symlink('..', page('loop'));
    await symlink('.', page('again'));
    expect(await ingest([page('')])).toMatchObject({ added: 1 });
  });

  it('keeps two folders of one name apart', async () => {
    for (const parent of ['x', 'y']) {
      await mkdir(path.join(folder, parent, 'docs'), { recursive: true });
      await writeFile(path.join(folder, parent, 'docs', 'index.md'), `This is ${parent}.`);
    }
    await ingest([path.join(folder, 'x', 'docs')]);
    await ingest([path.join(folder, 'y', 'docs')]);
    expect((await ids()).length).toBe(2);
    await ingest([path.join(folder, 'x', 'docs'), path.join(folder, 'y', 'docs')], { source: 'both' });
    expect((await ids()).filter((id) => id.startsWith('both/'))).toEqual(['both/docs/index.md', 'both/index.md']);
  });

  it('says that a missing path and an empty folder hold nothing', async () => {
    const report = await ingest([page(''), path.join(folder, 'nowhere')]);
    expect(report.failed.map(({ code }) => code)).toEqual(['INPUT_NOT_FOUND', 'INPUT_NOT_FOUND']);
  });
});

describe('scopes', () => {
  it('come from the page, else from --scope, and changing --scope changes the pages', async () => {
    await write('own.md', '---\nscopes: [board]\n---\nBoard secrets.');
    await write('open.md', 'Team secrets.');
    await ingest([page('')], { scopes: ['team'] });
    expect(await find('secrets')).toEqual([]);
    expect(await find('secrets', ['board'])).toEqual(['pages/own.md']);
    expect(await find('secrets', ['team'])).toEqual(['pages/open.md']);
    expect(await ingest([page('')], { scopes: ['everyone'] })).toMatchObject({ updated: 2 });
    expect(await find('secrets')).toEqual(['pages/open.md']);
  });
});

describe('ingest of JSONL', () => {
  const rows = [
    { id: 'one', title: 'One', text: 'First text.' },
    { id: 2, title: 'Two', markdown: '# Two\n\nSecond text.' },
    { id: 'three', title: 'Three', html: '<p>Third text.</p>', scopes: ['board'] },
  ];

  it('keeps the ids of the rows, plain or compressed', async () => {
    await write('c.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await ingest([page('c.jsonl')])).toMatchObject({ source: 'c', added: 3, failed: [] });
    expect(await ids()).toEqual(['2', 'one', 'three']);
    expect(await find('third')).toEqual([]);
    await write('d.jsonl.gz', gzipSync(JSON.stringify({ id: 'four', text: 'Fourth.' })));
    expect(await ingest([page('d.jsonl.gz')])).toMatchObject({ source: 'd', added: 1 });
  });

  it('names the line that is broken, of no known form, or of an id used before; the rest is ingested', async () => {
    await write(
      'c.jsonl',
      [
        JSON.stringify(rows[0]),
        '{"id": "x", "text": ',
        '{"id": "y"}',
        JSON.stringify(rows[0]),
        '',
        JSON.stringify(rows[1]),
      ].join('\n'),
    );
    const report = await ingest([page('c.jsonl')]);
    expect(report.added).toBe(2);
    expect(report.failed.map(({ input }) => Number(input.split(':').at(-1)))).toEqual([2, 3, 4]);
  });

  it('names a file of rows of another kind once, not row by row', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `{"question": "What is ${i}?"}`);
    await write('q.jsonl', `${rows.join('\n')}\n{"id": "d", "text": "The one document among them."}\n`);
    const report = await ingest([page('q.jsonl')]);
    expect(report.added).toBe(1);
    expect(report.failed).toHaveLength(6);
    expect(report.failed.at(-1)).toMatchObject({
      input: page('q.jsonl'),
      message: expect.stringMatching(/^35 more rows/),
    });
  });

  it('keeps what came before the end of a damaged .gz, and says that it is damaged', async () => {
    const text = Array.from({ length: 4000 }, (_, i) =>
      JSON.stringify({ id: `r${i}`, text: `Row ${i} ${Math.sin(i)}` }),
    );
    const bytes = gzipSync(text.join('\n'));
    await write('c.jsonl.gz', bytes.subarray(0, bytes.length / 2));
    const report = await ingest([page('c.jsonl.gz')]);
    expect(report.added).toBeGreaterThan(100);
    expect(report.failed).toHaveLength(1);
    expect(report.failed[0]!.code).toBe('INPUT_UNREADABLE');
  });

  it('refuses an id that belongs to another source, instead of overwriting it', async () => {
    await write('c.jsonl', JSON.stringify(rows[0]));
    await write('d.jsonl', JSON.stringify({ ...rows[0], text: 'Other.' }));
    await ingest([page('c.jsonl')]);
    const report = await ingest([page('d.jsonl')]);
    expect(report).toMatchObject({ added: 0, failed: [{ code: 'BAD_INPUT' }] });
    expect(await find('first')).toEqual(['one']);
  });

  it('ingests triples, twice without a change', async () => {
    const triples = Array.from({ length: 2500 }, (_, i) => ({
      subject: `Disease_${i % 50}`,
      predicate: 'has_symptom',
      object: `Symptom ${i}`,
    }));
    await write('kg.jsonl', triples.map((row) => JSON.stringify(row)).join('\n'));
    expect(await ingest([page('kg.jsonl')])).toMatchObject({ added: 3, triples: 2500 });
    expect(await stores.graph.count()).toMatchObject({ triples: 2500, entities: 2550 });
    expect(await ingest([page('kg.jsonl')])).toMatchObject({ unchanged: 3, triples: 0 });
    const [triple] = await stores.graph.triplesOf(['disease 7'], 1, ['everyone']);
    expect(triple).toMatchObject({ subjectName: 'Disease 7', predicate: 'has symptom' });
  });

  it('gives triples about a restricted document its scopes, not the wider ones of their file', async () => {
    await write(
      'salaries.jsonl',
      JSON.stringify({ id: 'pay', title: 'Pay', text: 'Who earns what.', scopes: ['group:people'] }),
    );
    const rows = [
      { subject: 'Ada', predicate: 'earns', object: '90,000', document_id: 'pay' },
      { subject: 'Ada', predicate: 'works for', object: 'Norrfilm' },
    ];
    await write('kg.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    await ingest([page('salaries.jsonl'), page('kg.jsonl')]);
    const seen = async (scopes: string[]) =>
      (await stores.graph.triplesOf(['ada'], 10, scopes)).map(({ predicate }) => predicate).sort();
    expect(await seen(['everyone'])).toEqual(['works for']);
    expect(await seen(['everyone', 'group:people'])).toEqual(['earns', 'works for']);
  });

  it('states triples anew that came in before they followed their document, although their file is as it was', async () => {
    await write(
      'salaries.jsonl',
      JSON.stringify({ id: 'pay', title: 'Pay', text: 'Who earns what.', scopes: ['group:people'] }),
    );
    await write(
      'kg.jsonl',
      JSON.stringify({ subject: 'Ada', predicate: 'earns', object: '90,000', document_id: 'pay' }),
    );
    await ingest([page('salaries.jsonl'), page('kg.jsonl')]);
    // As in an older version: one document for all triples, which follows no other document.
    const stating = (await collect(stores.graph.knowledge())).find(({ triples }) => triples.length > 0)!;
    const { follows, ...document } = (await stores.documents.document(stating.documentId, ['group:people']))!;
    const older = { id: document.id.replace(/\/pay$/, ''), scopes: follows!.scopes };
    await stores.apply({
      put: [
        {
          document: { ...document, ...older, metadata: { triples: 1 } },
          passages: [],
          tables: [],
          knowledge: { ...stating, documentId: older.id, scopes: older.scopes },
        },
      ],
      delete: [document.id],
    });
    const everyoneSees = async () => (await stores.graph.triplesOf(['ada'], 10, ['everyone'])).length;
    expect(await stores.documents.countUnfollowedFacts(10)).toBe(1);
    expect(await everyoneSees()).toBe(1);
    await ingest([page('kg.jsonl')]);
    // What the file no longer comes to goes by sync alone.
    expect(await stores.documents.countUnfollowedFacts(10)).toBe(1);
    await sync([]);
    expect(await stores.documents.countUnfollowedFacts(10)).toBe(0);
    expect(await everyoneSees()).toBe(0);
  });
});

describe('sync', () => {
  it('adds, updates and deletes; a dry run only tells', async () => {
    await write('keep.md', 'Keep.');
    await write('change.md', 'Before.');
    await write('go.md', 'Going.');
    await ingest([page('')]);
    await write('change.md', 'After.');
    await write('new.md', 'New.');
    await rm(page('go.md'));
    const plan = { added: 1, updated: 1, unchanged: 1, deleted: 1 };
    expect(await sync([], { dryRun: true })).toMatchObject({
      ...plan,
      plan: [
        { id: 'pages/change.md', does: 'update' },
        { id: 'pages/new.md', does: 'add' },
        { id: 'pages/go.md', does: 'delete' },
      ],
    });
    expect(await find('going')).toEqual(['pages/go.md']);
    const done = await sync(['pages']);
    expect(done).toMatchObject(plan);
    expect(done.plan).toBeUndefined();
    expect(await ids()).toEqual(['pages/change.md', 'pages/keep.md', 'pages/new.md']);
    expect(await sync([])).toMatchObject({ added: 0, updated: 0, unchanged: 3, deleted: 0 });
  });

  it('deletes nothing when the folder is away, or a page cannot be read', async () => {
    await write('a.md', 'Alpha.');
    await ingest([page('')]);
    await rename(page(''), path.join(folder, 'elsewhere'));
    const report = await sync([]);
    expect(report.deleted).toBe(0);
    expect(report.failed).toHaveLength(1);
    await rename(path.join(folder, 'elsewhere'), page(''));
    await write('a.md', Uint8Array.from([65, 0, 0, 0]));
    expect(await sync([])).toMatchObject({ deleted: 0, failed: [{ code: 'INPUT_UNREADABLE' }] });
    expect(await find('alpha')).toEqual(['pages/a.md']);
  });

  it('names a source that is not there', async () => {
    await expect(sync(['nothing'])).rejects.toMatchObject({ code: 'UNKNOWN_SOURCE' });
  });
});

describe('forget', () => {
  it('removes a document or a source, with a receipt; a dry run only tells', async () => {
    await write('a.md', 'Alpha.');
    await write('b.md', 'Beta.');
    await ingest([page('')]);
    expect(await forget(stores, 'pages/a.md', { dryRun: true })).toMatchObject({
      kind: 'document',
      removed: { documents: 1 },
    });
    expect(await find('alpha')).toEqual(['pages/a.md']);
    expect(await forget(stores, 'pages/a.md')).toMatchObject({ removed: { documents: 1, passages: 1 } });
    expect(await find('alpha')).toEqual([]);
    expect(await forget(stores, 'pages')).toMatchObject({ kind: 'source', removed: { documents: 1 } });
    expect(await stores.documents.sources()).toEqual([]);
    await expect(forget(stores, 'pages')).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
  });
});

it('stops between two batches when cancelled, and goes on from there', async () => {
  await write(
    'c.jsonl',
    Array.from({ length: 3000 }, (_, i) => JSON.stringify({ id: `r${i}`, text: `Row ${i}` })).join('\n'),
  );
  const stop = new AbortController();
  await expect(
    ingest([page('c.jsonl')], { signal: stop.signal, onProgress: ({ done }) => done > 1500 && stop.abort() }),
  ).rejects.toMatchObject({ code: 'CANCELLED' });
  const kept = (await stores.documents.count()).documents;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(3000);
  expect(await ingest([page('c.jsonl')])).toMatchObject({ added: 3000 - kept, unchanged: kept });
});

it('does not bring a forgotten page back, until that is taken back', async () => {
  await write('a.md', '# A\n\nAlpha.');
  await write('b.md', '# B\n\nBeta.');
  await ingest([page('')]);
  await forget(stores, 'pages/a.md');
  const again = await sync([]);
  expect(again).toMatchObject({ added: 0, unchanged: 1, skipped: { total: 1 } });
  expect(again.skipped.files[0]).toMatchObject({ input: page('a.md'), reason: expect.stringContaining('forgotten') });
  await write('a.md', '# A\n\nAlpha, changed.');
  expect(await ingest([page('')])).toMatchObject({ added: 0, unchanged: 1 });
  expect(await find('alpha')).toEqual([]);
  expect(await unforget(stores, 'pages/a.md')).toBe('pages');
  expect(await sync([])).toMatchObject({ added: 1 });
  expect(await find('alpha')).toEqual(['pages/a.md']);
  await expect(unforget(stores, 'pages/a.md')).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
});

it('forgets a page also where the deletion itself was cut off by a crash', async () => {
  await write('a.md', '# A\n\nAlpha.');
  await write('b.md', '# B\n\nBeta.');
  await ingest([page('')]);
  const crashed = { ...stores, apply: () => Promise.reject(new Error('killed')) } as Stores;
  await expect(forget(crashed, 'pages/a.md')).rejects.toThrow('killed');
  expect(await sync([])).toMatchObject({ deleted: 1 });
  expect(await find('alpha')).toEqual([]);
});

it('does not try bytes again that could not be read, until they change or somebody asks for it', async () => {
  await write('a.md', '# A\n\nAlpha.');
  let tries = 0;
  let bytes = 'broken';
  const kind: SourceKind = {
    kind: 'upload',
    resolve: async (input) => (input === 'box:1' ? { location: input, sourceId: 'box' } : undefined),
    async *read() {
      yield {
        kind: 'page',
        input: 'box:1/x',
        id: 'box/x',
        hash: bytes,
        extract() {
          tries++;
          throw new ParleyError('INPUT_UNREADABLE', { message: 'It is damaged.', remedy: 'Replace it.' });
        },
      };
      yield {
        kind: 'page',
        input: 'box:1/y',
        id: 'box/y',
        hash: 'y',
        extract: () => extractText(Buffer.from('Words.')),
      };
    },
  };
  const own = createIngest({ settings: readSettings({}), stores, sourceKinds: [kind] });
  await own.ingest(['box:1']);
  expect(tries).toBe(1);
  expect(await own.sync([])).toMatchObject({ failed: [{ input: 'box:1/x', message: 'It is damaged.' }], unchanged: 1 });
  expect(await own.sync([])).toMatchObject({ failed: [{ input: 'box:1/x' }] });
  expect(tries).toBe(1);
  await own.sync([], { failed: true });
  expect(tries).toBe(2);
  bytes = 'other bytes';
  await own.sync([]);
  expect(tries).toBe(3);
});

it('tells how far it is, with the number of pages of a folder', async () => {
  for (const name of ['a.md', 'b.md', 'c.md']) await write(name, `# ${name}\n\nWords.`);
  const told: unknown[] = [];
  await ingest([page('')], { onProgress: ({ phase, done, total }) => told.push([phase, done, total]) });
  expect(told).toEqual([
    ['reading', 0, 3],
    ['reading', 1, 3],
    ['reading', 2, 3],
  ]);
});

it('remembers no source of which nothing could be read', async () => {
  await write('binary.md', Uint8Array.from([0x50, 0, 1, 2]));
  expect((await ingest([page('binary.md')])).failed).toHaveLength(1);
  expect(await stores.documents.sources()).toEqual([]);
});
