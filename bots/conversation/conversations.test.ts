import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { ConversationStore, Stores } from '../../stores/index.ts';
import { type ConversationOptions, createConversations } from './conversations.ts';
import type { Ask, TurnEvent } from './events.ts';
import { type Script, scriptedAgent, untilAborted } from './testing/scripted-agent.ts';
import type { TurnRecord } from './turn-record.ts';
import { defaultLimits } from './waiting-line.ts';

const open: Stores[] = [];
const embedded = () => {
  const stores = openEmbedded(':memory:');
  open.push(stores);
  return stores.conversations;
};
// The clock advances only while this process runs, so that claims do not go stale when the machine stalls.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((stores) => stores.close()));
  vi.useRealTimers();
});

const setUp = (script: Script, { store = embedded(), ...parts }: Partial<ConversationOptions> = {}) => {
  const agent = scriptedAgent(script);
  return { agent, store, conversations: createConversations({ agent, store, staleAfterMs: 90, ...parts }) };
};

const ask = (part: Partial<Ask> = {}): Ask => ({
  eventId: 'web:1',
  conversationId: 'web:thread',
  platform: 'web',
  askerId: 'ann',
  text: 'How many days off?',
  scopes: ['everyone'],
  ...part,
});

const all = async (events: AsyncIterable<TurnEvent>) => {
  const heard: TurnEvent[] = [];
  for await (const event of events) heard.push(event);
  return heard;
};
const types = (events: readonly TurnEvent[]) => events.map(({ type }) => type);
const sleep = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const broken = (store: ConversationStore, part: Partial<ConversationStore>): ConversationStore => ({
  ...store,
  ...part,
});
const refuse = async () => {
  throw new ParleyError('STORE_UNAVAILABLE', { message: 'The records cannot be reached.', remedy: 'Try again soon.' });
};

describe('a turn', () => {
  it("forwards the agent's events in order, and stores thread, question and answer", async () => {
    const { conversations, store } = setUp(async (_, say) => {
      say({ type: 'status', text: 'Searching…' });
      say({ type: 'step', id: '1', title: 'Look it up', status: 'done' });
      say({ type: 'token', text: 'Thirty' });
      return { text: 'Thirty [1].', shortAnswer: '30' };
    });
    const events = await all(conversations.ask(ask()));
    expect(types(events)).toEqual(['accepted', 'status', 'step', 'token', 'answer']);
    const [turn] = await store.turns('web:thread', 10);
    expect(turn).toMatchObject({ status: 'done', question: 'How many days off?', answer: { text: 'Thirty [1].' } });
    expect(events.at(-1)).toMatchObject({ type: 'answer', turnId: turn!.id, answer: { id: turn!.id } });
    expect(await store.conversation('web:thread')).toMatchObject({ title: 'How many days off?', platform: 'web' });
  });

  it('names a thread that began with a greeting after its first question, once', async () => {
    const { conversations, store } = setUp(async ({ text }) => (text.endsWith('?') ? {} : { verdict: 'smalltalk' }));
    const titles: (string | undefined)[] = [];
    for (const [at, text] of ['hey', 'thanks!', 'How many days off?', 'And in Norway?', 'bye'].entries()) {
      await all(conversations.ask(ask({ eventId: `web:${at}`, text })));
      titles.push((await store.conversation('web:thread'))?.title);
    }
    expect(titles).toEqual(['hey', 'hey', 'How many days off?', 'How many days off?', 'How many days off?']);
  });

  it('is stored before it is accepted', async () => {
    const { conversations, store } = setUp(async ({ signal }) => untilAborted(signal));
    for await (const event of conversations.ask(ask())) {
      expect(event).toMatchObject({ type: 'accepted', again: false });
      expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'running' });
      break;
    }
  });

  it('gives the thread to the agent, and stores the standalone form of a follow-up', async () => {
    const citation = { documentId: 'leave', title: 'Leave', quote: 'It depends.', kind: 'passage' as const };
    const citations = [
      { ...citation, n: 1, passageId: 'leave#2' },
      { ...citation, n: 2 },
    ];
    const { conversations, agent, store } = setUp(async ({ history }) =>
      history?.length
        ? { question: 'How many days off in Portugal?' }
        : { text: 'It depends on the country.', citations },
    );
    await all(conversations.ask(ask()));
    await all(conversations.ask(ask({ eventId: 'web:2', text: 'And in Portugal?' })));
    expect(agent.asked[1]!.history).toEqual([
      { question: 'How many days off?', answer: 'It depends on the country.', passageIds: ['leave#2'] },
    ]);
    expect(await store.turnByEvent('web:2')).toMatchObject({ standalone: 'How many days off in Portugal?' });
  });

  it('hides an answer made with more scopes from an asker with fewer scopes in the same thread', async () => {
    const { conversations, agent } = setUp(async () => ({ text: 'Secret.' }));
    await all(conversations.ask(ask({ scopes: ['everyone', 'board'] })));
    await all(conversations.ask(ask({ eventId: 'web:2', askerId: 'ben' })));
    expect(agent.asked[1]!.history).toEqual([]);
  });

  it('passes readable files to the agent and names the others in the answer', async () => {
    const { conversations, agent } = setUp(async () => ({ notices: ['Quoting only.'] }));
    const attachments = [
      { name: 'plan.md', text: 'We sail at noon.' },
      { name: 'deck.key', unread: 'Keynote files are not supported' },
    ];
    const events = await all(conversations.ask(ask({ attachments })));
    expect(agent.asked[0]!.attachments).toEqual([{ name: 'plan.md', text: 'We sail at noon.' }]);
    expect(events.at(-1)).toMatchObject({
      answer: { notices: ['Quoting only.', 'I could not read deck.key: Keynote files are not supported.'] },
    });
  });
});

