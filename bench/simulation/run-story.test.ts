import { expect, it } from 'vitest';
import { makeStory } from './make-story.ts';
import { runStory } from './run-story.ts';

it('runs a story the same way each time, whatever ran before it, and another one otherwise', async () => {
  const seeds = [2, 7, 150, 30_001];
  const fingerprints = new Map<number, string>();
  for (const seed of seeds) fingerprints.set(seed, (await runStory(makeStory(seed))).fingerprint);
  expect(new Set(fingerprints.values()).size).toBe(seeds.length);
  for (const seed of seeds.toReversed())
    expect((await runStory(makeStory(seed))).fingerprint).toBe(fingerprints.get(seed));
}, 120_000);

it('asks and is answered on every platform, and gives time and chance back afterwards', async () => {
  const before = Date.now();
  const outcome = await runStory(
    {
      seed: 1,
      processes: 1,
      apart: true,
      model: true,
      actions: [
        { at: 0, do: 'ask', q: 'q1', person: 'ann', place: 'general', town: 'Lisbon' },
        { at: 0, do: 'ask', q: 'q2', person: 'dan', place: 'lobby', town: 'Bergen' },
        { at: 0, do: 'ask', q: 'q3', person: 'wim', place: 'page', town: 'Trieste' },
      ],
    },
    { keep: true },
  );
  expect(outcome.violation).toBeUndefined();
  const answered = outcome.journal.filter(
    (line) => line.includes('a question was answered') && line.includes("mode: 'model'"),
  );
  expect(answered).toHaveLength(3);
  expect(Math.abs(Date.now() - before)).toBeLessThan(3_600_000);
});

it('takes the reply to a message that is gone for one to its question, though it stands in the channel', async () => {
  // The page changes between the last look at it and the message, which the asker could have read since asking.
  const outcome = await runStory({
    seed: 6007319,
    processes: 1,
    apart: false,
    model: false,
    actions: [
      { at: 324, do: 'ask', q: 'q1', person: 'ann', place: 'hidden', town: 'Bergen' },
      { at: 1874, do: 'pause', process: 0, ms: 12000 },
      { at: 5296, do: 'crash', process: 1, calls: 59, when: 'before', landing: false, back: 13667 },
      { at: 5661, do: 'repeat', q: 'q1' },
      { at: 5815, do: 'repeat', q: 'q1' },
      { at: 13479, do: 'ask', q: 'q5', person: 'dan', place: 'staff', town: 'Bergen' },
      { at: 18450, do: 'write', page: 'p8', scopes: 3, town: 'Trieste' },
      { at: 20148, do: 'remove', q: 'q5' },
    ],
  });
  expect(outcome.violation).toBeUndefined();
});
