import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { passageIndexContract } from '../passage-index.contract.ts';
import type { PassageAnalysis } from '../passage-index.ts';
import { openEmbedded } from './index.ts';

passageIndexContract(async () => {
  const stores = openEmbedded(':memory:');
  return { index: stores.passageIndex!, close: () => stores.close() };
});

it('serves rows that were written with named fields, and takes them out of their lists again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-index-'));
  const file = join(folder, 'parley.db');
  const stores = openEmbedded(file);
  await stores.passageIndex!.put([analysis('old'), analysis('new')]);
  const db = new Sqlite(file);
  const { stems, titles, titleParts, places, fields, scopes, ...record } = analysis('old');
  db.prepare("UPDATE index_passages SET record = ?, lists = ? WHERE document_id = 'old'").run(
    JSON.stringify(record),
    JSON.stringify({ stem: ['cat'], entity: ['tom'], title: titles, 'title-part': titleParts, place: places }),
  );
  db.close();
  const index = stores.passageIndex!;
  const ids = await index.numbersOf(['old#0', 'new#0'], ['everyone']);
  const [old, fresh] = await index.passages([...ids.values()], ['everyone']);
  expect({ ...old, number: 0 }).toEqual({ ...fresh, number: 0, passageId: 'old#0', documentId: 'old' });
  await index.deleteDocuments(['old']);
  for (const [kind, key] of [
    ['stem', 'cat'],
    ['entity', 'tom'],
    ['title', 'felines'],
  ] as const)
    expect((await index.lists(kind, [key], ['everyone']))[0]!.total, kind).toBe(1);
  await stores.close();
  rmSync(folder, { recursive: true });
});

const analysis = (documentId: string): PassageAnalysis => ({
  passageId: `${documentId}#0`,
  documentId,
  scopes: ['everyone'],
  title: 'Felines',
  length: 1,
  sentenceLengths: [1],
  titleLength: 0,
  stems: [{ key: 'cat', count: 1, inTitle: false, sentences: 1 }],
  names: [
    { key: 'tom', name: 'Tom', wide: false, count: 2, inTitle: true, sentences: 1 },
    { key: 'tom and co', name: "Tom and Co's", wide: true, count: 1, inTitle: false, sentences: 512 },
  ],
  titles: ['felines'],
  titleParts: [],
  places: [documentId],
  fields: ['type:page'],
  links: [],
});
