import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
/** The folders in the order of the README's table, and what no folder of it may import. */
const inOrder = Array.from(
  readFileSync(path.join(here, 'README.md'), 'utf8').matchAll(/^\| `([a-z]+)\/` \|/gm),
  ([, name = '']) => name,
);
const open = ['lists'];
const last = ['suggestions'];

const folderOf = (file: string): string => path.relative(here, file).split(path.sep)[0] ?? '';

it('has no folder that imports one which comes after it in the README', async () => {
  const order = [...open, ...inOrder, ...last];
  const backwards: string[] = [];
  const found = new Set<string>();
  for await (const name of glob('*/**/*.ts', { cwd: here })) {
    if (/\.test\.ts$|^testing\//.test(name)) continue;
    const file = path.join(here, name);
    found.add(folderOf(file));
    for (const [, target = ''] of (await readFile(file, 'utf8')).matchAll(/ from '(\.[^']+)';/g)) {
      const to = order.indexOf(folderOf(path.resolve(path.dirname(file), target)));
      if (to > order.indexOf(folderOf(file))) backwards.push(`${name} imports ${target}`);
    }
  }
  expect([...found].toSorted()).toEqual(order.toSorted());
  expect(backwards).toEqual([]);
});
