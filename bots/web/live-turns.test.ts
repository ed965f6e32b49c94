import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { createConversations } from '../conversation/conversations.ts';
import { scriptedAgent } from '../conversation/testing/scripted-agent.ts';
import { createLiveTurns, type LiveTurns } from './live-turns.ts';

const STOPS = 'turn-to-stop';
const DAY_MS = 86_400_000;

let stores: Stores;
let live: LiveTurns;
let other: LiveTurns;
let gate: PromiseWithResolvers<void>;
beforeEach(() => {
  stores = openEmbedded(':memory:');
  gate = Promise.withResolvers();
  const agent = scriptedAgent(async ({ signal }) => {
    const stopped = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    await Promise.race([gate.promise, stopped]);
    signal?.throwIfAborted();
    return { text: 'Thirty days.' };
  });
  const conversations = createConversations({ agent, store: stores.conversations, documents: stores.documents });
  live = createLiveTurns(conversations, silentLog, stores.keyValues);
  other = createLiveTurns(conversations, silentLog, stores.keyValues);
});
afterEach(async () => {
  gate.resolve();
  await live.idle();
  await stores.close();
});

const start = async () => {
  const event = await live.start({
    eventId: 'e1',
    conversationId: 'web:c1',
    platform: 'web',
    workspace: 'web',
    askerId: 'web:ann',
    text: 'How many?',
    scopes: ['everyone'],
  });
  return event.type === 'accepted' ? event.turnId : '';
};

it('are stopped from another process, however many stops wait for processes that are gone', async () => {
  // Ids of turns are hexadecimal, so these come first.
  await stores.keyValues.change({
    found: [],
    put: Array.from({ length: 1100 }, (_, n) => ({ kind: STOPS, key: `.${n}`, value: {} })),
  });
  const turnId = await start();
  await other.stopAnywhere(turnId);
  await expect.poll(async () => (await stores.conversations.turn(turnId))?.status, { timeout: 5000 }).toBe('cancelled');
});

it('forget the stop of a turn that no process has ended for a day', async () => {
  const long = new Date(Date.now() - 2 * DAY_MS).toISOString();
  await stores.keyValues.put(STOPS, 'of a turn that was deleted', {}, { updatedAt: long });
  await stores.keyValues.put(STOPS, 'of another process', {});
  await start();
  const left = async () => (await stores.keyValues.list(STOPS, { limit: 9 })).map(({ key }) => key);
  await expect.poll(left, { timeout: 3000 }).toEqual(['of another process']);
});

it('read no stops once their last turn has ended, since the stores may be closed by then', async () => {
  const reads = vi.spyOn(stores.keyValues, 'list');
  const conversations = createConversations({
    agent: scriptedAgent(async () => ({ text: 'Thirty days.' })),
    store: stores.conversations,
    documents: stores.documents,
  });
  live = createLiveTurns(conversations, silentLog, stores.keyValues);
  await start();
  await live.idle();
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(reads).not.toHaveBeenCalled();
});
