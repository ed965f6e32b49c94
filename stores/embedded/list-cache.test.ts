import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PassageAnalysis } from '../passage-index.ts';
import { openEmbedded } from './index.ts';

/** One passage per scope, so that each is in a separate block. */
const analysis = (scope: string): PassageAnalysis => ({
  passageId: `${scope}#0`,
  documentId: scope,
  scopes: [scope],
  title: '',
  length: 1,
  sentenceLengths: [1],
  titleLength: 0,
  stems: [{ key: 'hub', count: 1, inTitle: false, sentences: 1 }],
  names: [],
  titles: [],
  titleParts: [],
  places: [],
  fields: [],
  links: [],
});

it('are right after every change, also one of another process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-lists-'));
  const [asking, writing] = [openEmbedded(join(folder, 'parley.db')), openEmbedded(join(folder, 'parley.db'))];
  try {
    const scopes = Array.from({ length: 12 }, (_, i) => `scope-${i}`);
    const read = async (seen = scopes, limit = 5) => {
      const [list] = await asking.passageIndex!.lists('stem', ['hub'], seen, limit);
      return `${list!.passages.length}/${list!.total}`;
    };
    await writing.passageIndex!.put(scopes.map(analysis));
    expect([await read(), await read(), await read(scopes, 12)]).toEqual(['0/12', '0/12', '12/12']);
    // Cached lengths must not be used for other scopes.
    expect([await read(scopes.slice(0, 3)), await read(scopes.slice(0, 3))]).toEqual(['3/3', '3/3']);
    // A list that was too long for one reader is not too long for another.
    expect([await read(scopes, 12), await read(scopes, 12), await read()]).toEqual(['12/12', '12/12', '0/12']);
    await writing.passageIndex!.deleteDocuments(scopes.slice(10));
    expect(await read()).toBe('0/10');
    await writing.passageIndex!.deleteDocuments(scopes.slice(4));
    expect(await read()).toBe('4/4');
    // The same number of passages, and others of them.
    await writing.passageIndex!.deleteDocuments(scopes.slice(3));
    await writing.passageIndex!.put([analysis('scope-11')]);
    const numbers = async () => (await asking.passageIndex!.lists('stem', ['hub'], scopes, 5))[0]!.passages;
    const [found] = await asking.passageIndex!.lists('stem', ['hub'], scopes);
    expect(await numbers()).toEqual(found!.passages);
    expect(await numbers()).toEqual(found!.passages);
    await asking.passageIndex!.put(scopes.map(analysis));
    expect(await read()).toBe('0/12');
  } finally {
    await asking.close();
    await writing.close();
    rmSync(folder, { recursive: true });
  }
});
