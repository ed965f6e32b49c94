import type { KeyValueId, KeyValueStore } from '../../../stores/index.ts';
import type { Delivery } from './delivery.ts';

/** Which delivery a posted message belongs to. */
export interface MessageIndex<Target> {
  /** The delivery to whose answer this message belongs. */
  ofMessage(messageId: string): Promise<Delivery<Target> | undefined>;
  /**
   * Records that Parley posted this message beside an answer, such as a notice, so that it is not taken for a lost answer.
   * @param delivery of the answer, if it is about one
   */
  noteMessage(messageId: string, delivery?: Pick<Delivery, 'key' | 'askerId'>): Promise<void>;
  /** True for messages of answers and for messages recorded with `noteMessage`. */
  knowsMessage(messageId: string): Promise<boolean>;
}

/** Finds the delivery of a posted message, and knows Parley's own messages that belong to none. */
export const createMessageIndex = <Target>(
  keyValues: KeyValueStore,
  {
    kinds: { messages, notices },
    find,
    isThere,
    person,
  }: {
    kinds: { messages: string; notices: string };
    find: (key: string) => Promise<Delivery<Target> | undefined>;
    isThere: (kind: 'answer', key: string) => KeyValueId & { there: boolean };
    person: (delivery: Pick<Delivery, 'askerId'>) => { personId: string };
  },
): MessageIndex<Target> => ({
  async ofMessage(messageId) {
    const key = await keyValues.get<string>(messages, messageId);
    return key === undefined ? undefined : find(key);
  },
  async noteMessage(messageId, about) {
    const noted =
      about !== undefined &&
      (await keyValues.change({
        found: [isThere('answer', about.key)],
        put: [{ kind: notices, key: messageId, value: {}, ...person(about) }],
      }));
    // When the asker was erased meanwhile, the record names nobody.
    if (!noted) await keyValues.put(notices, messageId, {});
  },
  knowsMessage: async (messageId) =>
    (await keyValues.get(messages, messageId)) !== undefined || (await keyValues.get(notices, messageId)) !== undefined,
});
