import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetcher } from '../fetch/fetch.ts';
import { type Outcome, preview } from './preview.ts';

let folder: string;
const pages = createFetcher();
const html = (n: number) =>
  `<html lang="en"><title>Page ${n}</title><body><h1>Page ${n}</h1><p>Words of page ${n}.</p></body></html>`;
const all = async (...inputs: string[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for await (const outcome of preview(inputs, { pages })) outcomes.push(outcome);
  return outcomes;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-preview-'));
  for (let n = 10; n < 40; n++) writeFileSync(join(folder, `${n}.html.gz`), gzipSync(html(n)));
  writeFileSync(join(folder, '50.v2.md'), '---\ntitle: Leave\n---\n\n| A | B |\n| - | - |\n| 1 | 2 |\n');
  writeFileSync(join(folder, '55.md'), 'no\0text');
  writeFileSync(join(folder, '60.pdf'), 'no PDF');
  writeFileSync(join(folder, '70.jsonl'), '{"id": "r1", "title": "Row", "text": "one"}\nnot json\n');
});

afterAll(async () => {
  await pages.close();
});

describe('preview', () => {
  it('reads several files of a folder at once, in order, with failures named', async () => {
    const outcomes = await all(folder);
    const rows = outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));
    expect(rows.map(({ id }) => id)).toEqual([...Array.from({ length: 30 }, (_, i) => String(i + 10)), '50', 'r1']);
    expect(rows[7]).toMatchObject({
      input: join(folder, '17.html.gz'),
      title: 'Page 17',
      text: 'Page 17\nWords of page 17.',
      metadata: { language: 'en' },
    });
    expect(rows[30]).toMatchObject({
      title: 'Leave',
      tables: [{ caption: '', markdown: '| A | B |\n| - | - |\n| 1 | 2 |' }],
    });
    const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome.failure] : []));
    expect(failures.map(({ input, code }) => [input, code])).toEqual([
      [join(folder, '55.md'), 'INPUT_UNREADABLE'],
      [join(folder, '60.pdf'), 'INPUT_UNREADABLE'],
      [`${join(folder, '70.jsonl')}:2`, 'BAD_INPUT'],
    ]);
  });

  it('passes over what ingest does: a page of a folder that only leads to another', async () => {
    const moved = join(folder, '80.html');
    writeFileSync(
      moved,
      '<meta http-equiv="refresh" content="0; url=10.html"><title>Moved</title><a href="10.html">On</a>',
    );
    expect(await all(folder)).toContainEqual({
      skipped: { input: moved, reason: 'a page that only leads to another' },
    });
    expect(await all(moved)).toMatchObject([{ row: { title: 'Moved' } }]);
    rmSync(moved);
  });

  it('reads single files as a folder does', async () => {
    const [fromFolder] = await all(folder);
    expect(await all(join(folder, '10.html.gz'))).toEqual([fromFolder]);
  });
});
