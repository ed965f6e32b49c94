import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import type { KeyValueChange, KeyValueStore } from '../../stores/index.ts';
import { listAll } from './list-all.ts';

const deliverySchema = z.object({
  /** The id of the event that asked: the same message is one delivery, however often the platform reports it. */
  key: z.string(),
  conversationId: z.string(),
  askerId: z.string(),
  /** The Slack workspace or Discord server: `slack:T1`. */
  workspace: z.string(),
  text: z.string(),
  /** Ids of the messages that carry the answer, in order; they are continued, never posted again. */
  messages: z.array(z.string()),
  /** A message was about to be posted when this was written: it may stand in the channel without its id here. */
  posting: z.boolean(),
  /** Counts the edits of the question; each revision is answered anew, in the same messages. */
  revision: z.number().int().nonnegative(),
  createdAt: z.string(),
  turnId: z.string().optional(),
  /** Asked of nobody in particular: posted only if the pages hold the answer. */
  onlyIfFound: z.boolean().optional(),
  /** Others read along where the answer was posted. */
  inChannel: z.boolean().optional(),
  /** The pages that the answer cites, as they were; for "a page changed since". */
  cited: z.array(z.object({ documentId: z.string(), contentHash: z.string() })).optional(),
});

/** A question and its answer's messages. `target` says where it was asked, in the platform's own terms. */
export type Delivery<Target = unknown> = z.infer<typeof deliverySchema> & { target: Target };

/** Why work on a question ends before its answer is there. */
const interruptionActions = ['stop', 'revise', 'withdraw'] as const;
export type InterruptionAction = (typeof interruptionActions)[number];

/**
 * What the outbox keeps. `question`: waits for its answer. `answer`: its answer is posted. `interruption`: somebody wants
 * the work on a revision to end, whichever process does it.
 */
export type OutboxEntry<Target = unknown> =
  | ({ kind: 'question' | 'answer' } & Delivery<Target>)
  | { kind: 'interruption'; key: string; revision: number; action: InterruptionAction };

const entrySchema = <Target>(target: z.ZodType<Target>) => {
  const delivery = deliverySchema.extend({ target });
  return z.discriminatedUnion('kind', [
    delivery.extend({ kind: z.literal('question') }),
    delivery.extend({ kind: z.literal('answer') }),
    z.object({
      kind: z.literal('interruption'),
      key: z.string(),
      revision: z.number().int().nonnegative(),
      action: z.enum(interruptionActions),
    }),
  ]) as unknown as z.ZodType<OutboxEntry<Target>>;
};

/** Rows of the key-value store, by the entry's kind. The names are those of running installations. */
const ROWS = { question: 'open', answer: 'done', interruption: 'ending' } as const;
/** The kind of the rows of a platform's questions that wait for their answer. */
export const waitingRows = (platform: string): string => `${platform}-${ROWS.question}`;
/** Indexes: a posted message's id, and an answered turn's, to the delivery. */
const MESSAGE_ROWS = 'message';
const NOTICE_ROWS = 'notice';
const TURN_ROWS = 'delivery-of-turn';

/** Entries from before they had a `kind` and a `workspace`: a delivery as such, and an interruption as its action alone. */
const upgrade = (kind: OutboxEntry['kind'], key: string, value: unknown): unknown => {
  if (typeof value === 'string') return { kind, key, revision: Number.MAX_SAFE_INTEGER, action: value };
  return { kind, workspace: key.split('/')[0], ...(value as object) };
};

/** The event id under which a revision is asked in the conversation; the first revision has the message's own. */
export const revisionId = ({ key, revision }: Pick<Delivery, 'key' | 'revision'>): string =>
  revision === 0 ? key : `${key}~${revision}`;

/** The delivery of an answered turn: by the index, or for turns from before the index by the turn's event id. */
export const deliveryKeyOfTurn = async (
  keyValues: KeyValueStore,
  turn: { id: string; eventId: string },
): Promise<string> =>
  (await keyValues.get<{ key: string }>(TURN_ROWS, turn.id))?.key ?? turn.eventId.replace(/~\d+$/, '');