describe('one event', () => {
  it('is answered once, however often and however fast it is delivered', async () => {
    const { conversations, agent } = setUp(async () => {
      await sleep(20);
      return {};
    });
    const ends = await Promise.all([1, 2, 3, 4].map(async () => (await all(conversations.ask(ask()))).at(-1)!.type));
    expect(ends.toSorted()).toEqual(['answer', 'duplicate', 'duplicate', 'duplicate']);
    const late = await all(conversations.ask(ask()));
    expect(late).toMatchObject([{ type: 'duplicate', answer: { text: 'About “How many days off?”.' } }]);
    expect(agent.asked).toHaveLength(1);
  });

  it('stays with a slow process that is still running', async () => {
    const thought = Promise.withResolvers<void>();
    const { conversations, store } = setUp(async () => {
      await thought.promise;
      return {};
    });
    const slow = all(conversations.ask(ask()));
    await sleep(200);
    const other = setUp(async () => ({}), { store });
    expect(types(await all(other.conversations.ask(ask())))).toEqual(['duplicate']);
    thought.resolve();
    expect((await slow).at(-1)!.type).toBe('answer');
  });

  it('is taken over by another process when the first one crashed while answering', async () => {
    const store = embedded();
    await store.claim('web:1', 'the dead', 90);
    await store.putTurn({
      id: 'turn-1',
      conversationId: 'web:thread',
      eventId: 'web:1',
      askerId: 'ann',
      question: 'How many days off?',
      scopes: ['everyone'],
      status: 'running',
      askedAt: '2026-11-20T10:00:00.000Z',
    });
    const { conversations } = setUp(async () => ({}), { store });
    expect(await all(conversations.ask(ask()))).toMatchObject([{ type: 'duplicate', turnId: 'turn-1' }]);
    await sleep(120);
    const events = await all(conversations.ask(ask()));
    expect(events).toMatchObject([
      { type: 'accepted', turnId: 'turn-1', again: true },
      { type: 'answer', turnId: 'turn-1' },
    ]);
    expect(await store.turns('web:thread', 10)).toHaveLength(1);
  });

  it('is delivered from the store without running the agent again when a process crashed before delivering', async () => {
    const { conversations, agent } = setUp(async () => ({ text: 'Thirty.' }));
    for await (const event of conversations.ask(ask())) if (event.type === 'answer') break;
    await sleep(120);
    const again = await all(conversations.ask(ask()));
    expect(again).toMatchObject([{ type: 'answer', answer: { text: 'Thirty.' } }]);
    expect(agent.asked).toHaveLength(1);
    expect(types(await all(conversations.ask(ask())))).toEqual(['duplicate']);
  });

  it('emits no more events in a process that lost its claim', async () => {
    const store = embedded();
    const frozen = broken(store, { renewClaim: async () => false });
    const first = setUp(async ({ signal }) => untilAborted(signal), { store: frozen });
    expect(types(await all(first.conversations.ask(ask())))).toEqual(['accepted', 'duplicate']);
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'running' });
  });

  it('names the turn of the process that took it over before this one had stored its own', async () => {
    const store = embedded();
    const other = setUp(async () => ({ text: 'Thirty.' }), { store });
    let whileClaiming = async () => {};
    let looks = 0;
    const slow = broken(store, {
      claim: async (...claim: Parameters<typeof store.claim>) => {
        const claimed = await store.claim(...claim);
        await sleep(120);
        await whileClaiming();
        return claimed;
      },
      // The first time, what was there before the process stood still.
      turnByEvent: async (eventId: string) => (++looks === 1 ? undefined : store.turnByEvent(eventId)),
    });
    const { conversations, agent } = setUp(async () => ({}), { store: slow });
    whileClaiming = async () => void (await all(other.conversations.ask(ask())));
    const ends = await all(conversations.ask(ask()));
    expect(ends).toEqual([{ type: 'duplicate', turnId: (await store.turnByEvent('web:1'))!.id }]);
    expect(agent.asked).toEqual([]);

    // Another process holds the event and has stored nothing yet: nobody was erased.
    whileClaiming = async () => void (await store.claim('web:2', 'another', 60));
    expect(await all(conversations.ask(ask({ eventId: 'web:2' })))).toEqual([{ type: 'duplicate' }]);
    whileClaiming = () => store.closeEvents(['web:3']);
    expect(await all(conversations.ask(ask({ eventId: 'web:3' })))).toMatchObject([
      { type: 'duplicate', erased: true },
    ]);
  });

  it('ends the work of other processes on a question that its asker stopped, unless one of them has it now', async () => {
    const store = embedded();
    let isHeld = true;
    const discarded: string[] = [];
    const stop = { 'web:1': new AbortController(), 'web:2': new AbortController() };
    const agent = scriptedAgent(async ({ signal }) => {
      stop[isHeld ? 'web:1' : 'web:2'].abort();
      return untilAborted(signal);
    });
    const conversations = createConversations({
      agent: { ...agent, discard: async (turnId) => void discarded.push(turnId) },
      store: broken(store, { renewClaim: async () => isHeld }),
      staleAfterMs: 90,
    });
    await all(conversations.ask(ask({ signal: stop['web:1'].signal })));
    const turn = await store.turnByEvent('web:1');
    expect(turn).toMatchObject({ status: 'cancelled' });
    expect(discarded).toEqual([turn!.id]);
    isHeld = false;
    await all(conversations.ask(ask({ eventId: 'web:2', signal: stop['web:2'].signal })));
    expect(discarded).toHaveLength(1);
  });

  it('ends that work also when the question was stopped before it was taken over', async () => {
    const store = embedded();
    const discarded: string[] = [];
    const { conversations: earlier, agent } = setUp(({ signal }) => untilAborted(signal), { store });
    const left = earlier.ask(ask());
    for await (const { type } of left) if (type === 'accepted') break;
    const asked = agent.asked.length;
    await sleep(200);
    const conversations = createConversations({
      agent: { ...agent, discard: async (turnId) => void discarded.push(turnId) },
      store,
      staleAfterMs: 90,
    });
    expect(types(await all(conversations.ask(ask({ signal: AbortSignal.abort() }))))).toContain('error');
    expect(agent.asked).toHaveLength(asked);
    expect(discarded).toEqual([(await store.turnByEvent('web:1'))!.id]);
  });

  it('neither stores nor emits an answer when the claim was lost meanwhile', async () => {
    const store = embedded();
    const { conversations } = setUp(async () => ({}), { store: broken(store, { renewClaim: async () => false }) });
    expect(types(await all(conversations.ask(ask())))).toEqual(['accepted', 'duplicate']);
    expect((await store.turnByEvent('web:1'))!.answer).toBeUndefined();
  });

  it('is kept for the next start when the process shuts down while answering', async () => {
    const closing = new AbortController();
    const { conversations, store } = setUp(
      async ({ signal }) => {
        closing.abort();
        return untilAborted(signal);
      },
      { closing: closing.signal },
    );
    expect((await all(conversations.ask(ask()))).at(-1)).toMatchObject({ type: 'error', code: 'CANCELLED' });
    await sleep(120);
    const next = setUp(async () => ({ text: 'Thirty.' }), { store });
    expect((await all(next.conversations.ask(ask()))).at(-1)).toMatchObject({ answer: { text: 'Thirty.' } });
  });

  it('is said to be kept when a shutdown has closed the stores before it was claimed, and is no failure', async () => {
    const closing = new AbortController();
    closing.abort();
    const ended: TurnRecord[] = [];
    const refused = () => Promise.reject(new Error('Cannot use a pool after calling end'));
    const store = broken(embedded(), { claim: refused });
    const { conversations } = setUp(async () => ({}), {
      store,
      closing: closing.signal,
      observer: { ended: (record) => void ended.push(record), line: () => {} },
    });
    expect(await all(conversations.ask(ask()))).toMatchObject([
      { type: 'error', code: 'CANCELLED', message: 'Parley is restarting.' },
    ]);
    expect(ended).toMatchObject([{ outcome: 'left' }]);
  });
});

