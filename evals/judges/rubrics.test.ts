import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRubrics } from './rubrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-rubrics-'));
const file = (text: string) => {
  const path = join(folder, 'rubrics.yaml');
  writeFileSync(path, text);
  return path;
};

it('reads a team’s rubrics with their defaults; another wording is another hash', async () => {
  const one = await readRubrics(
    file(
      'next-step:\n  asks: The answer says what to do next.\ntone:\n  asks: Polite.\n  sees: [sources]\n  of: all\n',
    ),
  );
  expect(one.rubrics).toEqual([
    { name: 'next-step', asks: 'The answer says what to do next.', sees: [], of: 'answers', examples: [] },
    { name: 'tone', asks: 'Polite.', sees: ['sources'], of: 'all', examples: [] },
  ]);
  const other = await readRubrics(file('next-step:\n  asks: The answer says what to do.\n'));
  expect(other.hash).not.toBe(one.hash);
});

it.each([
  ['nothing', '', /holds no rubric/],
  ['a list', '- a\n- b\n', /holds no rubric/],
  ['no YAML', 'a: [', /not YAML/],
  ['a name that is no name', 'Next Step:\n  asks: x\n', /"Next Step" is no name/],
  ['the name of a judgement', 'faithfulness:\n  asks: x\n', /judgement of Parley/],
  ['a rubric that asks nothing', 'tone:\n  asks: " "\n', /tone: asks/],
  ['an unknown field', 'tone:\n  asks: x\n  scale: 5\n', /tone: .*scale/],
])('refuses %s, and says where', async (_, text, message) => {
  await expect(readRubrics(file(text))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringMatching(message),
  });
});

it('says when there is no file', async () => {
  await expect(readRubrics(join(folder, 'none.yaml'))).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
});
