import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Status } from '../bots/operations/status.ts';
import { silentLog } from '../core/log.ts';
import { SYNC } from '../runtime/jobs/kinds.ts';
import { announceWorker } from '../runtime/jobs/presence.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { DeadJob } from '../stores/index.ts';
import { runCommand } from './testing/run-command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'parley-status-'));
const parley = (...args: string[]) => runCommand(args, { cwd, env: { PARLEY_DATA: cwd } });
const status = async () => JSON.parse((await parley('status', '--json')).stdout) as Status;

beforeAll(async () => {
  const { status: code, stderr } = await parley(
    'ingest',
    join(import.meta.dirname, '../samples/handbook'),
    '--source',
    'handbook',
  );
  expect(code, stderr).toBe(0);
});

it('says that all is well', async () => {
  const { workers, queue, dead, outbox, stuck, failures, sources, encoder } = await status();
  expect({ workers, queue, dead, outbox, stuck, failures }).toEqual({
    workers: [],
    queue: [],
    dead: [],
    outbox: [],
    stuck: [],
    failures: [],
  });
  expect(sources).toEqual([{ id: 'handbook', documents: expect.any(Number), syncedAt: expect.any(String), failed: 0 }]);
  expect(encoder).toMatchObject({ state: 'none', vectors: 0 });
  const { stdout } = await parley('status');
  expect(stdout).toContain('Workers: none');
  expect(stdout).toMatch(/Source handbook: \d+ pages, synced 20/);
});

it('says what waits, what is stuck and what failed, and a dead job is tried again', async () => {
  const stores = openEmbedded(join(cwd, 'parley.db'));
  const worker = announceWorker(stores.keyValues, silentLog);
  const once = { ...SYNC, attempts: 1 };
  for (const key of ['handbook', 'other']) await stores.jobs.enqueue({ kind: once, key, data: {} });
  const [job] = await stores.jobs.lease(once, 1);
  await stores.jobs.fail(job!, 'The site answers 500.');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await stores.keyValues.put('slack-open', 'slack:T1/C1/1', { createdAt: ago(3), text: 'a secret question' });
  const base = { conversationId: 'c', askerId: 'p', question: 'a secret question', scopes: [] };
  await stores.conversations.putTurn({
    ...base,
    id: 'stuck',
    eventId: 'slack:T1/C1/1',
    status: 'running',
    askedAt: ago(30),
  });
  await stores.conversations.putTurn({ ...base, id: 'left', eventId: 'web:p:1', status: 'running', askedAt: ago(20) });
  await stores.conversations.putTurn({ ...base, id: 'young', eventId: '2', status: 'running', askedAt: ago(1) });
  const error = { code: 'MODEL_UNAVAILABLE', message: 'a secret message' };
  await stores.conversations.putTurn({ ...base, id: 'f1', eventId: '3', status: 'failed', error, askedAt: ago(60) });
  await stores.conversations.putTurn({ ...base, id: 'f2', eventId: '4', status: 'failed', error, askedAt: ago(9000) });

  const found = await status();
  expect(found.workers).toMatchObject([{ pid: process.pid, alive: true }]);
  expect(found.queue).toMatchObject([{ kind: 'sync', waiting: 1, running: 0, dead: 1 }]);
  expect(found.dead).toMatchObject([{ kind: 'sync', attempts: 1, error: 'The site answers 500.' }]);
  expect(found.outbox).toMatchObject([{ platform: 'slack', waiting: 1 }]);
  expect(found.stuck.map(({ id }) => id)).toEqual(['stuck', 'left']);
  expect(found.failures).toMatchObject([{ code: 'MODEL_UNAVAILABLE', count: 1 }]);
  const { stdout } = await parley('status');
  expect(stdout).toContain('Stuck: turn stuck');
  expect(stdout).toMatch(/^Left: turn left of .* goes on when its page is opened/m);
  expect(JSON.stringify(found) + stdout).not.toContain('secret');

  const [dead] = JSON.parse((await parley('jobs', '--json')).stdout) as DeadJob[];
  expect((await parley('jobs', 'retry', dead!.id)).status).toBe(0);
  expect(await status()).toMatchObject({ dead: [], queue: [{ waiting: 2, dead: 0 }] });
  expect(await parley('jobs', 'retry', dead!.id)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('No job'),
  });
  await worker.close();
  await stores.close();
});
