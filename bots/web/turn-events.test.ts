import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { erasePerson } from '../../ingest/forget.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { startTurn } from '../api/start-turn.ts';
import { createConversations } from '../conversation/index.ts';
import { scriptedAgent } from '../conversation/scripted-agent.ts';
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

it('shows nothing that is kept for a moment of an answer whose asker was erased', async () => {
  const turn = await startTurn(web, {
    eventId: 'e1',
    conversationId: 'web:c1',
    platform: 'web',
    askerId: 'web:ann',
    text: 'where?',
    scopes: ['everyone'],
  });
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
