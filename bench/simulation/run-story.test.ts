import { expect, it } from 'vitest';
import { makeStory } from './make-story.ts';
import { runStory } from './run-story.ts';

it('runs a story the same way each time, and another one otherwise', async () => {
  const [first, other, again] = [
    await runStory(makeStory(7)),
    await runStory(makeStory(8)),
    await runStory(makeStory(7)),
  ];
  expect(again.fingerprint).toBe(first.fingerprint);
  expect(other.fingerprint).not.toBe(first.fingerprint);
});

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
