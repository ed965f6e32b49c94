import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findConnectors } from './load-connectors.ts';
import { findFakes } from './testing/fakes.ts';

const root = path.join(import.meta.dirname, '../..');
const says = (file: string, words: string) =>
  existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8').includes(words);
const fakes = await findFakes();

it.each(findConnectors().names)('%s has all that a connector needs beside its code', (name) => {
  const folder = `ingest/sources/${name}`;
  const needed = [
    [fakes.has(name), `a fake: ${folder}/testing/fake-${name}.ts exports a start… function`],
    [says(`${folder}/${name}.test.ts`, 'quickConnectorContract('), `the contract: ${folder}/${name}.test.ts runs it`],
    [existsSync(path.join(root, `docs/connectors/${name}.md`)), `a guide: docs/connectors/${name}.md`],
    [says('docs/sources.md', `(connectors/${name}.md)`), 'a link to its guide in docs/sources.md'],
  ] as const;
  expect(needed.filter(([isThere]) => !isThere).map(([, what]) => what)).toEqual([]);
});
