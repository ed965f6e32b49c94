import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { SharedConnections } from '../../stores/index.ts';
import { listFewConnections, noteFewConnections } from './few-connections.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const start = () => {
  const stores = openEmbedded(':memory:');
  const state = { open: 15, most: 15, isRefusedMore: false };
  const connections = { state: () => state } as unknown as SharedConnections;
  const noted = noteFewConnections({ keyValues: stores.keyValues, connections }, silentLog, 10);
  open.push(stores);
  const list = () => listFewConnections(stores.keyValues);
  return { stores, state, noted, list };
};

it('shows everybody a process that is given fewer connections than it wants, until it is given more', async () => {
  const { state, noted, list } = start();
  Object.assign(state, { open: 3, isRefusedMore: true });
  await expect.poll(list).toEqual([{ host: expect.any(String), pid: process.pid, open: 3, most: 15 }]);
  Object.assign(state, { open: 15, isRefusedMore: false });
  await expect.poll(list).toEqual([]);
  await noted.close();
});

it('takes its note along when the process ends, and leaves that of a process that died for a minute', async () => {
  const { stores, state, noted, list } = start();
  Object.assign(state, { open: 3, isRefusedMore: true });
  await expect.poll(list).toHaveLength(1);
  expect(await listFewConnections(stores.keyValues, Date.now() + 61_000)).toEqual([]);
  await expect.poll(list).toHaveLength(1);
  await noted.close();
  expect(await list()).toEqual([]);
});
