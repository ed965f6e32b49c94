import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createErasedPeople } from '../../stores/index.ts';
import { earlierMessages } from './earlier-messages.ts';

let stores: ReturnType<typeof openEmbedded>;
beforeEach(() => {
  stores = openEmbedded(':memory:');
});
afterEach(() => stores.close());

const said = (who: string, at: number, text: string) => ({ personId: `slack:T1/${who}`, eventId: `E${at}`, at, text });
const read = async (...messages: ReturnType<typeof said>[]) => (await earlierMessages(stores, messages))[0]?.text;
const eraseAt = (at: number) => createErasedPeople(stores.keyValues, { now: () => at }).add('slack:T1/bob');

it('leaves out what a person wrote up to their erasure, and nothing else', async () => {
  const thread = [said('bob', 10, 'one'), said('ann', 20, 'two'), said('bob', 30, 'three'), said('bob', 40, 'four')];
  expect(await read(...thread)).toBe('one\n\ntwo\n\nthree\n\nfour');
  await eraseAt(30);
  expect(await read(...thread)).toBe('two\n\nfour');
  expect(await earlierMessages(stores, thread.slice(0, 1))).toEqual([]);
});

it('leaves out an erased question although the clock of this machine was behind the platform’s', async () => {
  await eraseAt(5);
  await stores.conversations.closeEvents(['E10', 'E20']);
  expect(await read(said('bob', 10, 'one'), said('ann', 20, 'two'), said('bob', 30, 'three'))).toBe('two\n\nthree');
});
