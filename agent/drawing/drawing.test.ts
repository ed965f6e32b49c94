import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { STRATEGY_NAMES } from '../strategies/index.ts';
import { drawings } from './draw.ts';
import { readWirings } from './read-graph.ts';

const root = new URL('../../', import.meta.url);

it('the drawings, docs/drawings.md, langgraph.json and runtime/studio.ts match the strategies (to fix: npm run draw)', async () => {
  const drawn = await drawings();
  for (const [path, text] of drawn)
    expect(await readFile(new URL(path, root), 'utf8').catch(() => `${path} is missing`), path).toBe(text);
  const folder = 'agent/strategies/';
  const kept = (await readdir(new URL(folder, root), { recursive: true })).filter((file) => file.endsWith('.svg'));
  expect(kept.filter((file) => !drawn.has(folder + file))).toEqual([]);
});

it('docs/strategies.md has a row for every strategy', async () => {
  const page = await readFile(new URL('docs/strategies.md', root), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual([...STRATEGY_NAMES].sort());
});

it('every folder of strategies has a README', async () => {
  const folder = new URL('agent/strategies/', root);
  const folders = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const without = folders.filter(({ name }) => !existsSync(new URL(`${name}/README.md`, folder)));
  expect(without.map(({ name }) => `agent/strategies/${name}/README.md is missing`)).toEqual([]);
});

it('every strategy leads from the question to the answer, and all its nodes are reachable', async () => {
  for (const { strategy, nodes, edges } of await readWirings()) {
    const reached = new Set(['__start__']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort(), strategy.name).toEqual([...nodes].sort());
  }
});
