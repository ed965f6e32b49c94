import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';
import { createFetcher } from '../fetch/fetch.ts';
import { preview } from '../preview/preview.ts';

let home: string;
let folder: string;
const pages = createFetcher();
const write = async (file: string, ...lines: string[]) => {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, `${lines.join('\n')}\n`);
};
/** A page of the folder as ingest would store it. */
const readPage = async (file: string) => {
  for await (const outcome of preview([folder], { pages }))
    if ('row' in outcome && outcome.row.input === path.join(folder, file)) return outcome.row;
  throw new Error(`no page ${file}`);
};

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'parley-includes-'));
  folder = path.join(home, 'docs');
  await write('code/quay.py', 'class Quay:', '    def open(self):', '        return 7', '', 'def other():', '    pass');
  await write(
    'code/lock.rs',
    'fn a() {}',
    '// ANCHOR: close',
    'fn close_lock() {}',
    '// ANCHOR_END: close',
    'fn b() {}',
  );
  await write('code/lock.sh', '# tag::turn[]', 'turn lock --left', '# end::turn[]', 'exit 0');
});
afterAll(async () => {
  await pages.close();
});

describe('what a page shows of other files in its folder', () => {
  it('stands in reStructuredText where its directive is, as text or as code', async () => {
    await write('rst/hours.txt', 'The quay opens at **seven**.');
    await write('rst/inner.inc', '.. include:: hours.txt');
    await write(
      'rst/page.rst',
      'Quay',
      '====',
      '',
      '.. include:: inner.inc',
      '',
      '.. literalinclude:: /code/quay.py',
      '   :language: python',
      '   :pyobject: Quay.open',
      '',
      'An example::',
      '',
      '   .. include:: hours.txt',
    );
    const { markdown, metadata } = await readPage('rst/page.rst');
    expect(markdown).toContain('The quay opens at **seven**.');
    expect(markdown).toMatch(/`{3,}python\n\s*def open\(self\):\n\s*return 7\n`{3,}/);
    expect(markdown).not.toContain('other');
    expect(markdown).toContain('.. include:: hours.txt');
    expect(metadata.notices).toBeUndefined();
  });

  it('stands in AsciiDoc, with its headings further down, parts by their tags and paths by attributes', async () => {
    await write('modules/quay/partials/prices.adoc', '= Prices', '', 'A berth costs nine crowns.');
    await write(
      'modules/quay/pages/page.adoc',
      '= Quay',
      ':codedir: ../../../code',
      '',
      'include::partial$prices.adoc[leveloffset=+1]',
      '',
      '[source,sh]',
      '----',
      'include::{codedir}/lock.sh[tag=turn]',
      '----',
    );
    const { markdown } = await readPage('modules/quay/pages/page.adoc');
    expect(markdown).toMatch(/^## Prices\s+A berth costs nine crowns\.$/m);
    expect(markdown).toMatch(/`{3,}sh\nturn lock --left\n`{3,}/);
  });

  it('stands in Markdown as each generator writes it', async () => {
    await write('_includes/notice.md', 'Ring the bell twice.');
    await write('parts/_crew.mdx', '---', 'title: Crew', '---', '', 'The crew sleeps ashore.');
    await write('parts/tide.md', 'First line.', 'High tide is at noon.', 'Third line.');
    await write(
      'guide/page.mdx',
      "import Crew from '../parts/_crew.mdx';",
      '',
      '# Harbour',
      '',
      '<Crew />',
      '',
      '--8<-- "parts/tide.md:2:2"',
      '',
      '{% include notice.md %}',
      '',
      '```rust',
      '{{#include ../code/lock.rs:close}}',
      '```',
      '',
      '<<< @/code/lock.sh',
    );
    const { markdown, metadata } = await readPage('guide/page.mdx');
    expect(markdown).toContain('The crew sleeps ashore.\n\nHigh tide is at noon.\n\nRing the bell twice.');
    expect(markdown).toContain('```rust\nfn close_lock() {}\n```');
    expect(markdown).toContain('turn lock --left');
    expect(markdown).not.toMatch(/title: Crew|First line|import|8<|ANCHOR/);
    expect(metadata.notices).toBeUndefined();
  });

  it('is named where it lies out of the folder, is hidden, says who may see it, or includes itself', async () => {
    await writeFile(path.join(home, 'secret.md'), 'The code is 4711.\n');
    await symlink(path.join(home, 'secret.md'), path.join(folder, 'linked.md'));
    await write('.env', 'KEY=4711');
    await write('board.md', '---', 'scopes: [leadership]', '---', 'The code is 4711.');
    await write(
      'outside.md',
      '# Outside',
      '',
      'The gate is green.',
      '',
      '--8<-- "../secret.md"',
      '--8<-- "linked.md"',
      '--8<-- ".env"',
      '--8<-- "board.md"',
      '--8<-- "outside.md"',
    );
    const { markdown, metadata } = await readPage('outside.md');
    expect(markdown).toBe('# Outside\n\nThe gate is green.');
    expect(metadata.notices).toEqual([
      'What stands in other files was left out: ../secret.md, linked.md, .env, board.md, outside.md.',
    ]);
  });

  it('is never raw markup, and is said once, where the file is not there', async () => {
    await write('gone/a.rst', 'A', '=', '', 'Words.', '', '.. literalinclude:: gone.py');
    await write('gone/b.adoc', '= B', '', 'Words.', '', 'include::gone.adoc[]');
    await write('gone/c.md', '# C', '', 'Words.', '', '```{include} gone.md', '```', '', '{! gone2.md !}');
    for (const [file, notice] of [
      ['gone/a.rst', 'gone.py'],
      ['gone/b.adoc', 'gone.adoc'],
      ['gone/c.md', 'gone.md, gone2.md'],
    ] as const) {
      const { markdown, metadata } = await readPage(file);
      expect(markdown).not.toMatch(/include|gone|[{}]/);
      expect(metadata.notices).toEqual([`What stands in other files was left out: ${notice}.`]);
    }
  });
});

it('brings a page up to date when only a file that it shows has changed', async () => {
  const parley: Parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(home, 'data') }) });
  try {
    const own = path.join(home, 'own');
    await mkdir(own);
    await writeFile(path.join(own, 'page.adoc'), '= Ferry\n\ninclude::times.txt[]\n');
    await writeFile(path.join(own, 'times.txt'), 'The ferry leaves at six.\n');
    await parley.ingest([own]);
    await writeFile(path.join(own, 'times.txt'), 'The ferry leaves at eight.\n');
    expect(await parley.sync([])).toMatchObject({ updated: 2, unchanged: 0 });
  } finally {
    await parley.close();
  }
});
