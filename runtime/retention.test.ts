import { expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { readSettings } from '../core/settings.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import { createAuditTrail } from '../stores/index.ts';
import { retentionHandler } from './jobs/retention-schedule.ts';
import { createThreadNotes } from './people/thread-notes.ts';
import { applyRetention, lastRetention } from './retention.ts';

const NOW = Date.parse('2026-06-30T03:00:00Z');
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();

const open = async () => {
  const stores = openEmbedded(':memory:');
  const notes = createThreadNotes(stores.keyValues);
  const thread = async (id: string, lastAskedDaysAgo: number) => {
    const at = daysAgo(lastAskedDaysAgo);
    await stores.conversations.putConversation({
      id,
      platform: 'web',
      title: id,
      createdAt: daysAgo(400),
      updatedAt: at,
    });
    await stores.conversations.putTurn({
      id: `turn of ${id}`,
      conversationId: id,
      eventId: `event of ${id}`,
      askerId: 'web:ann',
      question: 'How much leave do I have?',
      scopes: ['everyone'],
      status: 'done',
      askedAt: at,
    });
    await stores.conversations.putFeedback({ turnId: `turn of ${id}`, askerId: 'web:ann', at, rating: 'up' });
    await notes.change('web:ann', id, { title: `my ${id}` });
    return notes.share('web:ann', id);
  };
  const change = (subject: string, days: number) =>
    createAuditTrail(stores.keyValues, { ...systemClock, now: () => NOW - days * DAY }).write(
      { id: 'oidc:ann', name: 'Ann' },
      'source.sync',
      subject,
    );
  return { stores, notes, thread, change };
};
type HandlerJob = Parameters<ReturnType<typeof retentionHandler>['run']>[0];
const runDaily = (stores: ReturnType<typeof openEmbedded>, settings: Record<string, string>, at = NOW) =>
  retentionHandler({ settings: readSettings(settings), stores }, () => at).run({} as HandlerJob, AbortSignal.any([]));

it('deletes what is older than the settings say, whole, and leaves the rest as it was', async () => {
  const { stores, notes, thread, change } = await open();
  const oldKey = await thread('old', 91);
  const newKey = await thread('new', 89);
  await change('old change', 366);
  await change('new change', 364);
  const settings = { PARLEY_RETENTION_DAYS: '90', PARLEY_AUDIT_RETENTION_DAYS: '365' };

  expect(await applyRetention(stores, readSettings(settings), { now: NOW, dryRun: true })).toEqual({
    threads: 1,
    changes: 1,
  });
  expect(await stores.conversations.conversation('old')).toBeDefined();

  await runDaily(stores, settings);
  expect(await stores.conversations.conversation('old')).toBeUndefined();
  expect(await stores.conversations.turn('turn of old')).toBeUndefined();
  expect(await stores.conversations.feedback('turn of old')).toEqual([]);
  expect(await notes.note('web:ann', 'old')).toEqual({});
  expect(await notes.shared(oldKey)).toBeUndefined();
  expect(await stores.conversations.turn('turn of new')).toMatchObject({ question: 'How much leave do I have?' });
  expect(await notes.note('web:ann', 'new')).toEqual({ title: 'my new' });
  expect(await notes.shared(newKey)).toMatchObject({ threadId: 'new' });

  const { records } = await createAuditTrail(stores.keyValues).list({ limit: 10 });
  expect(records.map(({ action, subject, by }) => ({ action, subject, by }))).toEqual([
    { action: 'retention.apply', subject: 'what was kept long enough', by: 'Parley' },
    { action: 'source.sync', subject: 'new change', by: 'Ann' },
  ]);
  expect(records[0]?.details).toMatchObject({ threads: 1, changes: 1, PARLEY_RETENTION_DAYS: 90 });
  expect(await lastRetention(stores)).toMatchObject({ threads: 1, changes: 1, day: '2026-06-30' });
  await stores.close();
});

it('runs once on a day, again on the next, and writes nothing into the trail where nothing went', async () => {
  const { stores, thread } = await open();
  const settings = { PARLEY_RETENTION_DAYS: '1' };
  await runDaily(stores, settings);
  await thread('late', 3);
  await runDaily(stores, settings, NOW + 3_600_000);
  expect(await stores.conversations.conversation('late')).toBeDefined();
  expect((await createAuditTrail(stores.keyValues).list({ limit: 10 })).records).toEqual([]);
  await runDaily(stores, settings, NOW + DAY);
  expect(await stores.conversations.conversation('late')).toBeUndefined();
  await stores.close();
});

it('keeps all of it where nothing is set', async () => {
  const { stores, thread, change } = await open();
  await thread('ancient', 4000);
  await change('ancient', 4000);
  await runDaily(stores, {});
  expect(await stores.conversations.conversation('ancient')).toBeDefined();
  expect((await createAuditTrail(stores.keyValues).list({ limit: 10 })).records).toHaveLength(1);
  expect(await lastRetention(stores)).toBeUndefined();
  await stores.close();
});

it('deletes more threads than it holds in memory at a time', async () => {
  const { stores, thread } = await open();
  for (let i = 0; i < 1203; i += 1) await thread(`t${i}`, i % 2 === 0 ? 100 : 1);
  expect(await applyRetention(stores, readSettings({ PARLEY_RETENTION_DAYS: '90' }), { now: NOW })).toEqual({
    threads: 602,
    changes: 0,
  });
  await stores.close();
});
