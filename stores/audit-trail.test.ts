import { expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createAuditTrail } from './audit-trail.ts';
import { openEmbedded } from './embedded/index.ts';

it('keeps what an erased person did and what was done to them, without them', async () => {
  const stores = openEmbedded(':memory:');
  let now = Date.parse('2026-11-23T08:00:00Z');
  const trail = createAuditTrail(stores.keyValues, { ...systemClock, now: () => now++ });
  const [ann, admin] = [
    { id: 'oidc:ann', name: 'Ann' },
    { id: 'local:admin', name: 'Admin' },
  ];
  // More than one batch of older records.
  for (let n = 0; n < 600; n++) await trail.write(admin, 'source.sync', `source-${n}`);
  await trail.write(ann, 'source.add', 'handbook', { depth: 1 });
  await trail.write(admin, 'person.export', 'oidc:ann');
  await trail.write(admin, 'person.role', 'oidc:anna', { role: 'reviewer' });
  const before = (await trail.list({ limit: 700 })).records;

  expect(await trail.forgetPerson('oidc:ann', { dryRun: true })).toBe(2);
  expect(await trail.forgetPerson('oidc:ann')).toBe(2);
  const after = (await trail.list({ limit: 700 })).records;
  expect(after).toHaveLength(603);
  expect(after.map(({ at, action }) => [at, action])).toEqual(before.map(({ at, action }) => [at, action]));
  expect(JSON.stringify(after)).not.toMatch(/oidc:ann"|"Ann"/);
  expect(after[0]).toEqual(before[0]);
  expect(after[2]).toMatchObject({ action: 'source.add', subject: 'handbook', details: { depth: 1 } });
  expect(await trail.forgetPerson('oidc:ann')).toBe(0);
  await stores.close();
});
