import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExtractedPage } from '../../extract/page.ts';
import { type Outcome, preview } from '../../preview/preview.ts';
import { readerFor } from '../../sandbox/index.ts';
import { readInPieces } from '../../sandbox/read-in-pieces.ts';
import { assertRecognition } from './recognise.ts';
import type { RecognisedText } from './recognised.ts';
import { scan, sign } from './testing/pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-ocr-'));
});

const english = { languages: 'eng' };
/** Recognition takes seconds of a busy machine. */
const SLOW = 120_000;

describe('text in pictures', () => {
  it('is read where it is asked for, with how sure it is', { timeout: SLOW }, async () => {
    expect(readerFor({ name: 'sign.png' })).toBeUndefined();
    const page = await readerFor({ name: 'sign.png' }, english)?.(sign);
    expect(page?.markdown).toBe('The boiler room key hangs in locker twelve, next to the first aid kit.');
    expect(page?.metadata.recognised).toMatchObject({ pages: 1 });
    expect(page?.metadata.recognised?.confidence).toBeGreaterThan(80);
  });

  it('is read of each scanned page of a PDF, and said', { timeout: SLOW }, async () => {
    const page = await readerFor({ name: 'scan.pdf' }, english)?.(scan);
    expect(page?.text).toContain('The boiler room key hangs in locker twelve, next to the first aid kit.');
    expect(page?.text).toContain('Ask Priya for a second key.');
    expect(page?.metadata.recognised?.pages).toBe(2);
    expect(page?.metadata.notices?.join()).toMatch(/2 of its pages was recognised from pictures \(\d\d % sure\)/);
  });

  it('is not read by default: the refusal names the option', async () => {
    await expect(readerFor({ name: 'scan.pdf' })?.(scan)).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      remedy: expect.stringContaining('--ocr'),
    });
  });

  it('names the package of a language that is not installed', () => {
    expect(() => assertRecognition('eng+deu')).toThrow(/not installed/);
    try {
      assertRecognition('deu');
    } catch (error) {
      expect(error).toMatchObject({ remedy: expect.stringMatching(/npm install .*@tesseract\.js-data\/deu@1/) });
    }
    expect(() => assertRecognition('../x')).toThrow(/names no languages/);
  });

  it('makes pictures of a folder pages; without it they are passed over by name', { timeout: SLOW }, async () => {
    await writeFile(path.join(folder, 'sign.png'), sign);
    const outcomes = async (ocr?: { languages: string }) => {
      const found: Outcome[] = [];
      for await (const outcome of preview([folder], { pages: { fetch: () => Promise.reject() } as never, ocr }))
        found.push(outcome);
      return found;
    };
    expect(await outcomes()).toMatchObject([{ skipped: { reason: expect.stringContaining('--ocr') } }]);
    expect(await outcomes(english)).toMatchObject([{ row: { text: expect.stringContaining('locker twelve') } }]);
  });
});

describe('a long scan', () => {
  const done: ExtractedPage = { title: '', text: 'all', markdown: 'all', tables: [], links: [], metadata: {} };
  const page = (n: number): RecognisedText => ({ text: `page ${n}`, confidence: 90 });

  it('goes on where a stopped run was, and keeps nothing once it is read', async () => {
    const kept = path.join(folder, 'scans');
    const stop = new AbortController();
    const asked: (string[] | undefined)[] = [];
    const read = async ({ done: before }: { done?: object }) => {
      const pages = Object.keys(before ?? {});
      asked.push(pages);
      if (pages.length === 2) return done;
      stop.abort();
      return { ...done, unfinished: { ...before, [pages.length + 1]: page(pages.length + 1) } };
    };
    const options = { languages: 'eng', folder: kept };
    await expect(readInPieces(scan, { ...options, signal: stop.signal }, read)).rejects.toMatchObject({
      code: 'CANCELLED',
      message: expect.stringContaining('1 recognised page'),
    });
    expect(await readdir(kept)).toHaveLength(1);
    expect((await readInPieces(scan, options, read)).text).toBe('all');
    expect(asked).toEqual([[], ['1'], ['1', '2']]);
    expect(await readdir(kept)).toEqual([]);
  });
});