describe('attachments of a question', () => {
  it('are available to the process that takes the question over, and are deleted once it is answered', async () => {
    const store = embedded();
    const closing = new AbortController();
    const { conversations } = setUp(
      async ({ signal }) => {
        closing.abort();
        return untilAborted(signal);
      },
      { store, closing: closing.signal },
    );
    const given = {
      strategy: 'par',
      sources: ['handbook'],
      budget: { seconds: 20 },
      attachments: [
        { name: 'plan.md', text: 'We sail at noon.' },
        { name: 'deck.key', unread: 'Keynote files are not supported' },
      ],
    };
    await all(conversations.ask(ask(given)));
    await sleep(120);
    const next = setUp(async () => ({}), { store });
    const events = await all(next.conversations.ask(ask()));
    expect(next.agent.asked).toMatchObject([
      { strategy: 'par', sources: ['handbook'], budget: { seconds: 20 }, attachments: [given.attachments[0]] },
    ]);
    expect(events.at(-1)).toMatchObject({
      answer: { notices: ['I could not read deck.key: Keynote files are not supported.'] },
    });
    expect((await store.turnByEvent('web:1'))!.given).toBeUndefined();
  });
});

describe('stopping', () => {
  it('stops the agent, reports it and stores it', async () => {
    const stop = new AbortController();
    const { conversations, store } = setUp(async ({ signal }, say) => {
      say({ type: 'token', text: 'Thi' });
      return untilAborted(signal);
    });
    const events: TurnEvent[] = [];
    for await (const event of conversations.ask(ask({ signal: stop.signal }))) {
      events.push(event);
      if (event.type === 'token') stop.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'CANCELLED', message: 'This answer was stopped.' });
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'cancelled' });
    expect(types(await all(conversations.ask(ask())))).toEqual(['duplicate']);
  });

  it('drops an answer that the agent gives nevertheless', async () => {
    const stop = new AbortController();
    const { conversations } = setUp(async () => {
      stop.abort();
      return {};
    });
    expect((await all(conversations.ask(ask({ signal: stop.signal })))).at(-1)!.type).toBe('error');
  });

  it('stops the agent when the caller disconnects', async () => {
    let stopped = false;
    const { conversations } = setUp(async ({ signal }, say) => {
      signal!.addEventListener('abort', () => {
        stopped = true;
      });
      say({ type: 'status', text: 'Searching…' });
      return untilAborted(signal);
    });
    for await (const { type } of conversations.ask(ask())) if (type === 'status') break;
    expect(stopped).toBe(true);
  });

  it('starts a new answer for the next caller when the first one disconnected meanwhile', async () => {
    const { conversations, agent, store } = setUp(async ({ signal }, say) => {
      say({ type: 'status', text: 'Searching…' });
      return agent.asked.length === 1 ? untilAborted(signal) : { text: 'Thirty.' };
    });
    for await (const { type } of conversations.ask(ask())) if (type === 'status') break;
    await sleep(120);
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'running' });
    expect((await all(conversations.ask(ask()))).at(-1)).toMatchObject({ type: 'answer', answer: { text: 'Thirty.' } });
  });

  it('does not run the agent for a caller that has disconnected already', async () => {
    const { conversations, agent } = setUp(async () => ({}));
    for await (const _ of conversations.ask(ask())) break;
    await sleep(20);
    expect(agent.asked).toEqual([]);
  });
});