/** The questions of one platform on their way to their answers, and the answers that were posted. */
export interface Outbox<Target = unknown> {
  /** Keeps a new question; false when it is known, as one that waits or as one that is answered. */
  add(delivery: Delivery<Target>): Promise<boolean>;
  /** Keeps the present state of a question; false when it is there no more: answered elsewhere, or its asker was erased. */
  save(delivery: Delivery<Target>): Promise<boolean>;
  /** The question that waits for its answer. */
  question(key: string): Promise<Delivery<Target> | undefined>;
  answer(key: string): Promise<Delivery<Target> | undefined>;
  /** The question, or else its answer. */
  find(key: string): Promise<Delivery<Target> | undefined>;
  /** Questions that wait, in the order of their keys; only keys that begin with `prefix`. */
  questions(prefix?: string): AsyncIterable<Delivery<Target>>;
  /**
   * The question becomes an answer, to which its messages and its turn lead from here on; nothing, if it is there no more.
   * Nothing either where the question was deleted meanwhile: it then waits for its answer to be taken back.
   * @param also records that are kept with it
   * @param withdrawn its answer was taken back
   */
  complete(delivery: Delivery<Target>, also?: KeyValueChange['put'], withdrawn?: boolean): Promise<boolean>;
  /** Replaces what is kept of a posted answer, where it is kept. */
  saveAnswer(delivery: Delivery<Target>): Promise<boolean>;
  /** An answered question waits for an answer again: it was edited, or its answer is to be taken back. */
  reopen(delivery: Delivery<Target>): Promise<boolean>;
  /** Removes a question that nobody can answer any more: its asker was erased since. */
  drop(key: string): Promise<void>;
  /** Asks whichever process works on this revision to end. */
  interrupt(interruption: { key: string; revision: number; action: InterruptionAction }): Promise<void>;
  /** What this revision, or a later one, was interrupted by. */
  interruptionOf(delivery: Pick<Delivery, 'key' | 'revision'>): Promise<InterruptionAction | undefined>;
  interruptions(): AsyncIterable<{ key: string; action: InterruptionAction }>;
  /** The delivery whose answer stands in this message. */
  ofMessage(messageId: string): Promise<Delivery<Target> | undefined>;
  /** Keeps that a message beside the answers is Parley's own, so that nobody takes it for a lost answer. */
  noteMessage(messageId: string, personId: string): Promise<void>;
  /** True for messages of posted answers and for noted ones. */
  knowsMessage(messageId: string): Promise<boolean>;
}

/**
 * Opens a platform's outbox.
 * @param target parses the platform's part of a delivery, also as earlier versions wrote it
 */
