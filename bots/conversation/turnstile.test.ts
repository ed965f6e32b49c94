import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
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
  const server = createServer((socket) => socket.once('data', () => order.push('heard')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const callers = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'));
  await Promise.all(callers.map((caller) => once(caller, 'connect')));
  const answers = [1, 2].map(async (n) => {
    await pass();
    // They come while the first answer keeps the event loop: what is written is in the server's socket when this returns.
    if (n === 1) for (const caller of callers) caller.write('a question');
    order.push(`answer ${n}`);
  });
  await Promise.all(answers);
  for (const caller of callers) caller.destroy();
  server.close();
  expect(order).toEqual(['answer 1', ...callers.map(() => 'heard'), 'answer 2']);
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