describe('a daily limit', () => {
  const at = (time: string): Clock => ({ ...systemClock, now: () => Date.parse(time) });
  const usage = { calls: 3, inputTokens: 400, outputTokens: 100, seconds: 1 };

  it('of questions stops only that person, until the day is over, and says when it resets', async () => {
    const daily = { person: { questions: 2 } };
    const { conversations, agent, store } = setUp(async () => ({}), { daily, clock: at('2026-11-20T18:40:00Z') });
    const end = async (n: number, askerId = 'ann') =>
      (await all(conversations.ask(ask({ eventId: `web:${n}`, askerId })))).at(-1);
    expect((await Promise.all([end(1), end(2), end(3)])).map((event) => event!.type).sort()).toEqual([
      'answer',
      'answer',
      'error',
    ]);
    expect(await end(4)).toMatchObject({
      code: 'TOO_MANY_QUESTIONS',
      message: 'You have asked 2 questions today, which is the limit for one person.',
      remedy: expect.stringContaining('Ask again in 5 hours'),
    });
    expect(await end(5, 'ben')).toMatchObject({ type: 'answer' });
    const next = setUp(async () => ({}), { store, daily, clock: at('2026-11-21T00:00:01Z') });
    expect((await all(next.conversations.ask(ask({ eventId: 'web:6' })))).at(-1)).toMatchObject({ type: 'answer' });
    expect(agent.asked).toHaveLength(3);
  });

  it('of tokens leads to quoted answers for everybody in the workspace, which say so', async () => {
    const { conversations, agent } = setUp(async () => ({ usage, notices: ['Quoting.'] }), {
      daily: { workspace: { tokens: 900 } },
      clock: at('2026-11-20T23:15:00Z'),
    });
    const end = async (n: number, workspace: string | undefined, askerId = 'ann') =>
      (await all(conversations.ask(ask({ eventId: `slack:${n}`, workspace, askerId, strategy: 'par' })))).at(-1);
    await end(1, 'slack:T1');
    await end(2, 'slack:T1');
    expect(await end(3, 'slack:T1', 'ben')).toMatchObject({
      answer: {
        notices: [
          expect.stringMatching(/share of the model is used up.*I write answers again in 45 minutes/),
          'Quoting.',
        ],
      },
    });
    await end(4, 'slack:T2');
    await end(5, undefined);
    expect(agent.asked.map(({ strategy }) => strategy)).toEqual(['par', 'par', 'quote', 'par', 'par']);
  });

  it('counts a question once that is taken over after a restart; without a limit nothing is counted', async () => {
    const store = embedded();
    const spend = vi.spyOn(store, 'spend');
    await all(setUp(async () => ({}), { store }).conversations.ask(ask()));
    expect(spend).not.toHaveBeenCalled();
    const closing = new AbortController();
    const dying = setUp(
      async ({ signal }) => {
        closing.abort();
        return untilAborted(signal);
      },
      { store, closing: closing.signal, daily: { person: { questions: 1 } } },
    );
    await all(dying.conversations.ask(ask({ eventId: 'web:2' })));
    await sleep(120);
    const next = setUp(async () => ({}), { store, daily: { person: { questions: 1 } } });
    expect((await all(next.conversations.ask(ask({ eventId: 'web:2' })))).at(-1)).toMatchObject({ type: 'answer' });
  });
});

