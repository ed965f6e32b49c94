import { expect, it } from 'vitest';
import { makeStory } from './make-story.ts';
import { runStory } from './run-story.ts';

/** `npm run simulate` runs as many more as one likes, and shows the shortest story of a failure. */
const SEEDS = 200;

it(`keeps every promise in ${SEEDS} stories of crashes, stalls, lost answers and repeated events`, async () => {
  const broken: string[] = [];
  let questions = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await runStory(makeStory(seed));
    questions += outcome.questions;
    if (outcome.violation)
      broken.push(`npm run simulate -- --seed ${seed}: ${outcome.violation.invariant}: ${outcome.violation.what}`);
  }
  expect(broken).toEqual([]);
  expect(questions).toBeGreaterThan(3 * SEEDS);
}, 900_000);
