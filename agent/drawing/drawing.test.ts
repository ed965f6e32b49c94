import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DOCS, drawings } from './draw.ts';
import { readWirings } from './read-graph.ts';

it('the drawings in the docs are those of the graphs as they are (fix: npm run draw)', async () => {
  const drawn = await drawings();
  for (const [path, text] of drawn)
    expect(await readFile(DOCS + path, 'utf8').catch(() => `${path} is missing`), path).toBe(text);
  const kept = await readdir(`${DOCS}images/strategies`);
  expect(kept.filter((file) => !drawn.has(`images/strategies/${file}`))).toEqual([]);
});

it('every strategy leads from the question to the answer, and each of its nodes can be reached', async () => {
  for (const { name, nodes, edges } of await readWirings()) {
    const reached = new Set(['__start__']);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort(), name).toEqual([...nodes].sort());
  }
});
