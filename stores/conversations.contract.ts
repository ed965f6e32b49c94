import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Feedback, Turn } from '../core/conversation.ts';
import type { ConversationStore } from './conversations.ts';
import { eventClaimTests } from './event-claims.contract.ts';
import type { WritableStores } from './stores.ts';
import { at, conversation, turn } from './testing/conversation-samples.ts';
import { collect, HARD_TEXTS } from './testing/samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';

const answer: Turn['answer'] = {
  question: 'q',
  text: 'Twelve weeks [1].',
  shortAnswer: 'twelve weeks',
  verdict: 'answered',
  confidence: 0.75,
  citations: [{ n: 1, documentId: 'd', passageId: 'd#0', title: 'Leave', quote: HARD_TEXTS[3]!, kind: 'passage' }],
  strategy: 'vanilla',
  usage: { calls: 1, inputTokens: 10, outputTokens: 2, seconds: 0.5 },
  mode: 'model',
  trace: [{ node: 'search', kind: 'tool', name: 'search', at: 3, data: { nested: [null, { deep: true }] } }],
};

/** The contract of every ConversationStore. @param fresh stores for these tests, emptied before each test */
export const conversationStoreContract = (fresh: () => StoreUnderTest<Pick<WritableStores, 'conversations'>>) =>
  describe('conversation store', () => {
    const test = fresh();
    let store: ConversationStore;
    beforeEach(async () => {
      await test.reset();
      store = (await test.open()).conversations;
    });
    afterAll(() => test.dispose());

    describe('claims of events', () => eventClaimTests(test));

    it('keeps conversations and lists a person’s, the newest first', async () => {
      for (const [id, minute] of [
        ['old', 1],
        ['new', 9],
        ['mid', 5],
      ] as const) {
        await store.putConversation(conversation(id, { updatedAt: at(minute) }));
        await store.putTurn(turn(`t ${id}`, { conversationId: id }));
      }
      await store.putConversation(conversation('theirs'));
      await store.putTurn(turn('t theirs', { conversationId: 'theirs', askerId: 'bob' }));
      await store.putConversation(conversation('slack', { platform: 'slack' }));
      await store.putTurn(turn('t slack', { conversationId: 'slack' }));
      expect((await store.conversations('web', 'ann', 9)).map(({ id }) => id)).toEqual(['new', 'mid', 'old']);
      expect((await store.conversations('web', 'ann', 2)).map(({ id }) => id)).toEqual(['new', 'mid']);
      expect((await store.conversations('slack', 'ann', 9)).map(({ id }) => id)).toEqual(['slack']);
      await store.putConversation(conversation('old', { title: HARD_TEXTS[1]!, updatedAt: at(10) }));
      expect((await store.conversations('web', 'ann', 1))[0]).toEqual(
        conversation('old', { title: HARD_TEXTS[1]!, updatedAt: at(10) }),
      );
      expect(await store.conversation('mid')).toEqual(conversation('mid', { updatedAt: at(5) }));
      await store.openConversation(conversation('mid', { title: 'Another question?', updatedAt: at(11) }));
      await store.openConversation(conversation('fresh', { title: 'A question?', updatedAt: at(12) }));
      expect(await store.conversation('mid')).toEqual(conversation('mid', { updatedAt: at(11) }));
      expect(await store.conversation('fresh')).toEqual(
        conversation('fresh', { title: 'A question?', updatedAt: at(12) }),
      );
      expect(await store.conversation('nobody')).toBeUndefined();
    });

    it('lists turns by how they stand, without what was asked', async () => {
      await store.putTurn(
        turn('old', { askedAt: at(1), status: 'failed', error: { code: 'INTERNAL', message: 'no' } }),
      );
      await store.putTurn(
        turn('new', { askedAt: at(9), status: 'failed', error: { code: 'CANCELLED', message: 'no' } }),
      );
      await store.putTurn(turn('under way', { askedAt: at(5), status: 'running' }));
      expect(await store.turnsWith('failed', at(0), 9)).toEqual([
        { id: 'old', eventId: turn('old').eventId, askedAt: at(1), code: 'INTERNAL' },
        { id: 'new', eventId: turn('new').eventId, askedAt: at(9), code: 'CANCELLED' },
      ]);
      expect((await store.turnsWith('failed', at(1), 9)).map(({ id }) => id)).toEqual(['new']);
      expect((await store.turnsWith('failed', at(0), 1)).map(({ id }) => id)).toEqual(['old']);
      expect((await store.turnsWith('running', at(0), 9)).map(({ id }) => id)).toEqual(['under way']);
    });

    it('sums turns that have ended by day, outcome and strategy, without what was asked', async () => {
      const done = (id: string, askedAt: string, more: Partial<NonNullable<Turn['answer']>> = {}) =>
        store.putTurn(turn(id, { askedAt, status: 'done', answer: { ...answer!, ...more } }));
      await done('before', '2026-04-30T23:59:59.999Z');
      await done('first', '2026-05-01T00:00:00.000Z');
      await done('late', '2026-05-01T23:59:59.999Z', {
        usage: { calls: 3, inputTokens: 1000, outputTokens: 40, seconds: 2.25 },
      });
      await done('other', at(3), { strategy: 'par', verdict: 'unknown' });
      await done('next', '2026-05-02T00:00:00.000Z');
      await store.putTurn(turn('under way', { askedAt: at(4) }));
      await store.putTurn(
        turn('broken', { askedAt: at(5), status: 'failed', error: { code: 'INTERNAL', message: 'no' } }),
      );
      const sums = (await store.turnSums('2026-05-01T00:00:00.000Z')).map((sum) => ({
        ...sum,
        seconds: sum.seconds.toSorted((a, b) => a - b),
      }));
      const one = { turns: 1, calls: 1, inputTokens: 10, outputTokens: 2, seconds: [0.5] };
      expect(sums).toEqual([
        {
          day: '2026-05-01',
          outcome: 'answered',
          strategy: 'vanilla',
          turns: 2,
          calls: 4,
          inputTokens: 1010,
          outputTokens: 42,
          seconds: [0.5, 2.25],
        },
        { day: '2026-05-01', outcome: 'failed', turns: 1, calls: 0, inputTokens: 0, outputTokens: 0, seconds: [] },
        { day: '2026-05-01', outcome: 'unknown', strategy: 'par', ...one },
        { day: '2026-05-02', outcome: 'answered', strategy: 'vanilla', ...one },
      ]);
      expect(await store.turnSums('2026-05-03T00:00:00.000Z')).toEqual([]);
    });

    it('finds the newest turns that no page answered, since a moment', async () => {
      await store.putConversation(conversation('c'));
      const ended = (id: string, verdict: NonNullable<typeof answer>['verdict'], askedAt: string) =>
        store.putTurn(turn(id, { askedAt, status: 'done', answer: { ...answer!, verdict } }));
      await ended('before', 'unknown', '2026-04-30T00:00:00.000Z');
      await ended('first', 'unknown', '2026-05-01T00:00:00.000Z');
      await ended('known', 'answered', '2026-05-02T00:00:00.000Z');
      await ended('second', 'unknown', '2026-05-03T00:00:00.000Z');
      await ended('third', 'unknown', '2026-05-03T00:00:00.000Z');
      await store.putTurn(turn('under way', { askedAt: '2026-05-04T00:00:00.000Z' }));
      const found = async (limit: number) =>
        (await store.unansweredTurns('2026-05-01T00:00:00.000Z', limit)).map(({ id }) => id);
      expect(await found(9)).toEqual(['first', 'second', 'third']);
      expect(await found(2)).toEqual(['second', 'third']);
      await ended('second', 'answered', '2026-05-03T00:00:00.000Z');
      await store.deleteConversation('c');
      expect(await found(9)).toEqual([]);
    });

    it('keeps a turn with its answer, and replaces it by its id', async () => {
      const running = turn('t', { question: HARD_TEXTS.join(' '), standalone: 'and so on' });
      await store.putTurn(running);
      expect(await store.turn('t')).toEqual(running);
      const done: Turn = { ...running, status: 'done', answer, answeredAt: at(1) };
      await store.putTurn(done);
      expect(await store.turn('t')).toEqual(done);
      expect(await store.turnByEvent('event of t')).toEqual(done);
      const failed = turn('f', { status: 'failed', error: { code: 'MODEL_UNAVAILABLE', message: 'It is down.' } });
      await store.putTurn(failed);
      expect(await store.turn('f')).toEqual(failed);
      expect(await store.turn('nobody')).toBeUndefined();
      expect(await store.turnByEvent('nothing')).toBeUndefined();
    });

    it('keeps what a running turn was given, and lets go of it', async () => {
      const given: Turn['given'] = {
        strategy: 'par',
        sources: ['handbook'],
        budget: { seconds: 20 },
        attachments: HARD_TEXTS.map((text, i) => ({ name: `${i}.txt`, text })),
      };
      await store.putConversation(conversation('c'));
      await store.putTurn(turn('t', { given }));
      expect(await store.turn('t')).toEqual(turn('t', { given }));
      await store.putTurn(turn('t', { status: 'done' }));
      expect((await store.turn('t'))!.given).toBeUndefined();
    });

    it('sums what somebody spent on a day, whoever counts, and drops days gone by', async () => {
      const other = (await test.open()).conversations;
      const one = { questions: 1, tokens: 500 };
      const sums = await Promise.all(
        [store, other, store, other].map((counter) => counter.spend('2026-05-02', 'ann', one)),
      );
      expect(sums.map(({ questions }) => questions).sort()).toEqual([1, 2, 3, 4]);
      expect(await store.spend('2026-05-02', 'ann', { questions: 0, tokens: 7 })).toEqual({
        questions: 4,
        tokens: 2007,
      });
      expect(await store.spend('2026-05-02', 'ben', one)).toEqual(one);
      expect(await store.spend('2026-05-03', 'ann', one)).toEqual(one);
      expect(await store.spend('2026-05-02', 'ann', one)).toEqual({ questions: 5, tokens: 2507 });
      expect(await collect(store.allSpent())).toEqual([
        { day: '2026-05-02', who: 'ann', questions: 5, tokens: 2507 },
        { day: '2026-05-02', who: 'ben', questions: 1, tokens: 500 },
        { day: '2026-05-03', who: 'ann', questions: 1, tokens: 500 },
      ]);
      await store.spend('2026-05-09', 'ann', one);
      expect(await store.spend('2026-05-02', 'ann', one)).toEqual(one);
    });

    it('makes no second turn of one event', async () => {
      await store.putTurn(turn('t', { eventId: 'e' }));
      await expect(store.putTurn(turn('u', { eventId: 'e' }))).rejects.toThrow();
      expect(await store.turnByEvent('e')).toEqual(turn('t', { eventId: 'e' }));
    });

    it('gives the last turns of a thread, the oldest of them first', async () => {
      for (const minute of [3, 1, 2, 4, 4]) {
        const id = `${minute}${(await store.turn(`${minute}`)) ? 'b' : ''}`;
        await store.putTurn(turn(id, { askedAt: at(minute) }));
      }
      await store.putTurn(turn('elsewhere', { conversationId: 'd', askedAt: at(3) }));
      expect((await store.turns('c', 9)).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '4b']);
      expect((await store.turns('c', 2)).map(({ id }) => id)).toEqual(['4', '4b']);
      expect(await store.turns('nobody', 9)).toEqual([]);
    });

    it('keeps one feedback a person and turn, the latest', async () => {
      await store.putTurn(turn('t'));
      const up: Feedback = { turnId: 't', askerId: 'ann', rating: 'up', at: at(1) };
      const down: Feedback = {
        turnId: 't',
        askerId: 'ann',
        rating: 'down',
        reason: 'outdated',
        comment: HARD_TEXTS[4],
        answer: HARD_TEXTS[1],
        at: at(3),
      };
      await store.putFeedback(up);
      await store.putFeedback({ ...up, askerId: 'bob', at: at(2) });
      await store.putFeedback(down);
      expect(await store.feedback('t')).toEqual([{ ...up, askerId: 'bob', at: at(2) }, down]);
      await store.putFeedback(up);
      expect((await store.feedback('t')).find(({ askerId }) => askerId === 'ann')).toEqual(up);
    });

    it('streams all feedback with its turns, the oldest first', async () => {
      for (let i = 0; i < 130; i += 1) {
        await store.putTurn(turn(`t${i}`));
        await store.putFeedback({ turnId: `t${i}`, askerId: 'ann', rating: 'up', at: at(i % 60) });
      }
      const all = await collect(store.allFeedback());
      expect(all.length).toBe(130);
      expect(new Set(all.map(({ feedback }) => feedback.turnId)).size).toBe(130);
      expect(all.map(({ feedback }) => feedback.at)).toEqual(all.map(({ feedback }) => feedback.at).sort());
      expect(all[0]!.turn).toEqual(await store.turn(all[0]!.feedback.turnId));
    });

    it('streams everything for an export', async () => {
      for (let i = 0; i < 120; i += 1) {
        await store.putConversation(conversation(`c${i}`));
        await store.putTurn(turn(`t${i}`, { conversationId: `c${i}`, askedAt: at(59 - (i % 60)) }));
      }
      expect((await collect(store.allConversations())).map(({ id }) => id)).toEqual(
        Array.from({ length: 120 }, (_, i) => `c${i}`).sort(),
      );
      const turns = await collect(store.allTurns());
      expect(turns.length).toBe(120);
      expect(turns.slice(0, 3).map(({ id }) => id)).toEqual(['t59', 't119', 't58']);
      for (const event of ['b', 'a', 'open']) await store.claim(event, 'h', 1000);
      for (const event of ['b', 'a']) await store.finishClaim(event, 'h');
      expect(await collect(store.doneEvents())).toEqual(['a', 'b']);
    });

    it('names a thread anew after an erasure although a clock that was set back made another turn its first', async () => {
      await store.putConversation(conversation('c', { title: 'What does ann want?' }));
      await store.putTurn(turn('1', { question: 'What does ann want?', askedAt: at(9) }));
      await store.putTurn(turn('2', { askerId: 'bob', question: 'And bob?', askedAt: at(2) }));
      await store.forgetPerson('ann');
      expect((await store.conversation('c'))?.title).toBe('And bob?');
    });

    it('erases one turn, and its thread with the last of it', async () => {
      await store.putConversation(conversation('c', { title: 'First?' }));
      await store.putTurn(turn('1', { conversationId: 'c', eventId: 'e1', question: 'First?', askedAt: at(1) }));
      await store.putTurn(turn('2', { conversationId: 'c', eventId: 'e2', question: 'Second?', askedAt: at(2) }));
      expect(await store.forgetTurn('e1')).toBe(true);
      expect(await store.forgetTurn('e1')).toBe(false);
      expect((await store.conversation('c'))?.title).toBe('Second?');
      expect(await store.forgetTurn('e2')).toBe(true);
      expect(await store.conversation('c')).toBeUndefined();
    });

    it('counts what has a name once, and gives the sum of then again', async () => {
      const one = { questions: 1, tokens: 0 };
      expect(await store.spend('2026-05-02', 'ann', one, 'e1')).toEqual(one);
      expect(await store.spend('2026-05-02', 'ann', one, 'e2')).toEqual({ questions: 2, tokens: 0 });
      expect(await store.spend('2026-05-02', 'ann', one, 'e1')).toEqual(one);
      expect(await store.spend('2026-05-02', 'ben', one, 'e1')).toEqual(one);
      expect(await store.spend('2026-05-02', 'ann', one)).toEqual({ questions: 3, tokens: 0 });
    });

    it('forgets a person everywhere, keeps the others, and says how much went', async () => {
      await store.putConversation(conversation('c', { title: 'What does ann want?' }));
      await store.putConversation(conversation('alone'));
      await store.putTurn(turn('1', { question: 'What does ann want?', askedAt: at(1), answer }));
      await store.putTurn(turn('2', { askerId: 'bob', question: 'And bob?', askedAt: at(2) }));
      await store.putTurn(turn('3', { conversationId: 'alone', askedAt: at(3) }));
      await store.putFeedback({ turnId: '1', askerId: 'bob', rating: 'up', at: at(4) });
      await store.putFeedback({ turnId: '2', askerId: 'ann', rating: 'down', comment: 'mine', at: at(4) });
      await store.putFeedback({ turnId: '2', askerId: 'bob', rating: 'up', at: at(5) });
      const before = await store.turns('c', 9);
      const erased = { turns: 2, feedback: 2, conversations: 1 };
      expect(await store.forgetPerson('ann', { dryRun: true })).toEqual(erased);
      expect(await store.turns('c', 9)).toEqual(before);
      expect((await collect(store.allFeedback())).length).toBe(3);
      expect(await store.forgetPerson('ann')).toEqual(erased);
      expect(await store.turn('1')).toBeUndefined();
      expect(await store.turns('c', 9)).toEqual([turn('2', { askerId: 'bob', question: 'And bob?', askedAt: at(2) })]);
      expect(await store.conversation('alone')).toBeUndefined();
      expect((await store.conversation('c'))!.title).toBe('And bob?');
      expect((await collect(store.allFeedback())).map(({ feedback }) => feedback.askerId)).toEqual(['bob']);
      expect(await store.forgetPerson('ann')).toEqual({ turns: 0, feedback: 0, conversations: 0 });
    });

    it('erases one conversation with its turns and feedback, and leaves the others', async () => {
      for (const id of ['mine', 'other']) {
        await store.putConversation({ id, platform: 'web', title: id, createdAt: at(1), updatedAt: at(1) });
        await store.putTurn(turn(`of-${id}`, { conversationId: id, askerId: 'dan' }));
        await store.putFeedback({ turnId: `of-${id}`, askerId: 'dan', rating: 'up', at: at(2) });
      }
      expect(await store.deleteConversation('mine')).toBe(true);
      expect(await store.deleteConversation('mine')).toBe(false);
      expect(await store.conversation('mine')).toBeUndefined();
      expect(await store.turns('mine', 9)).toEqual([]);
      expect(await store.feedback('of-mine')).toEqual([]);
      expect(await store.turns('other', 9)).toHaveLength(1);
      expect(await store.feedback('of-other')).toHaveLength(1);
    });
  });
