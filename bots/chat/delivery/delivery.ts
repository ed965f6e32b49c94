import { z } from 'zod';
import type { KeyValueStore } from '../../../stores/index.ts';

const deliverySchema = z.object({
  /** The id of the question's event, so that a message is one delivery however often the platform reports it. */
  key: z.string(),
  conversationId: z.string(),
  askerId: z.string(),
  /** The Slack workspace or Discord server: `slack:T1`. */
  workspace: z.string(),
  text: z.string(),
  /** Ids of the answer's messages, in order. A later attempt of the same process edits them and never posts them again. */
  messages: z.array(z.string()),
  /** True while a message is being posted. After a crash, the channel may contain a message whose id is missing here. */
  posting: z.boolean(),
  /** Number of edits of the question. Each revision is answered again, in the same messages. */
  revision: z.number().int().nonnegative(),
  /**
   * The process that may write the reply, until another one takes the question: a fencing token. Undefined while the answer
   * is complete and nobody writes.
   */
  writer: z.string().optional(),
  /** True while messages of an earlier writer still have to be removed. */
  replaces: z.boolean().optional(),
  /** True after a call that writes the reply was given up, by this process or a dead one: the platform may still carry it out. */
  callGivenUp: z.boolean().optional(),
  /** True for an answered question while its reply is checked once more, because of such a call. */
  rechecking: z.boolean().optional(),
  createdAt: z.string(),
  /** When the question was last edited. */
  revisedAt: z.string().optional(),
  turnId: z.string().optional(),
  /** Not addressed to Parley, so the answer is posted only if the pages contain it. */
  onlyIfFound: z.boolean().optional(),
  /** True when the answer was posted where other people can read it. */
  inChannel: z.boolean().optional(),
  /** The pages that the answer cites with their content hashes, to find out when one of them changes. */
  cited: z.array(z.object({ documentId: z.string(), contentHash: z.string() })).optional(),
});

/** A question and the messages of its answer. `target` says, in the platform's own terms, where it was asked. */
export type Delivery<Target = unknown> = z.infer<typeof deliverySchema> & { target: Target };

/** Reasons to end the work on a question early. */
const interruptionActions = ['stop', 'revise', 'withdraw'] as const;
export type InterruptionAction = (typeof interruptionActions)[number];

/**
 * A record of the outbox. `question`: waits for its answer. `answer`: its answer has been posted. `interruption`: a request
 * to end the work on a revision, in whichever process does it. `removal`: messages that are still to be deleted; it names
 * nobody, so that it outlives the erasure of whoever asked.
 */
export type OutboxEntry<Target = unknown> =
  | ({ kind: 'question' | 'answer' | 'removal' } & Delivery<Target>)
  | { kind: 'interruption'; key: string; revision: number; action: InterruptionAction };

/** The stored form of outbox entries. @param target the platform's own part of it */
export const entrySchema = <Target>(target: z.ZodType<Target>) => {
  const delivery = deliverySchema.extend({ target });
  return z.discriminatedUnion('kind', [
    delivery.extend({ kind: z.literal('question') }),
    delivery.extend({ kind: z.literal('answer') }),
    delivery.extend({ kind: z.literal('removal') }),
    z.object({
      kind: z.literal('interruption'),
      key: z.string(),
      revision: z.number().int().nonnegative(),
      action: z.enum(interruptionActions),
    }),
  ]) as unknown as z.ZodType<OutboxEntry<Target>>;
};

/** Index records that map the id of an answered turn to its delivery. */
export const TURN_ROWS = 'delivery-of-turn';

/** The key of an answered turn's delivery, from the index or, for turns older than the index, from the turn's event id. */
export const deliveryKeyOfTurn = async (
  keyValues: KeyValueStore,
  turn: { id: string; eventId: string },
): Promise<string> =>
  (await keyValues.get<{ key: string }>(TURN_ROWS, turn.id))?.key ?? turn.eventId.replace(/~\d+$/, '');
