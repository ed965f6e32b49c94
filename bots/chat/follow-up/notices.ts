import type { Turn } from '../../../core/conversation.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../../core/platform-names.ts';
import { inertText } from '../../../core/text/inert-text.ts';
import { oneLine } from '../../../core/text/one-line.ts';
import type { KeyValueStore } from '../../../stores/index.ts';
import { deliveryKeyOfTurn } from '../delivery/delivery.ts';
import { cut } from '../reply/cut.ts';

/** A text to post in the thread of an answer. */
export interface Notice {
  platform: PlatformName;
  /** Key of the delivery in whose thread to post. */
  key: string;
  text: string;
}

const KIND = 'notice';
const PAGE_KIND = 'page-notice';
const SENT = 'notice-told';

/** A queued notice. `askerId` is missing in those that earlier versions queued. */
interface QueuedNotice {
  key: string;
  text: string;
  id: string;
  askerId?: string;
}

/** Queues a notice; false when one with this id is queued or was sent. */
const queueNotice = (keyValues: KeyValueStore, { platform, ...notice }: QueuedNotice & Pick<Notice, 'platform'>) => {
  const [queued, sent] = [
    { kind: KIND, key: `${platform}:${notice.id}` },
    { kind: SENT, key: notice.id },
  ];
  return keyValues.change({
    found: [queued, sent].map((record) => ({ ...record, there: false })),
    put: [{ ...queued, value: notice, personId: notice.askerId }],
  });
};

/**
 * Queues a notice for the person who gave a thumb down that the question is now answered correctly. Slack and Discord post
 * it in the thread; the web page shows it at the person's next visit.
 *
 * @param turn the turn that the person rated
 * @returns false for questions that were asked elsewhere, such as at the command line, and when the turn has a notice already
 */
export const announceFixed = async (
  keyValues: KeyValueStore,
  turn: Pick<Turn, 'id' | 'eventId' | 'question' | 'askerId' | 'conversationId'>,
): Promise<boolean> => {
  if (turn.conversationId.startsWith('web:')) return queuePageNotice(keyValues, turn);
  const platform = PLATFORM_NAMES.find((name) => turn.eventId.startsWith(`${name}:`));
  if (!platform) return false;
  const key = await deliveryKeyOfTurn(keyValues, turn);
  const question = inertText(cut(oneLine(turn.question), 150));
  const text = `Thank you for your feedback: I now answer “${question}” correctly. Ask again to see the new answer.`;
  return queueNotice(keyValues, { platform, key, text, id: `fixed:${turn.id}`, askerId: turn.askerId });
};

/** Takes back what `announceFixed` queued, because the person was erased while it did. */
export const withdrawFixed = async (
  keyValues: KeyValueStore,
  { id, askerId }: Pick<Turn, 'id' | 'askerId'>,
): Promise<void> => {
  for (const platform of PLATFORM_NAMES) await keyValues.delete(KIND, `${platform}:fixed:${id}`);
  await keyValues.delete(PAGE_KIND, pageKey(askerId, id));
  await keyValues.delete(SENT, `fixed:${id}`);
};

/** A notice that the web page shows at a person's next visit. */
export interface PageNotice {
  turnId: string;
  /** The thread in which the question was asked. */
  threadId: string;
  question: string;
  /** ISO 8601. */
  at: string;
}

const pageKey = (askerId: string, turnId: string) => `${askerId}/${turnId}`;

/** Queues a notice for the web page; false when the turn has had one. */
const queuePageNotice = async (
  keyValues: KeyValueStore,
  {
    id: turnId,
    conversationId: threadId,
    question,
    askerId,
  }: Pick<Turn, 'id' | 'question' | 'askerId' | 'conversationId'>,
): Promise<boolean> => {
  if (!(await keyValues.add(SENT, `fixed:${turnId}`, {}, { personId: askerId }))) return false;
  const notice: PageNotice = { turnId, threadId, question, at: new Date().toISOString() };
  return keyValues.add(PAGE_KIND, pageKey(askerId, turnId), notice, { personId: askerId });
};

/** The person's notices for the web page, at most 20. */
export const pageNotices = async (keyValues: KeyValueStore, askerId: string): Promise<PageNotice[]> =>
  (await keyValues.list<PageNotice>(PAGE_KIND, { prefix: `${askerId}/`, limit: 20 })).map(({ value }) => value);

/** Removes a notice that the person has seen; false when there is none. */
export const dismissPageNotice = (keyValues: KeyValueStore, askerId: string, turnId: string): Promise<boolean> =>
  keyValues.delete(PAGE_KIND, pageKey(askerId, turnId));

/**
 * Sends the queued notices of a platform, at most 100. Each is recorded as sent first, so that it is never sent twice. A failure
 * queues it again, unless its person was erased meanwhile.
 * @returns the number of notices sent
 */
export const sendNotices = async (
  keyValues: KeyValueStore,
  { platform, send }: { platform: Notice['platform']; send: (notice: Pick<Notice, 'key' | 'text'>) => Promise<void> },
): Promise<number> => {
  let sent = 0;
  for (const { key, value } of await keyValues.list<QueuedNotice>(KIND, { prefix: `${platform}:`, limit: 100 })) {
    const [queued, told] = [
      { kind: KIND, key },
      { kind: SENT, key: value.id },
    ];
    const record = { value: {}, personId: value.askerId };
    // Only the process that removes the notice sends it.
    const isOurs = await keyValues.change({
      found: [{ ...queued, there: true }],
      delete: [queued],
      put: [{ ...told, ...record }],
    });
    if (!isOurs) continue;
    try {
      await send(value);
      sent += 1;
    } catch (error) {
      await keyValues.change({
        found: [{ ...told, there: true }],
        delete: [told],
        put: [{ ...queued, ...record, value }],
      });
      throw error;
    }
  }
  return sent;
};