describe('limits', () => {
  it("queues a person's questions, reports the position, and refuses questions beyond the queue's length", async () => {
    const go = Promise.withResolvers<void>();
    const { conversations, store } = setUp(
      async () => {
        await go.promise;
        return {};
      },
      { limits: { ...defaultLimits, atOnce: 1, perPerson: 1, perWorkspace: 1, waitingPerPerson: 1 } },
    );
    const turns = ['1', '2', '3'].map((n) => all(conversations.ask(ask({ eventId: `web:${n}` }))));
    expect((await turns[2]!).at(-1)).toMatchObject({ type: 'error', code: 'TOO_MANY_QUESTIONS', turnId: '' });
    expect(await store.turnByEvent('web:3')).toBeUndefined();
    go.resolve();
    expect(await turns[1]).toMatchObject([{ type: 'accepted' }, { type: 'queued', position: 1 }, { type: 'answer' }]);
  });

  it('queues a question that it takes over, although as many wait as may: another process accepted it', async () => {
    const store = embedded();
    await store.claim('web:old', 'the dead', 90);
    const turn = { id: 'turn-1', conversationId: 'web:thread', eventId: 'web:old', askerId: 'ann', question: 'Why?' };
    await store.putTurn({ ...turn, scopes: ['everyone'], status: 'running', askedAt: '2026-11-20T10:00:00.000Z' });
    await sleep(120);
    const go = Promise.withResolvers<void>();
    const { conversations } = setUp(
      async () => {
        await go.promise;
        return {};
      },
      { store, limits: { ...defaultLimits, atOnce: 1, perPerson: 1, waitingPerPerson: 1 } },
    );
    const turns = ['web:1', 'web:2', 'web:old'].map((eventId) => all(conversations.ask(ask({ eventId }))));
    await sleep(20);
    go.resolve();
    for (const events of await Promise.all(turns)) expect(events.at(-1)).toMatchObject({ type: 'answer' });
  });

  it('refuses a text that is too long, without running the agent', async () => {
    const { conversations, agent } = setUp(async () => ({}));
    const events = await all(conversations.ask(ask({ text: 'x'.repeat(9000) })));
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'BAD_USAGE' });
    expect(agent.asked).toEqual([]);
  });
});

