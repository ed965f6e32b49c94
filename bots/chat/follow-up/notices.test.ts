import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import { announceFixed, sendNotices } from './notices.ts';
import { tellFixed } from './tell-fixed.ts';

let stores: ReturnType<typeof openEmbedded>;
beforeEach(() => {
  stores = openEmbedded(':memory:');
});
afterEach(() => stores.close());

const ASKER = 'slack:T1/ann';
const turn = {
  id: 'turn1',
  eventId: 'slack:Ev1',
  question: 'Where are the keys?',
  askerId: ASKER,
  conversationId: 'slack:T1/C1',
};
const recordsLeft = async () => {
  const left: string[] = [];
  for await (const { kind } of stores.keyValues.all()) left.push(kind);
  return left;
};
const sendTo = (send: () => Promise<void>) => sendNotices(stores.keyValues, { platform: 'slack', send });

it('forgets a notice that waits when its person is erased', async () => {
  expect(await announceFixed(stores.keyValues, turn)).toBe(true);
  await stores.keyValues.forgetPerson(ASKER);
  expect(await recordsLeft()).toEqual([]);
});

it('sends a notice once, again only after a failure, and never a second one for the same turn', async () => {
  await announceFixed(stores.keyValues, turn);
  await expect(sendTo(() => Promise.reject(new Error('Slack is away')))).rejects.toThrow('Slack is away');
  const texts: string[] = [];
  const send = () =>
    sendNotices(stores.keyValues, {
      platform: 'slack',
      send: async ({ text }) => {
        texts.push(text);
      },
    });
  expect(await Promise.all([send(), send()])).toEqual(expect.arrayContaining([1, 0]));
  expect(texts).toEqual([expect.stringContaining('“Where are the keys?”')]);
  expect(await announceFixed(stores.keyValues, turn)).toBe(false);
  await stores.keyValues.forgetPerson(ASKER);
  expect(await recordsLeft()).toEqual([]);
});

it('does not queue a notice again that could not be sent, when its person was erased meanwhile', async () => {
  await announceFixed(stores.keyValues, turn);
  const erased = sendTo(async () => {
    await stores.keyValues.forgetPerson(ASKER);
    throw new Error('Slack is away');
  });
  await expect(erased).rejects.toThrow('Slack is away');
  expect(await recordsLeft()).toEqual([]);
});

it.each(['slack:T1/C1', 'web:thread1'])(
  'takes a notice back whose person was erased while it was queued: %s',
  async (conversationId) => {
    let reads = 0;
    const conversations = {
      ...stores.conversations,
      // The erasure has deleted the turn, and all records before it, by the second look.
      turn: async () => (++reads === 1 ? { ...turn, conversationId } : undefined),
    };
    const telling = { caseId: 'case1', origin: { turnId: turn.id } };
    const told = await tellFixed(
      { conversations, keyValues: stores.keyValues } as never,
      { told: async () => {} } as never,
      [telling] as never,
    );
    expect(told).toBe(0);
    expect(await recordsLeft()).toEqual([]);
  },
);

it('makes no link of what was asked', async () => {
  const question = 'Where are [the keys](https://evil.example/keys)?';
  await announceFixed(stores.keyValues, { ...turn, question });
  const texts: string[] = [];
  await sendNotices(stores.keyValues, {
    platform: 'slack',
    send: async ({ text }) => {
      texts.push(text);
    },
  });
  expect(texts).toEqual([expect.stringContaining('“Where are the keys?”')]);
});
