import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { Stores } from '../../../stores/index.ts';
import { listMerges, mergeNames, separateNames } from './merged-names.ts';
import { initialsOf, isFullName, nameFold, reasonFor } from './same-name.ts';

describe('two spellings of a name', () => {
  it.each([
    ['Müller & Brødre', 'Muller and Brodre', /accents/],
    ['Sætre', 'Saetre', /accents/],
    ['front-end', 'frontend', /hyphens/],
    ['Heron buoys', 'Heron buoy', /plural/],
    ['Acme Inc.', 'Acme', /legal form/],
    ['Acme Limited', 'Acme Ltd', /hyphens/],
  ])('%s = %s', (name, other, reason) => {
    expect(nameFold(name)).toBe(nameFold(other));
    expect(reasonFor(name, other)).toMatch(reason);
  });

  it.each([
    ['Heron H4', 'Heron H5'],
    ['Acme', 'Acne'],
    ['Boss', 'Bos'],
    ['2024', '2025'],
    ['Acme Inc.', 'Acme GmbH'],
  ])('%s ≠ %s', (name, other) =>
    expect(nameFold(name) === nameFold(other) && nameFold(name) !== '' && reasonFor(name, other)).toBeFalsy(),
  );

  it('initials stand for a first name and the same family name', () => {
    const parts = initialsOf('T. Carvalho')!;
    expect(isFullName('Tomás Carvalho', parts)).toBe(true);
    expect(isFullName('Inês Carvalho', parts)).toBe(false);
    expect(initialsOf('Tomás Carvalho')).toBeUndefined();
  });
});

describe('names of one thing', () => {
  let folder: string;
  let stores: Stores;
  let work: ReturnType<typeof createIngest>;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parley-names-'));
    stores = openEmbedded(':memory:');
    work = createIngest({ settings: readSettings({}), stores });
  });
  afterEach(async () => {
    await stores.close();
  });
  const write = (name: string, header: string[], ...rows: string[][]) => {
    const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
    const table = [line(header), line(header.map(() => '-')), ...rows.map(line)].join('\n');
    writeFileSync(path.join(folder, name), `# ${name}\n\n${table}\n`);
  };
  const listed = async () => {
    const found: string[] = [];
    for await (const { subjectName, objectName, predicate } of listMerges(stores))
      found.push(`${subjectName} = ${objectName}: ${predicate.match(/\((.*)\)/)![1]}`);
    return found.sort();
  };
  const facts = async (id: string) =>
    (await stores.graph.triplesOf([id], 20, ['everyone'])).map(({ subjectName, objectName }) => [
      subjectName,
      objectName,
    ]);

  it('are joined across pages, with the reason, and once', async () => {
    write('a.md', ['Company', 'City'], ['Sætre Instruments', 'Bergen'], ['Fjordteknikk', 'Oslo']);
    write('b.md', ['Supplier', 'Delivers'], ['Saetre Instruments', 'pumps'], ['Fjordteknikk AS', 'cables']);
    await work.ingest([folder], { source: 's' });
    const { merges } = await mergeNames(stores);
    expect(merges).toHaveLength(2);
    expect(await listed()).toEqual([
      'Fjordteknikk = Fjordteknikk AS: without its legal form',
      expect.stringMatching(/^S(?:æ|ae)tre Instruments = S(?:æ|ae)tre Instruments: other accents$/),
    ]);
    expect(await facts('fjordteknikk')).toContainEqual(['Fjordteknikk', 'Fjordteknikk AS']);
    expect((await mergeNames(stores)).merges).toEqual([]);
  });

  it('stay two across a contradiction, two legal forms, and two people of one name', async () => {
    write('a.md', ['Company', 'Founded'], ['Nordlys', '1999'], ['Saltverk AS', '2011'], ['Saltverk GmbH', '2015']);
    write('b.md', ['Company', 'Founded'], ['Nord-lys', '2014'], ['Saltverk', '2020']);
    write('c.md', ['Person', 'Room'], ['T. Carvalho', '12'], ['Tomás Carvalho', '14'], ['Teresa Carvalho', '15']);
    await work.ingest([folder], { source: 's' });
    const { merges, kept } = await mergeNames(stores);
    expect(merges).toEqual([]);
    expect(kept.map(({ because }) => because)).toEqual([expect.stringContaining('1999')]);
    expect(await listed()).toEqual([]);
  });

  it('are parted by hand for good, and go with the page that has them', async () => {
    write('a.md', ['Company', 'City'], ['Sætre Instruments', 'Bergen']);
    write('b.md', ['Supplier', 'Delivers'], ['Saetre Instruments', 'pumps']);
    await work.ingest([folder], { source: 's' });
    await mergeNames(stores);
    expect(await separateNames(stores, 'Saetre Instruments', 'Sætre Instruments')).toBe(1);
    expect(await listed()).toEqual([]);
    expect((await mergeNames(stores)).merges).toEqual([]);
    expect(await facts('saetre instruments')).toEqual([['Saetre Instruments', 'pumps']]);
  });

  it('parted by hand are not joined again by what a page says', async () => {
    const file = path.join(folder, 'd.md');
    writeFileSync(file, 'The pumps come from Lagoon Analytics Ltd. in Porto every year.');
    await work.ingest([file], { source: 's' });
    expect(await listed()).toHaveLength(1);
    await separateNames(stores, 'Lagoon Analytics', 'Lagoon Analytics Ltd');
    writeFileSync(file, 'The best pumps come from Lagoon Analytics Ltd. in Porto every year.');
    await work.ingest([file], { source: 's' });
    expect(await listed()).toEqual([]);
  });

  it('are told only to those who see a page with each', async () => {
    write('a.md', ['Company', 'City'], ['Sætre Instruments', 'Bergen']);
    await work.ingest([folder], { source: 's', scopes: ['channel:T1/C1'] });
    rmSync(path.join(folder, 'a.md'));
    write('b.md', ['Supplier', 'Delivers'], ['Saetre Instruments', 'pumps']);
    await work.ingest([path.join(folder, 'b.md')], { source: 't', scopes: ['channel:T1/C2'] });
    expect((await mergeNames(stores)).merges).toEqual([]);
  });
});
