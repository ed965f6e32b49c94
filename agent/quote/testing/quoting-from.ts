import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { openParley } from '../../../runtime/open.ts';
import type { Parley } from '../../../runtime/parley.ts';
import type { EarlierTurn } from '../reading/follow-up.ts';

/**
 * Ingests files before a test file's tests, and deletes them after.
 * @param files texts by their path in the folder
 * @returns a function that answers a question, after earlier ones, with quotes of these files
 */
export const quotingFrom = (files: Readonly<Record<string, string>>) => {
  let folder: string;
  let parley: Parley;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-quote-'));
    const pages = path.join(folder, 'pages');
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(pages, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
    await parley.ingest([pages]);
  });
  afterAll(async () => {
    await parley?.close();
  });
  return (text: string, history: readonly EarlierTurn[] = []) =>
    parley.agent.answer({ text, history: [...history], scopes: ['everyone'], strategy: 'quote' });
};
