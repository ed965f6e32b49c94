import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { erasePerson } from '../../ingest/forget.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { startTurn } from '../api/start-turn.ts';
import { createConversations } from '../conversation/conversations.ts';
import type { Ask } from '../conversation/events.ts';
import { scriptedAgent } from '../conversation/testing/scripted-agent.ts';
import type { WebDependencies } from './dependencies.ts';
import { createLiveTurns } from './live-turns.ts';
import { turnEvents } from './turn-events.ts';

let stores: Stores;
let web: Pick<WebDependencies, 'parley' | 'live'>;
beforeEach(() => {
  stores = openEmbedded(':memory:');
  const agent = scriptedAgent(async () => ({ text: 'The quetzal nests above the boiler.' }));
  const conversations = createConversations({ agent, store: stores.conversations, documents: stores.documents });
  const parley = { settings: readSettings({}), stores } as unknown as WebDependencies['parley'];
  web = { parley, live: createLiveTurns(conversations, silentLog) };
});
afterEach(() => stores.close());

const ASK: Ask = {
  eventId: 'e1',
  conversationId: 'web:c1',
  platform: 'web',
  askerId: 'web:ann',
  text: 'where?',
  scopes: ['everyone'],
};

it('shows nothing that is kept for a moment of an answer whose asker was erased', async () => {
  const turn = await startTurn(web, ASK);
  await web.live.idle();
  const shown = async () => {
    const signal = new AbortController().signal;
    const events = [];
    for await (const { event } of turnEvents(web, turn, { after: undefined, address: undefined, scopes: [], signal }))
      events.push(event);
    return events;
  };
  expect((await shown()).at(-1)).toMatchObject({ type: 'answer' });
  await erasePerson(stores, 'web:ann');
  expect(await shown()).toMatchObject([{ type: 'error', code: 'UNKNOWN_ID', message: 'This question was erased.' }]);
});

it('shows an answer that is under way only once the store says that it may be seen', async () => {
  let finish = () => {};
  const written = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const agent = scriptedAgent(async () => {
    await written;
    return {
      text: 'The quetzal nests above the boiler.',
      citations: [{ documentId: 'p1', title: 'Birds', quote: 'The quetzal nests above the boiler.' }],
    } as never;
  });
  const conversations = createConversations({ agent, store: stores.conversations, documents: stores.documents });
  web = { ...web, live: createLiveTurns(conversations, silentLog) };
  const turn = await startTurn(web, {
    eventId: 'e2',
    conversationId: 'web:c2',
    platform: 'web',
    askerId: 'web:ann',
    text: 'where?',
    scopes: ['everyone'],
  });
  const { signal } = new AbortController();
  const follower = { after: undefined, address: undefined, scopes: ['everyone'], signal };
  const events = turnEvents(web, turn, follower);
  const ends: unknown[] = [];
  const reading = (async () => {
    for await (const { event } of events) if (event.type === 'answer' || event.type === 'error') ends.push(event);
  })();
  let asked = 0;
  const failed = new Promise<void>((resolve) => {
    vi.spyOn(stores.documents, 'visible').mockImplementation(async () => {
      asked += 1;
      if (asked > 1) return new Set<string>();
      resolve();
      throw new ParleyError('STORE_UNAVAILABLE', { message: 'The store is away.', remedy: 'Try again.' });
    });
  });
  finish();
  await failed;
  expect(ends).toEqual([]);
  await reading;
  expect(asked).toBeGreaterThan(1);
  expect(ends).toMatchObject([{ type: 'answer' }]);
  expect(JSON.stringify(ends)).not.toContain('Birds');
});

it('says why a question could not be stored, and not that it was sent before', async () => {
  const full = new ParleyError('DISK_FULL', { message: 'The server has no space left.', remedy: 'Give it space.' });
  vi.spyOn(stores.conversations, 'putTurn').mockRejectedValue(full);
  const asked = startTurn(web, ASK);
  await expect(asked).rejects.toMatchObject({ code: 'DISK_FULL', remedy: 'Give it space.' });
});
