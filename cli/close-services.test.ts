import { expect, it } from 'vitest';
import type { Log } from '../core/log.ts';
import { closeServices } from './close-services.ts';

const recording = () => {
  const lines: string[] = [];
  const note = (about: unknown, text: string) => void lines.push(`${text} ${JSON.stringify(about)}`);
  return { lines, log: { debug: note, info: note, warn: note, error: note } as unknown as Log };
};

it('closes services side by side, and waits no longer than the bound for one that hangs', async () => {
  const closed: string[] = [];
  const { lines, log } = recording();
  const service = (name: string, close: () => Promise<void>) => ({ name, close });
  const left = await closeServices(
    [
      service('slack', () => new Promise(() => {})),
      service('web', async () => void closed.push('web')),
      service('discord', async () => {
        throw new Error('the gateway is gone');
      }),
    ],
    log,
    50,
  );
  expect(left).toEqual(['slack']);
  expect(closed).toEqual(['web']);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('discord');
  expect(lines[1]).toContain('slack');
});

it('ends as soon as all are closed', async () => {
  const { lines, log } = recording();
  const started = performance.now();
  expect(await closeServices([{ name: 'web', close: async () => {} }], log, 60_000)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(lines).toEqual([]);
});
