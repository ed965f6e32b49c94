import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { numberOf } from '../agent/testing/open-agent.ts';
import { type StubServer, startStubServer } from '../agent/testing/stub-server.ts';
import { readSettings } from '../core/settings.ts';
import { examine } from './doctor/index.ts';
import { openParley } from './open.ts';

let folder: string;
let model: StubServer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-rerank-'));
  model = await startStubServer((request) => ({ json: { order: [numberOf(request, 'Otters')] } }));
});
afterEach(async () => {
  await model.close();
});
const settings = (more: Record<string, string> = {}) =>
  readSettings({ PARLEY_DATA: path.join(folder, 'data'), ...more });

it('PARLEY_RERANKER=model has the model order what a search finds; without it no model is called', async () => {
  const file = path.join(folder, 'c.jsonl');
  const rows = [
    { id: 'a', title: 'River', text: 'The river is home to herons and otters.' },
    { id: 'b', title: 'Animals', text: 'Otters live in it.' },
  ];
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  const own = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: model.url, PARLEY_MODEL_API_KEY: 'k' };
  const first = async (more: Record<string, string>) => {
    const parley = await openParley({ settings: settings({ ...own, ...more }) });
    try {
      await parley.ingest([file]);
      const { hits } = await parley.retriever.search({ text: 'river herons otters', scopes: ['everyone'] });
      return hits.map(({ title }) => title);
    } finally {
      await parley.close();
    }
  };
  expect(await first({})).toEqual(['River', 'Animals']);
  expect(model.requests).toHaveLength(0);
  expect(await first({ PARLEY_RERANKER: 'model' })).toEqual(['Animals', 'River']);
  expect(model.requests.map(({ task }) => task)).toEqual(['order-passages']);
});

it('PARLEY_RERANKER=model without a model is refused by name, and so is a name of no form', async () => {
  await expect(openParley({ settings: settings({ PARLEY_RERANKER: 'model' }) })).rejects.toThrow(/needs a model/);
  expect(() => settings({ PARLEY_RERANKER: 'Model' })).toThrow(/must be model, or provider:name/);
});

it('doctor tries the reranker on two passages, the right one second', async () => {
  const compressor = async (name: string, body: string) => {
    const module = path.join(folder, name);
    await writeFile(module, `export default { compressDocuments: async (documents) => ${body} };`);
    return { PARLEY_RERANKER: `langchain:${module}` };
  };
  const finding = async (more: Record<string, string>) =>
    (await examine(() => readSettings({ PARLEY_DATA: path.join(folder, 'data'), ...more }))).find(
      ({ what }) => what === 'reranker',
    );
  const own = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: model.url, PARLEY_MODEL_API_KEY: 'k' };

  expect(await finding({})).toMatchObject({ state: 'off' });
  expect(await finding(await compressor('good.mjs', '[...documents].reverse()'))).toMatchObject({ state: 'ok' });
  expect(await finding(await compressor('bad.mjs', 'documents'))).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining('before one on parental leave'),
  });
  expect(await finding({ PARLEY_RERANKER: 'own:x', PARLEY_RERANKER_BASE_URL: 'http://127.0.0.1:9' })).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining('does not answer'),
  });
  expect(await finding({ PARLEY_RERANKER: 'cohere:x' })).toMatchObject({ remedy: expect.stringContaining('_API_KEY') });
  expect(await finding({ PARLEY_RERANKER: 'local:bge-reranker-base', PARLEY_MODELS: folder })).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining('local:bge-reranker-base lacks'),
    remedy: expect.stringContaining('BAAI/bge-reranker-base'),
  });
  expect(await finding({ PARLEY_RERANKER: 'model' })).toMatchObject({
    state: 'broken',
    remedy: expect.stringContaining('PARLEY_MODEL'),
  });
  expect(await finding({ PARLEY_RERANKER: 'model', ...own })).toMatchObject({
    state: 'broken',
    detail: expect.stringContaining('does not fit its form'),
  });
});
