import { afterEach, expect, it, vi } from 'vitest';
import { failureLine, ingestProgress, noticeLines, skippedLines } from './ingest-output.ts';

afterEach(() => vi.restoreAllMocks());

it('writes progress as a line every ten seconds where there is no terminal: phase, count of total, rate and time left', () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  let clock = 0;
  const progress = ingestProgress(() => clock);
  for (let done = 0; done <= 300; done += 10) {
    clock = done * 100;
    progress.show({ phase: 'reading', done, total: 1200, input: 'guide/setup.md' });
  }
  clock = 60_000;
  progress.show({ phase: 'encoding', done: 300, total: 1200, input: 'Setup' });
  expect(lines).toEqual([
    'parley: Reading 100 of 1200 pages, 10 a second, 2 min left: guide/setup.md\n',
    'parley: Reading 200 of 1200 pages, 10 a second, 2 min left: guide/setup.md\n',
    'parley: Reading 300 of 1200 pages, 10 a second, 2 min left: guide/setup.md\n',
    'parley: Encoding 300 of 1200 pages, 5.0 a second, 3 min left: Setup\n',
  ]);
});

it('says one page where it is one', () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  let clock = 0;
  const progress = ingestProgress(() => clock);
  clock = 10_000;
  progress.show({ phase: 'reading', done: 1, input: 'guide/setup.md' });
  expect(lines).toEqual(['parley: Reading 1 page, 0.1 a second: guide/setup.md\n']);
});

it('names what was passed over by its reason, and says where the rest stands', () => {
  const files = Array.from({ length: 7 }, (_, n) => ({ input: `${n}.png`, reason: 'Parley does not read .png files' }));
  const skipped = {
    total: 8,
    reasons: { 'Parley does not read .png files': 7, hidden: 1 },
    files: [...files, { input: '.env', reason: 'hidden' }],
  };
  expect(skippedLines(skipped, 'docs')).toEqual([
    '  passed over: 7 (Parley does not read .png files): 0.png, 1.png, 2.png, 3.png, 4.png, 5.png, 6.png',
    '  passed over: 1 (hidden): .env',
  ]);
  expect(skippedLines(skipped, 'docs', 5)).toEqual([
    '  passed over: 7 (Parley does not read .png files): 0.png, 1.png, 2.png, 3.png, 4.png, 2 more',
    '  passed over: 1 (hidden): .env',
    '  `parley sources docs` names them all',
  ]);
});

it('names what was left out of pages, and how many notes there are besides', () => {
  const first = Array.from({ length: 30 }, (_, n) => ({
    input: `${n}.xlsx`,
    notice: 'The hidden sheet "B" was left out.',
  }));
  const lines = noticeLines({ total: 130, first });
  expect(lines[0]).toBe('  note: 0.xlsx: The hidden sheet "B" was left out.');
  expect(lines.at(-1)).toMatch(/^ {2}110 more notes/);
  expect(lines).toHaveLength(21);
  expect(noticeLines()).toEqual([]);
});

it.each([
  [
    'https://a.example/',
    'https://a.example/ was not fetched: it is a local address.',
    'https://a.example/ was not fetched: it is a local address.',
  ],
  ['./hand book', 'There is no file or folder at ./hand book.', 'There is no file or folder at ./hand book.'],
  ['a.docx', 'The Word file is damaged.', 'a.docx: The Word file is damaged.'],
  ['a', 'a.docx was moved.', 'a: a.docx was moved.'],
])('names the input %s once beside its failure', (input, message, line) => {
  expect(failureLine(input, message)).toBe(line);
});