export const createOutbox = <Target>(
  keyValues: KeyValueStore,
  { platform, target, log }: { platform: string; target: z.ZodType<Target>; log: Log },
): Outbox<Target> => {
  const schema = entrySchema(target);
  const rows = (kind: OutboxEntry['kind']) => `${platform}-${ROWS[kind]}`;
  type Entry<Kind> = Extract<OutboxEntry<Target>, { kind: Kind }>;

  const parse = <Kind extends OutboxEntry['kind']>(
    kind: Kind,
    key: string,
    value: unknown,
  ): Entry<Kind> | undefined => {
    const parsed = schema.safeParse(upgrade(kind, key, value));
    if (parsed.success && parsed.data.kind === kind) return parsed.data as Entry<Kind>;
    log.error({ kind, key, err: parsed.error }, 'a record of the outbox cannot be read and is skipped');
    return undefined;
  };
  const read = async <Kind extends OutboxEntry['kind']>(kind: Kind, key: string): Promise<Entry<Kind> | undefined> => {
    const value = await keyValues.get(rows(kind), key);
    return value === undefined ? undefined : parse(kind, key, value);
  };
  async function* all<Kind extends OutboxEntry['kind']>(kind: Kind, prefix?: string): AsyncGenerator<Entry<Kind>> {
    for await (const { key, value } of listAll(keyValues, rows(kind), { prefix })) {
      const found = parse(kind, key, value);
      if (found) yield found;
    }
  }
  const entry = (kind: 'question' | 'answer', delivery: Delivery<Target>) => ({ ...delivery, kind });
  const person = ({ askerId }: Pick<Delivery, 'askerId'>) => ({ personId: askerId });
  const place = (kind: OutboxEntry['kind'], key: string) => ({ kind: rows(kind), key });
  const record = (kind: 'question' | 'answer', delivery: Delivery<Target>) => ({
    ...place(kind, delivery.key),
    value: entry(kind, delivery),
    ...person(delivery),
  });
  const isThere = (kind: OutboxEntry['kind'], key: string) => ({ ...place(kind, key), there: true });
  /** Replaces what is there; an erasure that came before is not undone by it. */
  const replace = (kind: 'question' | 'answer', delivery: Delivery<Target>) =>
    keyValues.change({ found: [isThere(kind, delivery.key)], put: [record(kind, delivery)] });
  const find = async (key: string) => (await read('question', key)) ?? (await read('answer', key));
  const [messages, notices] = [`${platform}-${MESSAGE_ROWS}`, `${platform}-${NOTICE_ROWS}`];

  const complete: Outbox<Target>['complete'] = async (delivery, also = [], withdrawn = false) => {
    const { key, revision, turnId } = delivery;
    const led = delivery.messages.map((id) => ({ kind: messages, key: id, value: key, ...person(delivery) }));
    const interruption = await read('interruption', key);
    if (interruption?.action === 'withdraw' && !withdrawn) {
      await replace('question', delivery);
      return false;
    }
    const completed = await keyValues.change({
      found: [isThere('question', key), { ...place('interruption', key), there: interruption !== undefined }],
      put: [
        record('answer', delivery),
        ...led,
        ...also,
        ...(turnId ? [{ kind: TURN_ROWS, key: turnId, value: { key, revision }, ...person(delivery) }] : []),
      ],
      delete: [place('question', key), place('interruption', key)],
    });
    // Somebody interrupted it in between: that is looked at first.
    return completed || ((await read('question', key)) !== undefined && complete(delivery, also, withdrawn));
  };

  return {
    add: (delivery) =>
      keyValues.change({
        found: (['question', 'answer'] as const).map((kind) => ({ ...place(kind, delivery.key), there: false })),
        put: [record('question', delivery)],
      }),
    save: (delivery) => replace('question', delivery),
    question: (key) => read('question', key),
    answer: (key) => read('answer', key),
    find,
    questions: (prefix) => all('question', prefix),
    saveAnswer: (delivery) => replace('answer', delivery),
    complete,
    async reopen(delivery) {
      const { key } = delivery;
      const again = { put: [record('question', delivery)], delete: [place('answer', key)] };
      // Edited before its answer was complete: it waits already.
      return (
        (await keyValues.change({ found: [isThere('answer', key)], ...again })) ||
        keyValues.change({ found: [isThere('question', key)], ...again })
      );
    },
    async drop(key) {
      await keyValues.delete(rows('question'), key);
      await keyValues.delete(rows('interruption'), key);
    },
    interrupt: ({ key, revision, action }) =>
      keyValues.put(rows('interruption'), key, { kind: 'interruption', key, revision, action } satisfies OutboxEntry),
    async interruptionOf({ key, revision }) {
      const found = await read('interruption', key);
      return found && found.revision >= revision ? found.action : undefined;
    },
    interruptions: () => all('interruption'),
    async ofMessage(messageId) {
      const key = await keyValues.get<string>(messages, messageId);
      return key === undefined ? undefined : find(key);
    },
    noteMessage: (messageId, personId) => keyValues.put(notices, messageId, {}, { personId }),
    knowsMessage: async (messageId) =>
      (await keyValues.get(messages, messageId)) !== undefined ||
      (await keyValues.get(notices, messageId)) !== undefined,
  };
};
