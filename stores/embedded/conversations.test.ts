import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversationStoreContract } from '../conversations.contract.ts';
import { testStores } from '../testing/test-stores.ts';
import { embeddedConversations } from './conversations.ts';
import { openDatabase } from './database.ts';

conversationStoreContract(() => testStores());

it('takes over the claim of a dead process, also when the clock was set back an hour', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-claims-'));
  const db = openDatabase(join(folder, 'parley.db'));
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
    rmSync(folder, { recursive: true });
  }
});
