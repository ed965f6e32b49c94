import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyValueStore } from './key-values.ts';
import type { Relay } from './relay.ts';

/** The contract of every Relay. */
export const relayContract = (
  name: string,
  open: () => Promise<{ relay: Relay; keyValues: KeyValueStore; close(): Promise<void> }>,
) =>
  describe(`relay: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let relay: Relay;
    beforeEach(async () => {
      opened = await open();
      relay = opened.relay;
    });
    afterEach(() => opened.close());
    const numbers = async (channels: string[]) => (await relay.take(channels)).map(({ message }) => message);

    it('hands messages on in the order sent, each once, by channel', async () => {
      await relay.send('a', [1, { text: 'nul \u0000, half \ud800 and ✓' }]);
      await relay.send('b', ['other']);
      await relay.send('a', [3]);
      const taken = await relay.take(['a', 'nobody']);
      expect(taken.map(({ channel }) => channel)).toEqual(['a', 'a', 'a']);
      expect(taken.map(({ message }) => message)).toEqual([
        1,
        { text: expect.stringMatching(/^nul ., half . and ✓$/) },
        3,
      ]);
      expect(await relay.take(['a'])).toEqual([]);
      expect(await relay.take([])).toEqual([]);
      expect(await numbers(['a', 'b'])).toEqual(['other']);
    });

    it('loses none of what is sent while others are taken', async () => {
      const heard: unknown[] = [];
      const sending = (async () => {
        for (let n = 0; n < 50; n += 1) await relay.send('a', [n]);
      })();
      while (heard.length < 50) heard.push(...(await numbers(['a'])));
      await sending;
      expect(heard).toEqual(Array.from({ length: 50 }, (_, n) => n));
    });

    it('sends what is about a record only while that exists', async () => {
      const about = [
        { kind: 'asked', key: 'q' },
        { kind: 'answered', key: 'q' },
      ];
      await relay.send('a', [1], about);
      await opened.keyValues.put('answered', 'q', {}, { personId: 'ann' });
      await relay.send('a', [2, 3], about);
      await relay.send('a', [4], [{ kind: 'asked', key: 'q' }]);
      await opened.keyValues.forgetPerson('ann');
      await relay.send('a', [5], about);
      expect(await numbers(['a'])).toEqual([2, 3]);
    });

    it('drops a channel', async () => {
      await relay.send('a', [1]);
      await relay.send('b', [2]);
      await relay.drop('a');
      expect(await numbers(['a', 'b'])).toEqual([2]);
    });
  });
