import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { findConnectors } from './load-connectors.ts';
import { startApi } from './testing/fake-api.ts';
import { writeGuideCode } from './testing/guide-code.ts';

it('finds each folder with a connector, and names them when one is not there', async () => {
  const connectors = findConnectors();
  expect(connectors.names).toContain('confluence');
  for (const name of connectors.names) {
    const { example, locate } = await connectors.load(name);
    expect(example.startsWith(`${name}:`)).toBe(true);
    expect(locate('nowhere at all')).toBeUndefined();
  }
  await expect(findConnectors('./not-there.ts').load('not-there')).rejects.toMatchObject({ code: 'PACKAGE_MISSING' });
  await expect(connectors.load('nothing')).rejects.toMatchObject({ code: 'BAD_USAGE' });
  await expect(connectors.locate('confluence:nowhere')).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

const WHOLE = `{ name: 'NAME', title: 'Own', example: 'NAME:https://own.example',
  locate: (input) => (URL.canParse(input) ? { location: 'NAME:' + input, sourceId: 'own', base: input } : undefined),
  async *read() {}, setup: { steps: ['Make a token.'], credentials: () => '', rights: [] } }`;

it.each([
  ['nothing', 'export default 1;', /exports no `connector`/],
  ['another', `export const connector = ${WHOLE.replaceAll('NAME', 'wiki')};`, /its `name` is wiki/],
  ['half', `export const connector = { name: 'half', title: 'Half' };`, /its example is not as it should be/],
  [
    'unread',
    `export const connector = ${WHOLE.replace('async *read() {},', '').replaceAll('NAME', 'unread')};`,
    /its read /,
  ],
])('says what is wrong with a file that is no connector: %s', async (name, code, wrong) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-connectors-'));
  const file = path.join(folder, `${name}.mjs`);
  await writeFile(file, code);
  const loaded = findConnectors(file).load(name);
  await expect(loaded).rejects.toMatchObject({ code: 'BAD_SETTING' });
  await expect(loaded).rejects.toThrow(wrong);
  await rm(folder, { recursive: true });
});

it('refuses a place that could not be found again by its location', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-connectors-'));
  const load = async (name: string, location: string) => {
    const file = path.join(folder, `${name}.mjs`);
    await writeFile(
      file,
      `export const connector = ${WHOLE.replace("'NAME:' + input", location).replaceAll('NAME', name)};`,
    );
    return findConnectors(file).locate(`${name}:https://own.example`);
  };
  expect(await load('right', "'NAME:' + input")).toMatchObject({ place: { location: 'right:https://own.example' } });
  await expect(load('other', "'wiki:' + input")).rejects.toMatchObject({ code: 'BAD_SETTING' });
  await expect(load('lost', "'NAME:nowhere'")).rejects.toMatchObject({ code: 'BAD_SETTING' });
  await rm(folder, { recursive: true });
});

it('a connector as the documentation shows it is loaded from a file of its own, and reads', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-connectors-'));
  const stores = openEmbedded(':memory:');
  const row = (id: number) => ({ id, name: `Page ${id}`, updated_at: '1', draft: false });
  const service = await startApi(({ url }) => {
    if (url.pathname !== '/api/pages') return { body: { html: '<p>Helmets are worn in the whole hall.</p>' } };
    const offset = Number(url.searchParams.get('offset'));
    return { body: { data: [row(1), row(2)].slice(offset, offset + 1), total: 2 } };
  });
  try {
    const file = path.join(folder, 'bookstack.ts');
    await writeGuideCode('connectors/WRITING.md', file);
    const settings = readSettings({ PARLEY_FETCH_ALLOW: '127.0.0.1', PARLEY_CONNECTORS: file });
    const work = createIngest({ settings, stores });
    const input = `bookstack:${service.base}`;
    expect(await work.ingest([input], { source: 'guide' })).toMatchObject({ added: 2, failed: [] });
    const id = `bookstack/${new URL(service.base).host}/2`;
    // Nobody sees the page: the API does not say who may, and no `--scope` was given.
    expect(await stores.documents.document(id, ['everyone'])).toBeUndefined();
    expect(await work.ingest([input], { source: 'guide', scopes: ['private'] })).toMatchObject({ failed: [] });
    expect(await stores.documents.document(id, ['private'])).toMatchObject({ title: 'Page 2' });
  } finally {
    await stores.close();
    await service.close();
    await rm(folder, { recursive: true });
  }
});

it('an input that is only a connector’s name says how to connect', async () => {
  const stores = openEmbedded(':memory:');
  try {
    const { failed } = await createIngest({ settings: readSettings({}), stores }).ingest(['notion', 'jira:', 'notes']);
    expect(failed.map(({ code, remedy }) => [code, /`parley connect (\w+)`/.exec(remedy)?.[1]])).toEqual([
      ['INPUT_NOT_FOUND', 'notion'],
      ['INPUT_NOT_FOUND', 'jira'],
      ['INPUT_NOT_FOUND', undefined],
    ]);
  } finally {
    await stores.close();
  }
});
