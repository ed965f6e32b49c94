import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { formatOf } from '../formats/detect.ts';
import { report } from '../formats/testing/pdf-files.ts';
import { PARSERS, readerFor } from './index.ts';
import { createParserPool, type ParserPoolOptions } from './pool.ts';
import { sandboxOptions } from './spawn.ts';
import { mutant } from './testing/mutants.ts';
import { epubBook, originals, wordDocument, wordParagraph } from './testing/originals.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-sandbox-'));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
/** @param undamaged the bytes by which the file's format is told where its name does not */
const read = async (name: string, bytes: Uint8Array, undamaged = bytes) => {
  const reader = readerFor({ name, bytes: undamaged });
  if (reader === undefined) throw new Error(`Nothing reads ${name}.`);
  return reader(bytes);
};
const outcome = (name: string, bytes: Uint8Array, undamaged?: Uint8Array): Promise<string> =>
  read(name, bytes, undamaged).then(
    () => 'read',
    (error: { code: string }) => error.code,
  );
const csv = (rows: number) =>
  bytesOf(`id,name,sum\n${Array.from({ length: rows }, (_, i) => `${i},Person ${i},${i / 100}`).join('\n')}`);

describe('a parser process', () => {
  it.each([
    ['reads other files', `fs.readFileSync(${JSON.stringify(path.join(folder, 'secret'))})`],
    ['reads the environment of its parent', `if (process.env.PARLEY_TEST_SECRET) done()`],
    ['writes files', `fs.writeFileSync(${JSON.stringify(path.join(folder, 'written'))}, 'x')`],
    ['starts programs', `require('node:child_process').execFileSync('true')`],
    ['starts threads', `new (require('node:worker_threads').Worker)('1', { eval: true })`],
    ['loads native code', `process.dlopen({ exports: {} }, '/lib/x.node')`],
    ['makes code of strings', `new Function('return 1')()`],
  ])('never %s', async (_, code) => {
    writeFileSync(path.join(folder, 'secret'), 'secret');
    const script = `const fs = require('node:fs'); const done = () => console.log('done'); try { ${code}; ${code.includes('done()') ? '' : 'done();'} } catch (error) { console.log(error.code ?? error.name) }`;
    const { stdout } = await promisify(execFile)(process.execPath, [...sandboxOptions(), '-e', script], { env: {} });
    expect(stdout.trim()).not.toContain('done');
  });

  it.skipIf(Number(process.versions.node.split('.')[0]) < 25)('never reaches the network', async () => {
    const script = `require('node:net').connect(9, '127.0.0.1').on('error', (error) => console.log(error.code))`;
    const { stdout } = await promisify(execFile)(process.execPath, [...sandboxOptions(), '-e', script], { env: {} });
    expect(stdout.trim()).toBe('ERR_ACCESS_DENIED');
  });

  it('ends with a parent that is killed, in the middle of a read too', async () => {
    const file = path.join(folder, 'large.csv');
    writeFileSync(file, csv(200_000));
    const program = `
      import { readFileSync } from 'node:fs';
      import { createParserPool } from ${JSON.stringify(path.join(import.meta.dirname, 'pool.ts'))};
      const pool = createParserPool({ size: 1 });
      void pool.read({ format: { name: 'csv', packed: false }, context: {} }, readFileSync(${JSON.stringify(file)}));
      console.log(pool.pids.join());
    `;
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pids] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(pids.toString());
    const isAlive = () => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    expect(isAlive()).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(isAlive).toBe(false);
  });

  it('reads on after it was closed, in a program that does nothing else', async () => {
    const program = `
      import { createParserPool } from ${JSON.stringify(path.join(import.meta.dirname, 'pool.ts'))};
      const pool = createParserPool({ size: 1 });
      const read = () => pool.read({ format: { name: 'csv', packed: false }, context: {} }, Buffer.from('a,b\\n1,2'));
      await read();
      pool.close();
      const { page } = await read();
      console.log(page.tables.length);
      pool.close();
    `;
    const reader = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    reader.stdout.on('data', (text: Buffer) => {
      printed += text.toString();
    });
    const [code] = (await once(reader, 'exit')) as [number];
    expect([code, printed.trim()]).toEqual([0, '1']);
  });

  it.each<[string, ParserPoolOptions['limits']]>([
    ['PARSER_TIMEOUT', { cpuSeconds: 0, cpuSecondsPerMegabyte: 0 }],
    ['PARSER_MEMORY', { memoryBytes: 10_000_000 }],
    ['OUTPUT_TOO_LARGE', { outputBytes: 1_000_000 }],
  ])('is given up with %s, and the next file is read', async (code, limits) => {
    const pool = createParserPool({ size: 1, limits });
    const large = pool.read({ format: { name: 'csv', packed: false }, context: {} }, csv(60_000));
    const small = pool.read({ format: { name: 'csv', packed: false }, context: {} }, csv(3));
    await expect(large).rejects.toMatchObject({ code });
    // A bound of zero catches every read that is watched; a short one ends before it is looked at.
    if (code === 'OUTPUT_TOO_LARGE') expect((await small).page.tables).toHaveLength(1);
    else await small.catch(() => {});
    pool.close();
  });

  it('leaves the caller free while it reads', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await read('a.csv', csv(60_000));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it('gives the same page as the reader in this process', async () => {
    const { readerOf } = await import('../formats/index.ts');
    for (const [name, bytes] of Object.entries(originals())) {
      const format = formatOf({ name, bytes });
      // Vitest gives another default export of the CommonJS library that reads these than Node does.
      if (format?.name === 'msg') continue;
      const here = format && (await readerOf(format)(bytes));
      expect(await read(name, bytes)).toEqual(here);
    }
  });
});

