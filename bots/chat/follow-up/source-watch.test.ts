import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../../../core/log.ts';
import { erasePerson, forget } from '../../../ingest/forget.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { Stores } from '../../../stores/index.ts';
import { createOutbox } from '../delivery/outbox.ts';
import { pageOf } from '../testing/pages.ts';
import { createSourceWatch, type SourceChange, stampsOfCitations } from './source-watch.ts';

describe('the watch over the pages that answers cite', () => {
  let stores: Stores;
  let now = Date.now();
  const outbox = () =>
    createOutbox(stores.keyValues, {
      platform: 'slack',
      target: z.unknown(),
      placeOnly: (target) => target,
      log: silentLog,
    });
  const watch = () => createSourceWatch(stores, { platform: 'slack', outbox: outbox(), now: () => now });
  const stamps = (...ids: string[]) =>
    stampsOfCitations(
      stores.documents,
      ids.map((documentId, n) => ({ n, documentId, title: '', quote: '', kind: 'passage' as const })),
    );
  const cite = async (key: string, ...ids: string[]) => {
    const delivery = {
      key,
      conversationId: key,
      askerId: 'slack:T1/U1',
      workspace: 'slack:T1',
      text: 'How many days?',
      target: {},
      messages: [],
      posting: false,
      revision: 0,
      createdAt: new Date(now).toISOString(),
      cited: await stamps(...ids),
    };
    await outbox().add(delivery);
    await outbox().complete(delivery, watch().records(delivery));
  };
  const round = async () => {
    const told: string[] = [];
    await watch().round(async ({ delivery, changed, deleted }: SourceChange) => {
      told.push(`${delivery.key}: ${changed} changed, ${deleted} gone`);
    });
    return told.sort();
  };
  const change = (id: string) => stores.apply({ put: [pageOf(id, ['everyone'], `Anew ${Math.random()}.`)] });

  beforeEach(async () => {
    now = Date.now();
    stores = openEmbedded(':memory:');
    await stores.apply({ put: ['a', 'b', 'c'].map((id) => pageOf(id, ['everyone'])) });
  });
  afterEach(() => stores.close());

  it('leaves no record of an asker who is erased while another process tells of the change', async () => {
    await cite('one', 'a');
    await change('a');
    const slow = createSourceWatch(
      {
        keyValues: stores.keyValues,
        documents: {
          changes: (...range) => stores.documents.changes(...range),
          async stampsOf(ids) {
            await erasePerson(stores, 'slack:T1/U1');
            return stores.documents.stampsOf(ids);
          },
        },
      },
      { platform: 'slack', outbox: outbox(), now: () => now },
    );
    const tell = vi.fn(async () => {});
    expect(await slow.round(tell)).toBe(0);
    expect(tell).not.toHaveBeenCalled();
    expect(await stores.keyValues.ofPerson('slack:T1/U1')).toEqual([]);
  });

  it('reports each answer once that cites a changed or deleted page', async () => {
    await cite('one', 'a', 'b');
    await cite('two', 'b');
    await cite('three', 'c');
    expect(await round()).toEqual([]);
    await change('a');
    await stores.apply({ delete: ['b'] });
    expect(await round()).toEqual(['one: 1 changed, 1 gone', 'two: 0 changed, 1 gone']);
    await change('a');
    expect(await round()).toEqual([]);
  });

  it('reports answers that cite a forgotten page, although its record is gone', async () => {
    await cite('one', 'a', 'b');
    await stores.documents.putSource({ id: 'test', kind: 'folder', location: '/test', scopes: ['everyone'] });
    await forget(stores, 'a');
    expect((await outbox().answer('one'))?.cited?.map(({ documentId }) => documentId)).toEqual(['b']);
    expect(await stores.documents.changes(undefined, 9)).toEqual([]);
    await expect(
      watch().round(async () => {
        throw new Error('the platform is down');
      }),
    ).rejects.toThrow('down');
    expect(await round()).toEqual(['one: 0 changed, 1 gone']);
    expect(await round()).toEqual([]);
  });

  it('does not report a page that was ingested again unchanged, or an answer that is a month old', async () => {
    await cite('one', 'a');
    await stores.apply({ put: [pageOf('a', ['everyone'])] });
    expect(await round()).toEqual([]);
    now += 31 * 86_400_000;
    await change('a');
    expect(await round()).toEqual([]);
  });

  it('reports later what could not be sent, and what changed while no process watched', async () => {
    await cite('one', 'a');
    await change('a');
    await expect(
      watch().round(async () => {
        throw new Error('the platform is down');
      }),
    ).rejects.toThrow('down');
    expect(await round()).toEqual(['one: 1 changed, 0 gone']);
  });

  it('keeps no record of answers that it does not watch any more, so that a page that changes often is not slow', async () => {
    const records = async () =>
      (await stores.keyValues.list('slack-cites', { limit: 9 })).map(({ key }) => key.replace('\u001f', ' in '));
    await cite('old', 'a', 'b');
    now += 31 * 86_400_000;
    await cite('one', 'a', 'b');
    await cite('two', 'b');
    await change('a');
    expect(await round()).toEqual(['one: 1 changed, 0 gone']);
    expect(await records()).toEqual(['b in old', 'b in one', 'b in two']);
    await change('b');
    expect(await round()).toEqual(['two: 1 changed, 0 gone']);
    expect(await records()).toEqual([]);
  });

  const ask = (text: string) => outbox().reopen('one', { text, at: new Date(now).toISOString() });
  const answer = async () => {
    const asked = (await outbox().question('one'))!;
    const answered = { ...asked, cited: await stamps('a') };
    await outbox().complete(answered, watch().records(answered));
  };

  it('goes on to watch an answer that is written anew while a page changes', async () => {
    await cite('one', 'a');
    await ask('How many days now?');
    await change('a');
    expect(await round()).toEqual([]);
    await answer();
    await change('a');
    expect(await round()).toEqual(['one: 1 changed, 0 gone']);
  });

  it('leaves an answer alone that is written anew while it tells of the one before', async () => {
    await cite('one', 'a');
    await change('a');
    await watch().round(async () => {
      await ask('How many days now?');
      await answer();
    });
    expect(await outbox().answer('one')).toMatchObject({ text: 'How many days now?', revision: 1 });
    await change('a');
    expect(await round()).toEqual(['one: 1 changed, 0 gone']);
  });

  it('reads no answers while nothing changes, and only the affected ones afterwards', async () => {
    for (let i = 0; i < 200; i += 1) await cite(`thread ${i}`, i === 7 ? 'a' : 'b');
    await change('c');
    await round();
    now += 600_000;
    const [get, list, stampsOf] = [
      vi.spyOn(stores.keyValues, 'get'),
      vi.spyOn(stores.keyValues, 'list'),
      vi.spyOn(stores.documents, 'stampsOf'),
    ];
    await round();
    expect([get.mock.calls.length, list.mock.calls.length, stampsOf.mock.calls.length]).toEqual([1, 1, 0]);
    await change('a');
    expect(await round()).toEqual(['thread 7: 1 changed, 0 gone']);
    expect(stampsOf).toHaveBeenCalledTimes(1);
  });
});
