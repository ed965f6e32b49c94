import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { documentedBlocks, documentedPages } from './testing/documented-blocks.ts';

const root = path.dirname(import.meta.dirname);
const read = (page: string) => readFileSync(path.join(root, page), 'utf8');
const pages = documentedPages();
const withoutBlocks = (text: string) => text.replace(/^\s*```[\s\S]*?^\s*```$/gm, '');

describe('every page', () => {
  it.each(pages)('%s links to pages and headings that are there', (page) => {
    const links = [...withoutBlocks(read(page)).matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map(
      ([, link]) => link ?? '',
    );
    const missing = links.filter((link) => {
      const [file = '', heading] = link.split('#');
      const target = path.join(root, path.dirname(page), file);
      if (!existsSync(target)) return true;
      return heading !== undefined && !headings(readFileSync(target, 'utf8')).includes(heading);
    });
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s names files and folders that are there', (page) => {
    const folders = 'agent|bench|bots|build|cli|core|docs|evals|ingest|retrieval|runtime|samples|stores|tools';
    const named = [...withoutBlocks(read(page)).matchAll(/`([^`\s]+)`/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => new RegExp(`^(?:${folders})/[\\w./-]*$`).test(name));
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  });

  it('names TypeScript files that are there, by their path or the end of it', () => {
    const exclude = ['node_modules/**', 'dist/**', 'data/**'];
    const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude }).map((file) => `/${file}`);
    const readmes = globSync('*/**/README.md', { cwd: root, exclude });
    const unknown = [...new Set([...pages, ...readmes])].flatMap((page) =>
      [...withoutBlocks(read(page)).matchAll(/`((?:[\w-]+\/)*[a-z\d][\w.-]*\.tsx?)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !name.includes('NAME') && !files.some((file) => file.endsWith(`/${name}`)))
        .map((name) => `${page}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(pages)('%s has no rows of a table without its head, which Markdown shows as text', (page) => {
    const lines = withoutBlocks(read(page)).split('\n');
    const isRow = (line = '') => /^\s*\|.*\|\s*$/.test(line);
    const begins = lines.flatMap((line, at) => (isRow(line) && !isRow(lines[at - 1]) ? [at] : []));
    expect(
      begins.filter((at) => !/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[at + 1] ?? '')).map((at) => lines[at]),
    ).toEqual([]);
  });

  it('has no example for the package in words that its oldest Node cannot read', () => {
    expect(manifest.engines.node).toMatch(/^>=22\./); // `using` came with Node 24
    const tooNew = documentedBlocks().filter(
      ({ language, code }) => language === 'ts' && /^(?:await )?using /m.test(code),
    );
    expect(tooNew.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  it('names every optional package in docs/install.md, as the major that Parley is tried with', () => {
    const fetchedByParley = ['@huggingface/tokenizers', 'onnxruntime-node'];
    const forTests = ['vitest']; // the contract of connectors: docs/connectors/WRITING.md
    const missing = Object.entries(manifest.peerDependencies)
      .filter(([name]) => name in manifest.peerDependenciesMeta && ![...fetchedByParley, ...forTests].includes(name))
      .map(([name, range]) => `${name}@${/^\^?(0\.\d+|\d+)/.exec(range)?.[1]}`)
      .filter((wanted) => !read('docs/install.md').includes(`\`${wanted}\``));
    expect(missing).toEqual([]);
  });

  it('names addresses of the API that are there', () => {
    const described = new Set(
      [...read('bots/api/client/schema.generated.ts').matchAll(/^ {2}["'](\/[^"']*)["']: \{$/gm)].map(
        ([, route = '']) => route.replace(/\{\w+\}/g, 'ID'),
      ),
    );
    expect(described).toContain('/ask');
    const own = ['/openapi.json'];
    // The guide to connectors shows the API of another service.
    const guides = pages.filter((page) => page !== 'docs/connectors/WRITING.md');
    const unknown = guides.flatMap((page) =>
      [...read(page).matchAll(/(?<![\w/.])(?:localhost:\d+)?\/api(\/[\w/{}.-]*[\w}])/g)]
        .map(([, route = '']) => route)
        .filter((route) => {
          const [, version, rest = ''] = /^\/(v1)(\/.*)?$/.exec(route) ?? [];
          const known = described.has(rest.replace(/\{\w+\}/g, 'ID')) || own.includes(rest);
          return version === undefined || (rest !== '' && !known);
        })
        .map((route) => `${page}: /api${route}`),
    );
    expect(unknown).toEqual([]);
  });

  it('is in the index', () => {
    const index = read('docs/README.md');
    const guides = globSync('docs/**/*.md', { cwd: root }).filter((page) => page !== 'docs/README.md');
    expect(guides.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
  });

  it('names npm scripts and benches that are there', () => {
    const benches = globSync('**/*.bench.ts', { cwd: root, exclude: ['node_modules/**'] }).map((file) =>
      path.basename(file, '.bench.ts'),
    );
    const unknown = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-s )?([\w:-]+)(?: -- ([\w-]+))?/g)]
        .filter(([, script = '', name]) => {
          if (!(script in manifest.scripts)) return true;
          return script === 'bench' && name !== undefined && name !== 'NAME' && !benches.includes(name);
        })
        .map(([mention]) => `${page}: ${mention}`),
    );
    expect(unknown).toEqual([]);
  });
});

/** As GitHub makes the anchors of headings. */
const headings = (text: string): string[] =>
  withoutBlocks(text)
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, '')
        .replace(/\s/g, '-'),
    );
