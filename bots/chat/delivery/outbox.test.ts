import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../../core/log.ts';
import { erasePerson } from '../../../ingest/forget.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import { revisionId, type Stores } from '../../../stores/index.ts';
import { placeOnly, slackTarget } from '../../slack/target.ts';
import { type Delivery, deliveryKeyOfTurn } from './delivery.ts';
import { createOutbox } from './outbox.ts';
import type { Recheck } from './recheck-records.ts';

const KEY = 'slack:T1/C1/17.1';
const EDITED_AT = '2026-01-01T00:05:00Z';
const delivery = (more: Partial<Delivery<{ channel: string }>> = {}): Delivery<{ channel: string }> => ({
  key: KEY,
  conversationId: KEY,
  askerId: 'slack:T1/U1',
  workspace: 'slack:T1',
  text: 'How many days?',
  target: { channel: 'C1' },
  messages: ['slack:T1/C1/18.1'],
  posting: false,
  revision: 0,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});

describe('the outbox', () => {
  let stores: Stores;
  beforeEach(() => {
    stores = openEmbedded(':memory:');
  });
  afterEach(() => stores.close());
  const open = () =>
    createOutbox(stores.keyValues, {
      platform: 'slack',
      target: z.object({ channel: z.string() }),
      placeOnly: (target) => target,
      log: silentLog,
    });

  it('stores a question once, and finds its delivery by message and by turn', async () => {
    const outbox = open();
    expect(await outbox.add(delivery())).toBe(true);
    expect(await outbox.add(delivery())).toBe(false);
    expect(await outbox.question(KEY)).toMatchObject({ kind: 'question', revision: 0 });
    expect(await outbox.reopen(KEY, { text: 'What is edited?', at: EDITED_AT })).toBe(true);
    expect(await outbox.reopen(KEY, { text: 'What is edited again?', at: EDITED_AT })).toBe(true);
    expect(await outbox.reopen('nobody')).toBe(false);
    await outbox.complete(delivery({ turnId: 'turn-1', revision: 2 }));
    expect(await outbox.question(KEY)).toBeUndefined();
    expect(await outbox.ofMessage('slack:T1/C1/18.1')).toMatchObject({ kind: 'answer', key: KEY, revision: 2 });
    expect(await deliveryKeyOfTurn(stores.keyValues, { id: 'turn-1', eventId: 'anything' })).toBe(KEY);
    expect(await outbox.knowsMessage('slack:T1/C1/18.1')).toBe(true);
    expect(await outbox.knowsMessage('slack:T1/C1/19.1')).toBe(false);
  });

  it('reads what it noted of a given-up call under the names of the version before', async () => {
    const outbox = open();
    await stores.keyValues.put('slack-open', KEY, { kind: 'question', ...delivery(), unsure: true, again: true });
    const known = await outbox.question(KEY);
    expect(known).toMatchObject({ callGivenUp: true, rechecking: true });
    await outbox.save(known as Delivery<{ channel: string }>);
    const stored = await stores.keyValues.get('slack-open', KEY);
    expect(stored).toMatchObject({ callGivenUp: true, rechecking: true });
    expect(Object.keys(stored as object)).not.toEqual(expect.arrayContaining(['unsure']));
    expect(Object.keys(stored as object)).not.toEqual(expect.arrayContaining(['again']));
  });

  it('reopens an answer once for an edit or a deletion that several processes are told of', async () => {
    const outbox = open();
    await outbox.add(delivery());
    await outbox.complete(delivery());
    const edited = { text: 'What is edited?', at: EDITED_AT };
    expect(await Promise.all([outbox.reopen(KEY, edited), outbox.reopen(KEY, edited)])).toEqual([true, true]);
    expect(await outbox.question(KEY)).toMatchObject({ text: edited.text, revision: 1 });
    await outbox.complete(delivery({ text: edited.text, revision: 1 }));

    await outbox.reopen(KEY);
    expect(await outbox.interruptionOf({ key: KEY, revision: 1 })).toBe('withdraw');
    await outbox.complete(delivery({ messages: [], text: '', revision: 1 }), [], true);
    expect(await outbox.reopen(KEY)).toBe(true);
    expect(await outbox.reopen(KEY, { text: 'What is edited at last?', at: EDITED_AT })).toBe(true);
    expect(await outbox.question(KEY)).toBeUndefined();
    expect(await outbox.answer(KEY)).toMatchObject({ messages: [] });
  });

  it('keeps that a call was given up whoever writes by then, once more for each call, and of nobody who was erased', async () => {
    const outbox = open();
    const noted = async () => {
      const all: Recheck[] = [];
      for await (const recheck of outbox.rechecks()) all.push(recheck);
      return all;
    };
    await outbox.add(delivery({ writer: 'one' }));
    await outbox.take(delivery({ writer: 'one' }), 'other');
    await outbox.noteRecheck(delivery({ writer: 'one' }));
    const [first = { key: '' }, ...others] = await noted();
    expect(others).toEqual([]);
    expect(await outbox.startRecheck(first)).toBe(false);
    expect(await noted()).toEqual([first]);

    await outbox.complete(delivery({ writer: 'other' }));
    await outbox.noteRecheck(delivery({ writer: 'one' }));
    const [second = { key: '' }] = await noted();
    expect(await outbox.startRecheck(first)).toBe(false);
    expect(await noted()).toEqual([second]);
    expect(await outbox.startRecheck(second)).toBe(true);
    expect(await noted()).toEqual([]);
    expect(await outbox.question(KEY)).toMatchObject({ rechecking: true });

    await stores.keyValues.forgetPerson(delivery().askerId);
    await outbox.noteRecheck(delivery({ writer: 'one' }));
    expect(await noted()).toEqual([]);
  });

  it('lets only the process write that took a question last', async () => {
    const outbox = open();
    await outbox.add(delivery({ writer: 'one', messages: [] }));
    const first = delivery({ writer: 'one' });
    expect(await outbox.save(first)).toBe(true);
    const read = delivery({ writer: 'one' });
    const taken = await outbox.take(read, 'other');
    expect(taken).toMatchObject({ writer: 'other', replaces: true });
    expect(await outbox.save(first)).toBe(false);
    expect(await outbox.complete(first)).toBe(false);
    expect(await outbox.take(read, 'third')).toBeUndefined();
    expect(await outbox.complete({ ...delivery(), ...taken })).toBe(true);
    // A complete answer has no writer: whoever answers it again edits its messages.
    await outbox.reopen(KEY, { text: 'What is edited?', at: EDITED_AT });
    const again = await outbox.question(KEY);
    expect(again?.writer).toBeUndefined();
    expect(again && (await outbox.take(again, 'third'))).toMatchObject({ writer: 'third', messages: read.messages });
    expect((await outbox.question(KEY))?.replaces).toBeUndefined();
  });

  it('interrupts the given revision, and no later one', async () => {
    const outbox = open();
    await outbox.add(delivery());
    await outbox.requestStop({ key: KEY, revision: 0 });
    expect(await outbox.interruptionOf({ key: KEY, revision: 0 })).toBe('stop');
    expect(await outbox.interruptionOf({ key: KEY, revision: 1 })).toBeUndefined();
    await outbox.requestStop({ key: KEY, revision: 1 });
    expect(await outbox.interruptionOf({ key: KEY, revision: 1 })).toBe('stop');
    await outbox.complete(delivery());
    expect(await outbox.interruptionOf({ key: KEY, revision: 0 })).toBeUndefined();
  });

  it('withdraws a question that is being answered, whatever is saved of it meanwhile, and also when it is stopped later', async () => {
    const outbox = open();
    await outbox.add(delivery({ writer: 'one' }));
    await outbox.requestStop({ key: KEY, revision: 0 });
    expect(await outbox.reopen(KEY)).toBe(true);
    expect(await outbox.save(delivery({ writer: 'one', callGivenUp: true }))).toBe(true);
    await outbox.requestStop({ key: KEY, revision: 0 });
    expect(await outbox.interruptionOf({ key: KEY, revision: 0 })).toBe('withdraw');
    expect(await outbox.question(KEY)).toMatchObject({ callGivenUp: true });
    expect(await outbox.complete(delivery({ writer: 'one' }))).toBe(false);
  });

  it('notes once what its asker was told, and nothing of an asker who was erased meanwhile', async () => {
    const outbox = open();
    const asked = delivery();
    await outbox.add(asked);
    const told = { kind: 'told', key: 'today' };
    expect(await outbox.mark(told, asked, 'question')).toBe(true);
    expect(await outbox.mark(told, asked, 'question')).toBe(false);
    await stores.keyValues.forgetPerson(asked.askerId);
    expect(await outbox.mark(told, asked, 'question')).toBe(false);
    expect(await stores.keyValues.ofPerson(asked.askerId)).toEqual([]);
  });

  it('keeps what is still to be deleted when its asker is erased, and says there nothing of them', async () => {
    const outbox = open();
    const asked = delivery({ turnId: 'turn-1', cited: [{ documentId: 'page', contentHash: 'hash' }] });
    await outbox.add(asked);
    await outbox.complete(asked);
    await outbox.reopen(KEY);
    await stores.keyValues.forgetPerson(asked.askerId);
    expect(await outbox.find(KEY)).toBeUndefined();
    const left: Delivery<{ channel: string }>[] = [];
    for await (const removal of outbox.removals()) left.push(removal);
    expect(left).toMatchObject([{ key: KEY, messages: asked.messages, target: asked.target }]);
    const stored = JSON.stringify(await stores.keyValues.get('slack-removal', KEY));
    for (const theirs of [asked.askerId, asked.text, 'turn-1', 'page']) expect(stored).not.toContain(theirs);
    await outbox.removed(KEY);
    for await (const removal of outbox.removals()) expect(removal).toBeUndefined();
  });

  it('lets nobody begin a question or its edit whose asker was erased', async () => {
    const outbox = open();
    await outbox.add(delivery());
    await outbox.complete(delivery());
    await outbox.reopen(KEY, { text: 'How many hours?', at: EDITED_AT });
    const edited = await outbox.question(KEY);
    await erasePerson(stores, delivery().askerId);
    expect(edited).toMatchObject({ revision: 1 });
    for (const revision of [0, 1]) {
      const eventId = revisionId({ key: KEY, revision });
      expect(await stores.conversations.claim(eventId, 'somebody', 1000)).toBe('already-done');
    }
  });

  it('has nothing left to delete after an answer was withdrawn, nor of a question without messages', async () => {
    const outbox = open();
    await outbox.add(delivery());
    await outbox.complete(delivery());
    await outbox.reopen(KEY);
    await outbox.complete(delivery({ messages: [], text: '' }), [], true);
    await outbox.noteRemoval(delivery({ messages: [] }));
    for await (const removal of outbox.removals()) expect(removal).toBeUndefined();
  });

  it('skips a record that it cannot read, and reads the others', async () => {
    const outbox = open();
    await stores.keyValues.put('slack-open', 'broken', { text: 7 });
    await outbox.add(delivery());
    const read: string[] = [];
    for await (const { key } of outbox.questions()) read.push(key);
    expect(read).toEqual([KEY]);
    expect(await outbox.question('broken')).toBeUndefined();
  });

  it('reads what earlier versions wrote: records without kind and workspace, revisions in the event id', async () => {
    const target = {
      team: 'T1',
      channel: 'C1',
      user: 'U1',
      ts: '17.1',
      threadTs: '17.1',
      channelType: 'channel',
      alone: true,
      files: [],
      joinsThread: false,
    };
    const { workspace: _, ...old } = delivery({ turnId: 'turn-1', revision: 2 });
    await stores.keyValues.put('slack-open', KEY, { ...old, target });
    await stores.keyValues.put('slack-ending', KEY, 'withdraw');
    await stores.keyValues.put('slack-done', 'slack:T1/C1/16.1', { ...old, target, key: 'slack:T1/C1/16.1' });
    await stores.keyValues.put('slack-message', 'slack:T1/C1/16.2', 'slack:T1/C1/16.1');
    const outbox = createOutbox(stores.keyValues, {
      platform: 'slack',
      target: slackTarget,
      placeOnly,
      log: silentLog,
    });
    expect(await outbox.question(KEY)).toMatchObject({
      kind: 'question',
      workspace: 'slack:T1',
      revision: 2,
      target: { ephemeral: true, threadTs: '17.1' },
    });
    expect(await outbox.interruptionOf({ key: KEY, revision: 2 })).toBe('withdraw');
    expect(await outbox.ofMessage('slack:T1/C1/16.2')).toMatchObject({ kind: 'answer', key: 'slack:T1/C1/16.1' });
    expect(await deliveryKeyOfTurn(stores.keyValues, { id: 'turn-1', eventId: `${KEY}~2` })).toBe(KEY);
  });
});