describe('failures', () => {
  it('forwards errors that a person can act on', async () => {
    const { conversations, store } = setUp(async () => {
      throw new ParleyError('UNKNOWN_STRATEGY', { message: 'There is no strategy x.', remedy: 'Try auto.' });
    });
    expect((await all(conversations.ask(ask()))).at(-1)).toMatchObject({
      type: 'error',
      code: 'UNKNOWN_STRATEGY',
      message: 'There is no strategy x.',
      remedy: 'Try auto.',
    });
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'failed', error: { code: 'UNKNOWN_STRATEGY' } });
  });

  it('hides the message of an unexpected error, and refers to the log', async () => {
    const { conversations } = setUp(async () => {
      throw new TypeError('password hunter2 is not a function');
    });
    const last = (await all(conversations.ask(ask()))).at(-1)!;
    expect(last).toMatchObject({ type: 'error', code: 'INTERNAL' });
    expect(JSON.stringify(last)).not.toContain('hunter2');
  });

  it('reports an unreachable store', async () => {
    const { conversations } = setUp(async () => ({}), { store: broken(embedded(), { claim: refuse }) });
    expect(await all(conversations.ask(ask()))).toMatchObject([{ type: 'error', code: 'STORE_UNAVAILABLE' }]);
  });

  it('leaves no claim behind that the store carried out after its caller had given up', async () => {
    const store = embedded();
    const late = broken(store, {
      claim: async (...claim) => {
        setTimeout(() => void store.claim(...claim), 20_000);
        return refuse();
      },
    });
    const { conversations } = setUp(async () => ({}), { store: late });
    expect(types(await all(conversations.ask(ask())))).toEqual(['error']);
    await sleep(120_000);
    expect(await store.claim('web:1', 'another', 24 * 3600_000)).toBe('claimed');
  });

  it('shows an answer that could not be stored, with a notice', async () => {
    const store = embedded();
    let puts = 0;
    const full = broken(store, { putTurn: async (turn) => (puts++ === 0 ? store.putTurn(turn) : refuse()) });
    const { conversations } = setUp(async () => ({ text: 'Thirty.' }), { store: full });
    const heard = all(conversations.ask(ask()));
    await sleep(130_000);
    const last = (await heard).at(-1);
    expect(last).toMatchObject({ type: 'answer', answer: { text: 'Thirty.' } });
    expect(JSON.stringify(last)).toContain('could not be saved');
  });

  it.each([
    ['an answer', async () => ({ text: 'Thirty.' }), 'done'],
    ['a failure', async () => Promise.reject(new Error('no')), 'failed'],
  ] as const)('stores %s that was delivered before the store was back', async (_, script, status) => {
    const store = embedded();
    let away = false;
    const returning = broken(store, { putTurn: async (turn) => (away ? refuse() : store.putTurn(turn)) });
    const { conversations } = setUp(script, { store: returning });
    for await (const { type } of conversations.ask(ask())) {
      away = type === 'accepted';
      if (type === 'answer' || type === 'error')
        expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'running' });
    }
    expect(await store.turnByEvent('web:1')).toMatchObject({ status });
    expect(types(await all(conversations.ask(ask())))).toEqual(['duplicate']);
  });

  it('goes on trying to store an answer that was shown, until the store is back', async () => {
    const store = embedded();
    let away = false;
    const full = broken(store, { putTurn: async (turn) => (away ? refuse() : store.putTurn(turn)) });
    const { conversations } = setUp(async () => ({ text: 'Thirty.' }), { store: full });
    const asked = (async () => {
      for await (const { type } of conversations.ask(ask())) if (type !== 'answer') away = type === 'accepted';
    })();
    await sleep(10_000);
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'running' });
    away = false;
    await sleep(20_000);
    await asked;
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'done', answer: { text: 'Thirty.' } });
  });

  it('retries storing the answer when the store was busy', async () => {
    const store = embedded();
    let puts = 0;
    const busy = broken(store, { putTurn: async (turn) => (puts++ === 1 ? refuse() : store.putTurn(turn)) });
    const { conversations } = setUp(async () => ({}), { store: busy });
    expect((await all(conversations.ask(ask()))).at(-1)).not.toMatchObject({ answer: { notices: expect.anything() } });
    expect(await store.turnByEvent('web:1')).toMatchObject({ status: 'done' });
  });

  it('emits exactly one final event even when the claim cannot be finished', async () => {
    const { conversations } = setUp(async () => ({}), { store: broken(embedded(), { finishClaim: refuse }) });
    expect(types(await all(conversations.ask(ask())))).toEqual(['accepted', 'answer']);
  });
});