describe('files made to be slow or large', () => {
  it('a damaged PDF whose library fails after the read does not end the process', async () => {
    for (const seed of [89, 499, 2017, 2239]) await outcome('a.pdf', mutant(report, seed));
    expect(await outcome('a.pdf', report)).toBe('read');
  });

  it('a Word document of nested tags is refused', async () => {
    const nested = (times: number) => wordDocument(`${'<w:p>'.repeat(times)}${'</w:p>'.repeat(times)}`);
    expect(await outcome('a.docx', nested(50_000))).toBe('INPUT_UNREADABLE');
  });

  it('a Word document of 400,000 paragraphs is refused with a reason, and the next file is read', async () => {
    const long = wordDocument(wordParagraph('Words.').repeat(400_000));
    await expect(read('a.docx', long)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:PARSER_TIMEOUT|PARSER_MEMORY|OUTPUT_TOO_LARGE)$/),
      message: expect.stringContaining('Reading the file took more than'),
    });
    expect(await outcome('a.docx', wordDocument(wordParagraph('Words.')))).toBe('read');
  });

  it('a short page is not read here when its front matter is long', async () => {
    const usedHere = async (front: string) => {
      const from = process.cpuUsage();
      await outcome('a.md', bytesOf(`---\n${front}\n---\n# Leave\n\nText.`));
      const { user } = process.cpuUsage(from);
      return user / 1000;
    };
    const long = Array.from({ length: 3_200 }, (_, at) => `${at.toString(36)}:`).join('\n');
    const used: number[] = [];
    for (let time = 0; time < 3; time++) used.push(await usedHere(long));
    // 300 ms each time when it was read here; once it may be as much for what else this process does.
    expect(Math.min(...used)).toBeLessThan(100);
  });

  it('a small packed file that unpacks to much is refused', async () => {
    expect(await outcome('a.txt.gz', gzipSync(new Uint8Array(60_000_000)))).toBe('INPUT_TOO_LARGE');
  });

  it('a chapter that a book lists many times is read once', async () => {
    const page = await read('a.epub', epubBook(20_000));
    expect(page.markdown.match(/# Tides/g)).toHaveLength(1);
  });

  it('many links, open tags, rows and paragraphs are read', async () => {
    const repeat = (text: string, times: number) => bytesOf(text.repeat(times));
    expect(await outcome('a.html', repeat('<li><a href="/page">A page of the list</a></li>', 8_000))).toBe('read');
    expect(await outcome('a.html', repeat('<a href="/page">A page of the list ', 8_000))).toBe('read');
    expect(await outcome('a.html', repeat('<noscript><p>a<p>b', 8_000))).toBe('read');
    expect(await outcome('a.csv', csv(25_000))).toBe('read');
    expect(await outcome('a.csv', bytesOf(`a,b\n${'1,2\n'.repeat(20_000)}${'x,'.repeat(20_000)}`))).toBe('read');
    expect(await outcome('a.docx', wordDocument(wordParagraph('Words.').repeat(10_000)))).toBe('read');
    expect(await outcome('a.eml', repeat('From: a@b.example\nContent-Type: message/rfc822\n\n', 5_000))).toBe('read');
  });

  it('damaged files of every format are read or refused', async () => {
    const refused = new Set<string>();
    for (const [name, bytes] of Object.entries(originals()))
      for (let seed = 0; seed < 6; seed++) refused.add(await outcome(name, mutant(bytes, seed), bytes));
    expect(
      [...refused].filter((code) => !/^(?:read|INPUT_UNREADABLE|INPUT_TOO_LARGE|PARSER_TIMEOUT)$/.test(code)),
    ).toEqual([]);
  });
});

it('failures are remembered with the parsers that package.json names', () => {
  const versions: Readonly<Record<string, string>> = manifest.dependencies;
  for (const named of PARSERS.split(', ')) {
    const [name = '', version] = named.split(/ (?=\S+$)/);
    expect([name, versions[name]]).toEqual([name, version]);
  }
});
