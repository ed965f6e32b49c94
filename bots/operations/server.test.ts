import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { SharedConnections } from '../../stores/index.ts';
import { createMetrics } from './metrics.ts';
import { startOperations } from './server.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const start = async (settings: { PARLEY_METRICS_TOKEN?: string } = {}) => {
  const stores = openEmbedded(':memory:');
  const metrics = createMetrics();
  metrics.queue(stores.jobs);
  const server = await startOperations({ stores, settings, log: silentLog, metrics, port: 0, host: '127.0.0.1' });
  open.push(stores, server);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  return { stores, metrics, server, get };
};

it('serves health and metrics for a worker, and no page', async () => {
  const { stores, metrics, get } = await start();
  metrics.jobEnded({ kind: 'sync', outcome: 'done', attempt: 1, seconds: 2, waitedSeconds: 0 });
  expect(await (await get('/healthz')).json()).toEqual({ ok: true });
  expect(await (await get('/readyz')).json()).toEqual({ ready: true });
  const text = await (await get('/metrics')).text();
  expect(text).toContain('parley_jobs_total{kind="sync",outcome="done"} 1');
  expect(text).toContain('parley_store_up{part="records"} 1');
  expect((await get('/')).status).toBe(404);
  await stores.close();
  await expect.poll(async () => (await get('/readyz')).status).toBe(503);
});

it('says that Postgres gives fewer connections than this process wants, and goes on', async () => {
  const stores = openEmbedded(':memory:');
  const metrics = createMetrics();
  const connections = { state: () => ({ open: 3, most: 15, isRefusedMore: true }) } as unknown as SharedConnections;
  metrics.connections(connections);
  const server = await startOperations({
    stores: { ...stores, connections },
    settings: {},
    log: silentLog,
    metrics,
    port: 0,
    host: '127.0.0.1',
  });
  open.push(stores, server);
  const ready = await fetch(`http://127.0.0.1:${server.port}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, degraded: ['connections'] }]);
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  expect(text).toContain('parley_postgres_connections{which="open"} 3');
  expect(text).toContain('parley_postgres_connections{which="most"} 15');
});

it('shows metrics only with the token', async () => {
  const { get } = await start({ PARLEY_METRICS_TOKEN: 'a-token-of-metrics' });
  expect((await get('/metrics')).status).toBe(403);
  expect((await get('/metrics', { authorization: 'Bearer a-token-of-metrics' })).status).toBe(200);
});

it('names the setting to change when the port is in use', async () => {
  const { server, stores, metrics } = await start();
  const again = startOperations({
    stores,
    settings: {},
    log: silentLog,
    metrics,
    port: server.port,
    host: '127.0.0.1',
  });
  await expect(again).rejects.toMatchObject({
    code: 'BAD_SETTING',
    remedy: expect.stringContaining('PARLEY_METRICS_PORT'),
  });
});

it('names PARLEY_HOST when the address is not one of this machine', async () => {
  const { stores, metrics } = await start();
  // 192.0.2.0/24 is for documentation (RFC 5737): no machine has an address there.
  const elsewhere = startOperations({ stores, settings: {}, log: silentLog, metrics, port: 0, host: '192.0.2.1' });
  await expect(elsewhere).rejects.toMatchObject({
    code: 'BAD_SETTING',
    message: 'This machine has no address 192.0.2.1 (EADDRNOTAVAIL).',
    remedy: expect.stringContaining('PARLEY_HOST'),
  });
});
