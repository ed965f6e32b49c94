import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { serve } from './listening.ts';

it('closes only when the handlers that are at work have ended, although their connections are gone', async () => {
  const steps: string[] = [];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const server = await serve(
    async () => {
      begun.resolve();
      await goOn.promise;
      steps.push('handled');
      return new Response('done');
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const asked = fetch(`http://127.0.0.1:${server.port}`).catch(() => steps.push('cut'));
  await begun.promise;
  const closed = server.close().then(() => steps.push('closed'));
  await asked;
  goOn.resolve();
  await closed;
  expect(steps).toEqual(['cut', 'handled', 'closed']);
});

it('keeps an idle connection longer than a proxy does, and closes at once all the same', async () => {
  const server = await serve(() => new Response('done'), { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const agent = new Agent({ keepAlive: true });
  const [answer] = (await once(get({ port: server.port, agent }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  expect(Number(/timeout=(\d+)/.exec(String(answer.headers['keep-alive']))?.[1])).toBeGreaterThan(120);
  await server.close();
  agent.destroy();
});

it('waits for no handler for ever', async () => {
  const begun = Promise.withResolvers<void>();
  const server = await serve(
    () => {
      begun.resolve();
      return new Promise(() => {});
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  const asked = fetch(`http://127.0.0.1:${server.port}`).catch(() => 'cut');
  await begun.promise;
  await server.close();
  expect(await asked).toBe('cut');
});
