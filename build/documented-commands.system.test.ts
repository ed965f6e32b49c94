import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../cli/testing/run-command.ts';
import { documentedBlocks } from './testing/documented-blocks.ts';

const root = path.dirname(import.meta.dirname);

describe('every command', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-documents-'));
  beforeAll(() => {
    // What the pages' readers have at hand: a folder of pages, a corpus, questions.
    cpSync(path.join(root, 'samples/handbook'), path.join(folder, 'handbook'), { recursive: true });
    cpSync(path.join(root, 'samples'), path.join(folder, 'samples'), { recursive: true });
    cpSync(path.join(root, 'samples/questions.jsonl'), path.join(folder, 'questions.jsonl'));
    const row = '{"id": "a", "title": "Lunch", "text": "Lunch is at noon."}\n';
    writeFileSync(path.join(folder, 'corpus.jsonl.gz'), gzipSync(row));
    writeFileSync(path.join(folder, 'access.yaml'), 'sources:\n  handbook: everyone\n');
    // By a process, as a reader types it; the commands below run in this one.
    execFileSync(process.execPath, [path.join(root, 'cli/main.ts'), 'ingest', './handbook', '--data', './prepared'], {
      cwd: folder,
      stdio: 'pipe',
      // Into a file, also where servers are set.
      env: { PATH: process.env.PATH, HOME: folder },
    });
  });

  const commands = documentedBlocks()
    .filter(({ language, needs }) => language === 'sh' && needs === undefined)
    .flatMap(({ page, line, code }) =>
      code
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .map((text) => text.replace(/(^|\s)#\s.*$/, '').trim())
        .filter((text) => text !== '')
        .map((text) => ({ page, at: `${page}:${line}`, text })),
    );

  it('is one that the test below runs, or stands in a block that says what it needs', () => {
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter(({ text }) => asParley(text) === undefined && !NOT_RUN.test(text))).toEqual([]);
  });

  // One after the other, as a reader of the page types them, in a data folder of the page's own that has the handbook.
  it.each(commands.filter(({ text }) => asParley(text)))('$at: $text', async ({ page, text }) => {
    const typed = asParley(text) ?? '';
    const data = path.join(folder, `data-${page.replaceAll('/', '-')}`);
    if (!existsSync(data)) cpSync(path.join(folder, 'prepared'), data, { recursive: true });
    const env = {
      HOME: folder,
      PARLEY_DATA: data,
      ...(page === 'docs/access.md' && { PARLEY_ACCESS: './access.yaml' }),
    };
    const { status, stderr } = await runCommand(wordsOf(typed), { cwd: folder, env });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error:')]);
  });
});

it('prints what the page of sources shows of an ingest, apart from the seconds', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-transcript-'));
  const shown = documentedBlocks().find(({ page, code }) => page === 'docs/sources.md' && code.startsWith('$ '));
  const [typed = '', ...printed] = shown?.code.trimEnd().split('\n') ?? [];
  const pages = path.join(folder, 'hb');
  cpSync(path.join(root, 'samples/handbook'), pages, { recursive: true });
  mkdirSync(path.join(pages, 'img'));
  for (const name of ['logo', 'team']) writeFileSync(path.join(pages, 'img', `${name}.png`), name);
  writeFileSync(path.join(pages, '.editorconfig'), 'root = true\n');
  symlinkSync('/etc', path.join(pages, 'etc'));
  const { stdout } = await runCommand(wordsOf(asParley(typed.slice(2)) ?? ''), {
    cwd: folder,
    env: { HOME: folder, PARLEY_DATA: path.join(folder, 'data') },
  });
  const withoutTime = (text: string) => text.replace(/\d+\.\d s$/m, 'N s').trimEnd();
  expect(withoutTime(stdout)).toBe(withoutTime(printed.join('\n')));
});

describe('a bench without its data', () => {
  it.each(['graph', 'retrieval', 'multi-step', 'rok', 'sentences', 'extract', 'ingest'])(
    '%s says what it needs in one line, and exits 2',
    async (name) => {
      const { code, printed } = await new Promise<{ code: unknown; printed: string }>((resolve) => {
        const env = { PATH: process.env.PATH, PARLEY_SHARED: '/nowhere' };
        execFile(process.execPath, ['bench/main.ts', name], { cwd: root, env }, (error, stdout, stderr) =>
          resolve({ code: error?.code ?? 0, printed: `${stdout}${stderr}` }),
        );
      });
      expect([code, printed]).toEqual([2, expect.stringMatching(/^This bench needs [^\n]+\n$/)]);
    },
  );
});

/** Scripts of a clone that other tests and CI run. */
const NOT_RUN =
  /^npm (?:ci|test|start|run (?:check|test:(?:busy|system|all)|evals|bench|build|draw|screenshot|tables|format)\b.*)$/;

/** What is typed after `parley` in a documented command, or undefined for another program. */
function asParley(text: string): string | undefined {
  return /^(?:npm run -s parley -- |parley )(.*)$/.exec(text)?.[1];
}

/** The words that a shell makes of what is typed. @throws Error for a pipe or a second command, which need the shell itself */
function wordsOf(typed: string): string[] {
  if (/[|&;<>]/.test(typed.replace(/'[^']*'|"[^"]*"/g, ''))) throw new Error(`not one command: ${typed}`);
  return execFileSync('sh', ['-c', `printf '%s\\0' ${typed}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}
