import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { numberOf } from '../agent/testing/open-agent.ts';
import { type StubServer, startStubServer } from '../agent/testing/stub-server.ts';
import { readSettings } from '../core/settings.ts';
import { openParley } from './open.ts';

let folder: string;
let model: StubServer;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-rerank-'));
  model = await startStubServer((request) => ({ json: { order: [numberOf(request, 'Otters')] } }));
});
afterEach(async () => {
  await model.close();
  await rm(folder, { recursive: true });
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
    const parley = await openParley(settings({ ...own, ...more }));
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
  await expect(openParley(settings({ PARLEY_RERANKER: 'model' }))).rejects.toThrow(/needs a model/);
  expect(() => settings({ PARLEY_RERANKER: 'Model' })).toThrow(/must be model, or provider:name/);
});
