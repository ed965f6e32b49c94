import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { cpuMs } from '../../bench/bench.ts';
import { silentLog } from '../../core/log.ts';
import { openStores, type Stores } from '../../stores/index.ts';
import { createConversations } from '../conversation/conversations.ts';
import { answerOf, scriptedAgent } from '../conversation/testing/scripted-agent.ts';
import { createDeliveries } from './delivery/deliveries.ts';
import type { Delivery } from './delivery/delivery.ts';
import { createOutbox, type Outbox } from './delivery/outbox.ts';
import { createFollowUps } from './follow-up/follow-ups.ts';
import { createSourceWatch } from './follow-up/source-watch.ts';
import type { ChatPlatform } from './platform.ts';
import { pageOf } from './testing/pages.ts';

export const about = 'What answered threads cost while nobody writes in them: CPU and memory a minute, by their number';

const PAGES = 2000;
const MINUTES = 20;
/** The background work of one minute: one round of follow-ups, and a check for lost questions every five seconds. */
const SWEEPS = 12;

const nowhere = (told: string[]): ChatPlatform<unknown> => ({
  name: 'slack',
  reply: () => {
    throw new Error('nobody asks here');
  },
  silence: async () => undefined,
  prepare: async () => ({ scopes: ['everyone'], inChannel: true }),
  tellAsker: async () => {},
  scopesOfPerson: async () => ['everyone'],
  sendDigest: async () => {},
  notify: async ({ key }) => void told.push(key),
});

const outboxOf = ({ keyValues }: Stores): Outbox =>
  createOutbox(keyValues, { platform: 'slack', target: z.unknown(), placeOnly: (target) => target, log: silentLog });

/** Stores answered threads as records: conversation, turn, delivery, message and cited pages. */
const fill = async (stores: Stores, count: number) => {
  for (let i = 0; i < PAGES; i += 200)
    await stores.apply({ put: Array.from({ length: 200 }, (_, j) => pageOf(`page-${i + j}`, ['everyone'])) });
  const outbox = outboxOf(stores);
  const watch = createSourceWatch(stores, { platform: 'slack', outbox });
  const at = new Date().toISOString();
  const stamps = await stores.documents.stampsOf(Array.from({ length: PAGES }, (_, i) => `page-${i}`));
  for (let i = 0; i < count; i += 1) {
    const key = `slack:T1/C1/${i}`;
    const question = `What does page ${i} say of the matter?`;
    const cited = [i, i * 7 + 1, i * 13 + 2].map((n) => {
      const documentId = `page-${n % PAGES}`;
      return { documentId, contentHash: stamps.get(documentId)?.contentHash ?? '' };
    });
    const person = { personId: `slack:T1/U${i % 50}` };
    const delivery: Delivery = {
      key,
      conversationId: key,
      askerId: person.personId,
      workspace: 'slack:T1',
      text: question,
      target: { team: 'T1', channel: 'C1' },
      messages: [`slack:T1/C1/${i}.1`],
      posting: false,
      revision: 0,
      createdAt: at,
      turnId: `turn-${i}`,
      cited,
    };
    await stores.conversations.putConversation({
      id: key,
      platform: 'slack',
      title: question,
      createdAt: at,
      updatedAt: at,
    });
    await stores.conversations.putTurn({
      id: `turn-${i}`,
      conversationId: key,
      eventId: key,
      askerId: person.personId,
      question,
      scopes: ['everyone'],
      status: 'done',
      answer: answerOf(question, { text: 'It says so. '.repeat(40) }),
      askedAt: at,
      answeredAt: at,
    });
    await outbox.add(delivery);
    await outbox.complete(delivery, watch.records(delivery));
  }
};

const measure = async (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-idle-'));
  const filled = await openStores({ PARLEY_DATA: folder });
  await fill(filled, count);
  await filled.close();
  const megabytes = statSync(join(folder, 'parley.db')).size / 1e6;

  const stores = await openStores({ PARLEY_DATA: folder });
  const told: string[] = [];
  const platform = nowhere(told);
  const outbox = outboxOf(stores);
  const watch = createSourceWatch(stores, { platform: 'slack', outbox });
  const conversations = createConversations({ agent: scriptedAgent(async () => ({})), store: stores.conversations });
  const never = 1_000_000_000;
  const deliveries = createDeliveries({
    platform,
    outbox,
    watch,
    conversations,
    stores,
    log: silentLog,
    sweepMs: never,
  });
  const followUps = createFollowUps({
    platform,
    keyValues: stores.keyValues,
    documents: stores.documents,
    outbox,
    watch,
    log: silentLog,
    everyMs: never,
  });
  const minute = async () => {
    await followUps.round();
    for (let i = 0; i < SWEEPS; i += 1) await deliveries.sweep();
  };
  await minute();
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const before = cpuMs();
  for (let i = 0; i < MINUTES; i += 1) await minute();
  const spent = cpuMs() - before;
  globalThis.gc?.();
  const grown = process.memoryUsage().heapUsed - heap;

  await stores.apply({ put: [pageOf('page-5', ['everyone'], 'Anew.')] });
  const changed = cpuMs();
  await followUps.round();
  const change = cpuMs() - changed;
  console.log(
    JSON.stringify({
      idle_threads: count,
      cpu_ms_a_minute: Number((spent / MINUTES).toFixed(2)),
      heap_growth_kb: Math.round(grown / 1000),
      file_kb_a_thread: count > 0 ? Number(((megabytes * 1000) / count).toFixed(2)) : undefined,
      one_page_changes: { answers_told: told.length, cpu_ms: Math.round(change) },
    }),
  );
  followUps.close();
  await deliveries.close();
  await stores.close();
  rmSync(folder, { recursive: true, force: true });
};

/** An idle thread leaves only records, so both figures should be equal except for noise. */
export const run = async ([threads = '10000']: readonly string[]): Promise<void> => {
  for (const count of [0, Number(threads)]) await measure(count);
};
