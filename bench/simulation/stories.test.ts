import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutants } from './mutants.ts';
import { runStory } from './run-story.ts';
import { storySchema } from './story.ts';

const folder = join(import.meta.dirname, 'stories');
const names = readdirSync(folder).map((file) => file.replace('.json', ''));

it.each(names)('keeps every promise in the story %s, in which a planted fault breaks one', async (name) => {
  const story = storySchema.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
  expect((await runStory(story)).violation).toBeUndefined();
});

it('has no story but those of planted faults, each by the name of its fault', () => {
  const faults = mutants.map(({ name }) => name);
  expect(names.filter((name) => !faults.includes(name))).toEqual([]);
});
