import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { lacks } from '../../bench/bench.ts';
import { createFetcher } from '../fetch/fetch.ts';
import { type Outcome, preview } from '../preview/preview.ts';

export const about =
  'files of other projects, given a folder: how many of each kind are read, refused or passed over, beside another reader';

/** Results for a file. `unsaid`, a file that no outcome names, must stay 0. */
const FATES = ['read', 'empty', 'refused', 'passed over', 'unsaid'] as const;
type Fate = (typeof FATES)[number];

/** Commands of other projects' readers by extension; they print text. */
const OTHERS: Readonly<Record<string, (file: string) => [string, ...string[]]>> = {
  pdf: (file) => ['pdftotext', '-layout', file, '-'],
  doc: (file) => ['catdoc', '-w', '-d', 'utf-8', file],
  xls: (file) => ['xls2csv', '-d', 'utf-8', file],
  ppt: (file) => ['catppt', '-d', 'utf-8', file],
  docx: (file) => pandoc('docx', file),
  odt: (file) => pandoc('odt', file),
  rtf: (file) => pandoc('rtf', file),
  rst: (file) => pandoc('rst', file),
  org: (file) => pandoc('org', file),
  ipynb: (file) => pandoc('ipynb', file),
  epub: (file) => pandoc('epub', file),
};
const pandoc = (from: string, file: string): [string, ...string[]] => [
  'pandoc',
  '-f',
  from,
  '-t',
  'plain',
  '--wrap=none',
  file,
];

/**
 * Options: a folder; `--names` prints what became of each file; `--beside` reads each kind with another project's reader too
 * (pandoc, pdftotext, catdoc, where they are installed) and names the files in which under 90 % of its words are kept;
 * `--ocr` reads the text in pictures and scans.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const [folder] = options.filter((option) => !option.startsWith('--'));
  if (folder === undefined || !existsSync(folder)) return lacks('a folder of files to read');
  const fates = new Map<string, Fate>();
  const ocr = options.includes('--ocr') ? { languages: 'eng' } : undefined;
  const fetcher = createFetcher({});
  const kept: number[] = [];
  for await (const outcome of preview([folder], { pages: fetcher, ocr })) {
    const { file, fate, said } = tell(outcome, folder);
    // The rows of a file count as one file.
    if (fates.has(file)) continue;
    fates.set(file, fate);
    if (options.includes('--names')) console.log(`${fate}: ${path.relative(folder, file)}${said && ` (${said})`}`);
    if (!('row' in outcome) || !options.includes('--beside')) continue;
    const share = await keptShare(file, outcome.row.text);
    if (share === undefined) continue;
    kept.push(share);
    if (share < 0.9) console.log(`keeps ${Math.round(share * 100)} % of the words: ${path.relative(folder, file)}`);
  }
  await fetcher.close();
  print(filesOf(folder), fates);
  if (kept.length > 0)
    console.log(
      `\n${kept.length} files beside another reader: ${kept.filter((share) => share >= 0.9).length} keep at least 90 % of its words`,
    );
};

const tell = (outcome: Outcome, folder: string): { file: string; fate: Fate; said: string } => {
  if ('row' in outcome) {
    const { input, text, metadata } = outcome.row;
    // The rows of JSONL are called FILE:LINE.
    const file = input.replace(/(\.jsonl(?:\.gz)?):\d+$/, '$1');
    return { file, fate: text.trim() === '' ? 'empty' : 'read', said: (metadata.notices ?? []).join(' ') };
  }
  if ('skipped' in outcome) return { file: outcome.skipped.input, fate: 'passed over', said: outcome.skipped.reason };
  const { input, code, message } = outcome.failure;
  return { file: input === folder ? folder : input, fate: 'refused', said: `${code}: ${message}` };
};

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));

const print = (files: readonly string[], fates: ReadonlyMap<string, Fate>): void => {
  const kinds = new Map<string, Record<Fate, number>>();
  const none = () => ({ read: 0, empty: 0, refused: 0, 'passed over': 0, unsaid: 0 });
  const all = none();
  for (const file of files) {
    const kind = path.extname(file).slice(1).toLowerCase() || '(no ending)';
    const counts = kinds.get(kind) ?? none();
    kinds.set(kind, counts);
    const fate = fates.get(file) ?? folderFate(file, fates);
    counts[fate]++;
    all[fate]++;
  }
  console.log(`kind           files${FATES.map((fate) => fate.padStart(13)).join('')}`);
  const line = (kind: string, counts: Record<Fate, number>) => {
    const sum = FATES.reduce((total, fate) => total + counts[fate], 0);
    console.log(
      kind.padEnd(14) + String(sum).padStart(6) + FATES.map((fate) => String(counts[fate]).padStart(13)).join(''),
    );
  };
  for (const [kind, counts] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) line(kind, counts);
  line(`${kinds.size} kinds`, all);
};

/** The result for a file in a folder that was skipped or refused as a whole. */
const folderFate = (file: string, fates: ReadonlyMap<string, Fate>): Fate => {
  for (let above = path.dirname(file); above !== path.dirname(above); above = path.dirname(above)) {
    const fate = fates.get(above);
    if (fate !== undefined) return fate;
  }
  return 'unsaid';
};

/** Share of the other reader's words that a text contains; undefined if there is no other reader or it prints nothing. */
const keptShare = async (file: string, text: string): Promise<number | undefined> => {
  const command = OTHERS[path.extname(file).slice(1).toLowerCase()]?.(file);
  if (command === undefined) return undefined;
  const [program, ...args] = command;
  const other = await new Promise<string>((done) =>
    execFile(program, args, { timeout: 60_000, maxBuffer: 1e8, encoding: 'utf8' }, (error, out) =>
      done(error ? '' : out),
    ),
  );
  const words = wordsOf(other);
  if (words.length < 5) return undefined;
  const own = new Map<string, number>();
  for (const word of wordsOf(text)) own.set(word, (own.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of words) {
    const left = own.get(word) ?? 0;
    if (left === 0) continue;
    own.set(word, left - 1);
    kept++;
  }
  return kept / words.length;
};

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
