import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

it('begins the next answer only when those who came while the last one was worked out were heard', async () => {
  const pass = createTurnstile();
  const order: string[] = [];
  /** Keeps the event loop, as an answer from the embedded stores does. */
  const busy = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  const server = createServer((_, response) => {
    order.push('heard');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await pass();
  const asked = Array.from({ length: 5 }, () => fetch(`http://127.0.0.1:${port}`).then((response) => response.text()));
  const answers = [1, 2].map(async (n) => {
    await pass();
    busy(100);
    order.push(`answer ${n}`);
  });
  await Promise.all([...asked, ...answers]);
  server.close();
  expect(order.indexOf('answer 2')).toBe(order.length - 1);
});

it('begins also while the process is busy without an end', async () => {
  const pass = createTurnstile();
  let over = false;
  const keepBusy = () => {
    for (const until = performance.now() + 5; performance.now() < until; );
    if (!over) setImmediate(keepBusy);
  };
  keepBusy();
  await pass();
  over = true;
});
