import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { openParley } from './open.ts';
import { readOtherwiseLine } from './read-otherwise.ts';

it('says which pages an earlier version read, until they are read anew', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-older-'));
  await writeFile(path.join(folder, 'tea.md'), '# Tea\n\nTea is at four.');
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data') });
  const parley = await openParley({ settings, log: silentLog });
  const line = () => readOtherwiseLine(parley.stores, 'npx parley');
  try {
    expect(await line()).toBeUndefined();
    await parley.ingest([path.join(folder, 'tea.md')], { source: 'kitchen' });
    expect(await line()).toBeUndefined();
    // As the versions before left it: they noted nothing of how they read.
    const [{ documents, passages, ...source } = expect.fail('no source')] = await parley.stores.documents.sources();
    await parley.stores.documents.putSource({ ...source, options: { ...source.options, pipeline: undefined } });
    expect(await line()).toBe(
      'An earlier Parley read kitchen (1 page). The next sync reads them anew, and they serve as they are until then; `npx parley sync` does it now.',
    );
    await parley.sync([]);
    expect(await line()).toBeUndefined();
  } finally {
    await parley.close();
  }
});
