import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { answeredRecord, createThreadActivity } from './thread-activity.ts';

let stores: ReturnType<typeof openEmbedded>;
beforeEach(() => {
  stores = openEmbedded(':memory:');
});
afterEach(() => stores.close());

const answer = (askerId: string) => stores.keyValues.change({ found: [], put: [answeredRecord('thread', askerId)] });

it('knows that somebody else wrote in a thread, until Parley answers there again', async () => {
  const { read, wrote } = createThreadActivity(stores);
  await wrote('thread', 'bob');
  expect(await read('thread')).toEqual({ askerId: undefined, othersWrote: false });
  await answer('ann');
  await wrote('thread', 'ann');
  expect(await read('thread')).toEqual({ askerId: 'ann', othersWrote: false });
  await wrote('thread', 'bob');
  expect(await read('thread')).toEqual({ askerId: 'ann', othersWrote: true });
  await answer('bob');
  expect(await read('thread')).toEqual({ askerId: 'bob', othersWrote: false });
});

it('does not bring back the record of an asker who is erased at the same time', async () => {
  await answer('ann');
  const { keyValues, conversations } = stores;
  const slow: typeof keyValues = {
    ...keyValues,
    async get<Value>(kind: string, key: string) {
      const found = await keyValues.get<Value>(kind, key);
      if (kind === 'thread-activity' && found !== undefined && ++reads === 2) await keyValues.forgetPerson('ann');
      return found;
    },
  };
  let reads = 0;
  await createThreadActivity({ keyValues: slow, conversations }).wrote('thread', 'bob');
  expect(reads).toBe(2);
  expect(await keyValues.ofPerson('ann')).toEqual([]);
});
