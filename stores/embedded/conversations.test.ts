import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversationStoreContract } from '../conversations.contract.ts';
import { testStores } from '../testing/test-stores.ts';
import { embeddedConversations } from './conversations.ts';
import { openDatabase } from './database.ts';

conversationStoreContract(() => testStores());

const folder = mkdtempSync(join(tmpdir(), 'parley-claims-'));

it('takes over the claim of a dead process, also when the clock was set back an hour', async () => {
  const db = openDatabase(join(folder, 'back.db'));
  let time = Date.parse('2026-01-01T12:00:00Z');
  const store = embeddedConversations(db, { now: () => time });
  try {
    expect(await store.claim('e', 'dead', 15_000)).toBe('claimed');
    time -= 3_600_000;
    // The holder may be alive, so it has the usual time for a renewal.
    expect(await store.claim('e', 'late', 15_000)).toBe('held-by-another');
    time += 16_000;
    expect(await store.claim('e', 'late', 15_000)).toBe('claimed');
    expect(await store.renewClaim('e', 'dead')).toBe(false);
    time -= 3_600_000;
    expect(await store.claim('e', 'third', 15_000)).toBe('held-by-another');
    expect(await store.renewClaim('e', 'late')).toBe(true);
    time += 10_000;
    expect(await store.claim('e', 'third', 15_000)).toBe('held-by-another');
  } finally {
    db.close();
  }
});

it('forgets a claim that nobody has renewed for a month, finished or not', async () => {
  const db = openDatabase(join(folder, 'month.db'));
  let time = Date.parse('2026-01-01T12:00:00Z');
  const store = embeddedConversations(db, { now: () => time });
  const known = () => db.query<{ event_id: string }>('SELECT event_id FROM claims ORDER BY event_id').all();
  try {
    for (const event of ['finished', 'left behind']) await store.claim(event, 'dead', 60_000);
    await store.finishClaim('finished', 'dead');
    time += 29 * 24 * 3600_000;
    await store.claim('new', 'alive', 60_000);
    await store.finishClaim('new', 'alive');
    expect(known().map(({ event_id }) => event_id)).toEqual(['finished', 'left behind', 'new']);
    time += 2 * 24 * 3600_000;
    await store.claim('newer', 'alive', 60_000);
    await store.finishClaim('newer', 'alive');
    expect(known().map(({ event_id }) => event_id)).toEqual(['new', 'newer']);
  } finally {
    db.close();
  }
});