describe('feedback', () => {
  const at = '2026-11-20T12:00:00.000Z';

  it('is stored once per person and answer, and can be changed', async () => {
    const { conversations, store } = setUp(async () => ({}));
    await all(conversations.ask(ask()));
    const turnId = (await store.turnByEvent('web:1'))!.id;
    await conversations.feedback({ turnId, askerId: 'ann', rating: 'down', reason: 'outdated', comment: ' new ', at });
    await conversations.feedback({ turnId, askerId: 'ben', rating: 'up', at });
    await conversations.feedback({ turnId, askerId: 'ann', rating: 'up', reason: 'outdated', at });
    expect((await store.feedback(turnId)).map(({ askerId, rating, reason }) => [askerId, rating, reason])).toEqual([
      ['ann', 'up', undefined],
      ['ben', 'up', undefined],
    ]);
  });

  it('is refused for a turn without an answer', async () => {
    const { conversations, store } = setUp(async () => {
      throw new Error('no');
    });
    await expect(conversations.feedback({ turnId: 'nothing', askerId: 'ann', rating: 'up', at })).rejects.toMatchObject(
      { code: 'UNKNOWN_ID' },
    );
    await all(conversations.ask(ask()));
    const turnId = (await store.turnByEvent('web:1'))!.id;
    await expect(conversations.feedback({ turnId, askerId: 'ann', rating: 'up', at })).rejects.toMatchObject({
      code: 'BAD_USAGE',
    });
  });
});
