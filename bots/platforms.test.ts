import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PLATFORM_NAMES } from '../core/platform-names.ts';
import { commandList } from './chat/actions/commands.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it.each(PLATFORM_NAMES)('%s has all that a chat platform needs beside what the compiler asks for', (name) => {
  const tests = globSync(`bots/${name}/*.test.ts`, { cwd: root }).map(read).join('\n');
  const leaves = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const needed = [
    [tests.includes('scopeTable'), 'a test of who may be told what, where: bots/chat/testing/scope-table.ts'],
    [tests.includes('ride('), 'a test of random events and faults: bots/chat/testing/storm.ts'],
    [tests.includes('crashAtStep('), 'a test of a process that dies at every step: bots/chat/testing/crash-at-step.ts'],
    [existsSync(path.join(root, `docs/${name}.md`)), `a guide: docs/${name}.md`],
    ...commandList.map(
      ({ label, typed }) =>
        [
          new RegExp(`\`/parley ${typed}\`|\\*${label}\\*`).test(read(`docs/${name}.md`)),
          `a sentence about \`/parley ${typed}\` or *${label}* in docs/${name}.md`,
        ] as const,
    ),
    [
      leaves.some((row) => row.includes(`\`${name.toUpperCase()}_`)),
      `its settings (${name.toUpperCase()}_…) in the README's table of what leaves the machine`,
    ],
  ] as const;
  expect(needed.filter(([isThere]) => !isThere).map(([, what]) => what)).toEqual([]);
});
