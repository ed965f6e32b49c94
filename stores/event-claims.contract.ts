import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { ConversationStore } from './conversations.ts';
import type { WritableStores } from './stores.ts';
import { conversation, turn } from './testing/conversation-samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';

type ClaimStores = StoreUnderTest<Pick<WritableStores, 'conversations'>>;

/**
 * The part of a conversation store's contract about claims: of several processes, one answers an event.
 * @param test stores that are emptied before each test
 */
export const eventClaimTests = (test: Pick<ClaimStores, 'open'>) => {
  let store: ConversationStore;
  beforeEach(async () => {
    store = (await test.open()).conversations;
  });

  it('gives an event to one holder, until it is finished', async () => {
    const other = (await test.open()).conversations;
    expect(await store.claim('e', 'one', 60_000)).toBe('claimed');
    expect(await other.claim('e', 'two', 60_000)).toBe('held-by-another');
    expect(await store.claim('e', 'one', 60_000)).toBe('held-by-another');
    expect(await other.renewClaim('e', 'two')).toBe(false);
    expect(await store.renewClaim('e', 'one')).toBe(true);
    await other.finishClaim('e', 'two');
    expect(await other.claim('e', 'two', 60_000)).toBe('held-by-another');
    await store.finishClaim('e', 'one');
    expect(await other.claim('e', 'two', 0)).toBe('already-done');
    expect(await store.renewClaim('e', 'one')).toBe(false);
    expect(await store.claim('other event', 'one', 60_000)).toBe('claimed');
  });

  it('hands the event of a holder that fell silent to one other', async () => {
    expect(await store.claim('e', 'dead', 60_000)).toBe('claimed');
    await sleep(60);
    expect(await store.claim('e', 'late', 30)).toBe('claimed');
    expect(await store.renewClaim('e', 'dead')).toBe(false);
    await store.finishClaim('e', 'dead');
    expect(await store.claim('e', 'third', 60_000)).toBe('held-by-another');
  });

  it('counts the silence of a holder from its last renewal', async () => {
    // If the machine stalls between renewal and check, the result means nothing; repeats with a longer pause.
    for (const [event, pause] of Object.entries({ short: 60, longer: 600, longest: 6000 })) {
      expect(await store.claim(event, 'alive', 60_000)).toBe('claimed');
      await sleep(pause);
      const before = performance.now();
      expect(await store.renewClaim(event, 'alive')).toBe(true);
      const outcome = await store.claim(event, 'third', pause - 5);
      if (performance.now() - before > pause - 10) continue;
      expect(outcome).toBe('held-by-another');
      return;
    }
    throw new Error('This machine is too slow to tell.');
  });

  it('gives each of many events to exactly one of several that claim at once', async () => {
    const holders = [store, (await test.open()).conversations, (await test.open()).conversations];
    const events = Array.from({ length: 40 }, (_, i) => `e${i}`);
    const outcomes = await Promise.all(
      events.flatMap((event) => holders.map((each, i) => each.claim(event, `holder ${i}`, 60_000))),
    );
    expect(outcomes.filter((outcome) => outcome === 'claimed').length).toBe(40);
    expect(outcomes.filter((outcome) => outcome === 'held-by-another').length).toBe(80);
  });

  it('writes behind a fence only while the claim is held', async () => {
    const fence = { eventId: 'e', holder: 'a' };
    expect(await store.putTurn(turn('t', { eventId: 'e' }), fence)).toBe(false);
    await store.claim('e', 'a', 60_000);
    expect(await store.putTurn(turn('t', { eventId: 'e' }), fence)).toBe(true);
    expect(await store.putConversation(conversation('c'), fence)).toBe(true);
    expect(await store.openConversation(conversation('c'), fence)).toBe(true);
    expect(await store.putTurn(turn('t', { eventId: 'e', question: 'Other?' }), { ...fence, holder: 'b' })).toBe(false);
    await store.forgetPerson('ann');
    expect(await store.putTurn(turn('t', { eventId: 'e' }), fence)).toBe(false);
    expect(await store.turnByEvent('e')).toBeUndefined();
    expect(await store.claim('e', 'b', 60_000)).toBe('already-done');
  });

  it('releases a claim, but not that of another holder and not a finished one', async () => {
    for (const event of ['open', 'done']) await store.claim(event, 'a', 60_000);
    await store.finishClaim('done', 'a');
    await store.releaseClaim('open', 'b');
    expect(await store.claim('open', 'b', 60_000)).toBe('held-by-another');
    for (const event of ['open', 'done']) await store.releaseClaim(event, 'a');
    expect(await store.claim('open', 'b', 60_000)).toBe('claimed');
    expect(await store.claim('done', 'b', 60_000)).toBe('already-done');
  });

  it('closes events for good, claimed or not', async () => {
    await store.claim('held', 'a', 60_000);
    await store.closeEvents(['held', 'never seen', 'never seen']);
    await store.closeEvents([]);
    expect(await store.claim('held', 'b', 0)).toBe('already-done');
    expect(await store.claim('never seen', 'b', 0)).toBe('already-done');
    expect(await store.renewClaim('held', 'a')).toBe(false);
    expect(await store.claim('other', 'b', 0)).toBe('claimed');
  });

  it('tells closed events from those that were answered or are claimed', async () => {
    for (const event of ['claimed', 'answered', 'closed']) await store.claim(event, 'a', 60_000);
    await store.finishClaim('answered', 'a');
    await store.closeEvents(['closed']);
    expect(await store.isClosed(['claimed', 'answered', 'never seen'])).toBe(false);
    expect(await store.isClosed(['answered', 'closed'])).toBe(true);
    expect(await store.isClosed([])).toBe(false);
  });
};
