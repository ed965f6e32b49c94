import { expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

it('lets the process hear others between two callers, in the order of coming', async () => {
  const pass = createTurnstile();
  const heard: string[] = [];
  const callers = ['a', 'b', 'c'].map(async (name) => {
    await pass();
    heard.push(name);
    setImmediate(() => heard.push(`after ${name}`));
  });
  await Promise.all(callers);
  expect(heard).toEqual(['a', 'after a', 'b', 'after b', 'c']);
});
