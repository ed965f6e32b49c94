import type { z } from 'zod';
import type { Log } from '../../../core/log.ts';
import type { KeyValueChange, KeyValueId, KeyValueStore } from '../../../stores/index.ts';
import { type Delivery, entrySchema, type InterruptionAction, type OutboxEntry, TURN_ROWS } from './delivery.ts';
import { createMessageIndex, type MessageIndex } from './message-index.ts';
import { createReading, createRecords, ROWS } from './outbox-records.ts';
import { createRecheckRecords, type Rechecks } from './recheck-records.ts';
import { createRemovals, type Removals } from './removals.ts';

/** Index records that map the id of a posted message to its delivery. */
const MESSAGE_ROWS = 'message';
const NOTICE_ROWS = 'notice';

/** The stored questions of a platform, with and without posted answers (transactional outbox). */
export interface Outbox<Target = unknown> extends MessageIndex<Target>, Removals<Target>, Rechecks<Target> {
  /** Stores a new question; false when a question or answer with its key exists. */
  add(delivery: Delivery<Target>): Promise<boolean>;
  /**
   * Makes this process the writer of a question's reply. From then on no other process can save it or complete it.
   * @param delivery the question as it was read
   * @returns the question as it is now, or undefined when it has changed since it was read
   */
  take(delivery: Delivery<Target>, writer: string): Promise<Delivery<Target> | undefined>;
  /**
   * Replaces a question; false when it no longer exists in this revision with this writer: another process answered it or
   * took it, it was edited, or its asker was erased.
   */
  save(delivery: Delivery<Target>): Promise<boolean>;
  /** The unanswered question with this key. */
  question(key: string): Promise<Delivery<Target> | undefined>;
  answer(key: string): Promise<Delivery<Target> | undefined>;
  /** The delivery with this key, answered or not. */
  find(key: string): Promise<Delivery<Target> | undefined>;
  /** Unanswered questions in key order; only keys that begin with `prefix`. */
  questions(prefix?: string): AsyncIterable<Delivery<Target>>;
  /**
   * Turns a question into an answer and adds the indexes of its messages and turn, in one transaction. Returns false when the
   * question no longer exists in this revision with this writer, or when somebody deleted it meanwhile; then it stays a
   * question until its answer is withdrawn.
   * @param also records to store in the same transaction
   * @param withdrawn true when its answer has just been withdrawn
   */
  complete(delivery: Delivery<Target>, also?: KeyValueChange['put'], withdrawn?: boolean): Promise<boolean>;
  /** Replaces an answer; false when it is not there as it was read: its question was asked anew, or its asker erased. */
  saveAnswer(delivery: Delivery<Target>): Promise<boolean>;
  /**
   * Turns an answer back into a question. With `edited`, it gets this text and a new revision; otherwise its answer is to be
   * withdrawn, which is requested with it. A question that was not answered yet stays as it is. Nothing changes when that was
   * done already. False when there is neither.
   */
  reopen(key: string, edited?: Edit): Promise<boolean>;
  /** Removes a question whose asker was erased. */
  drop(key: string): Promise<void>;
  /** Requests that whichever process works on this revision ends its work, unless the question is to be withdrawn. */
  requestStop(delivery: Pick<Delivery, 'key' | 'revision'>): Promise<void>;
  /** The interruption that was requested for this revision or a later one. */
  interruptionOf(delivery: Pick<Delivery, 'key' | 'revision'>): Promise<InterruptionAction | undefined>;
  interruptions(): AsyncIterable<{ key: string; action: InterruptionAction }>;
  /**
   * Writes an empty record of the asker's if there is none, while the question waits or is answered, as `state` says. Otherwise
   * it writes nothing: the asker may have been erased meanwhile, and the record would name them.
   * @returns whether it wrote: true for exactly one of several processes
   */
  mark(record: KeyValueId, delivery: Delivery<Target>, state: 'question' | 'answer'): Promise<boolean>;
  /** Deletes a record that belongs to an answer, unless the question was asked anew since the answer was read. */
  unmark(record: KeyValueId, answer: Delivery<Target>): Promise<void>;
}

/** What only a question has that is worked on. */
const OVER = { writer: undefined, replaces: undefined, callGivenUp: undefined, rechecking: undefined };

/** A question's new text. */
interface Edit {
  text: string;
  at: string;
}

const inNewWords = ({ revision }: Pick<Delivery, 'revision'>, { text, at }: Edit) => ({
  rechecking: undefined,
  text,
  revision: revision + 1,
  revisedAt: at,
  turnId: undefined,
});

/**
 * True when another process has made this edit, or has withdrawn the answer, which leaves no text: a platform may tell several
 * processes of one edit or deletion, and each reads what is stored before another one has dealt with it. A deletion stays.
 */
const isAsWanted = ({ text }: Pick<Delivery, 'text'>, edited: Edit | undefined): boolean =>
  text === '' || text === edited?.text;

/**
 * Opens a platform's outbox.
 * @param target parses the platform's part of a delivery, including the formats of earlier versions
 * @param placeOnly leaves of that part where the reply is, and nothing about who asked or what
 */
export const createOutbox = <Target>(
  keyValues: KeyValueStore,
  {
    platform,
    target,
    placeOnly,
    log,
  }: { platform: string; target: z.ZodType<Target>; placeOnly: (target: Target) => Target; log: Log },
): Outbox<Target> => {
  const rows = (kind: OutboxEntry['kind']) => `${platform}-${ROWS[kind]}`;
  const { read, all } = createReading(keyValues, { schema: entrySchema(target), rows, log });
  const records = createRecords<Target>(rows);
  const { person, place, record, withdrawal, isThere, isAsked, isUnchanged } = records;
  /** Replaces a question only if it exists, so that it does not bring back an erased one. */
  const replaceQuestion = (delivery: Delivery<Target>) =>
    keyValues.change({ found: [isAsked(delivery)], put: [record('question', delivery)] });
  const { recordOfRemoval, kept: removals } = createRemovals<Target>(keyValues, { rows, placeOnly, all });
  const find = async (key: string) =>
    (await read('question', key)) ??
    (await read('answer', key)) ??
    // An edit may have opened an answer again between both reads.
    (await read('question', key));
  const [messages, notices] = [`${platform}-${MESSAGE_ROWS}`, `${platform}-${NOTICE_ROWS}`];
  const rechecks = createRecheckRecords<Target>(keyValues, { platform, read, records });

  const complete: Outbox<Target>['complete'] = async (delivery, also = [], withdrawn = false) => {
    const { key, revision, turnId } = delivery;
    const led = delivery.messages.map((id) => ({ kind: messages, key: id, value: key, ...person(delivery) }));
    const interruption = await read('interruption', key);
    if (interruption?.action === 'withdraw' && !withdrawn) {
      await replaceQuestion(delivery);
      return false;
    }
    const completed = await keyValues.change({
      found: [isAsked(delivery), { ...place('interruption', key), there: interruption !== undefined }],
      put: [
        record('answer', { ...delivery, ...OVER }),
        ...led,
        ...also,
        ...(delivery.callGivenUp ? [rechecks.recordOfRecheck(delivery)] : []),
        ...(turnId ? [{ kind: TURN_ROWS, key: turnId, value: { key, revision }, ...person(delivery) }] : []),
      ],
      delete: [place('question', key), place('interruption', key), ...(withdrawn ? [place('removal', key)] : [])],
    });
    // The transaction failed since an interruption was added in between: starts again with it.
    if (completed) return true;
    const now = await read('question', key);
    return now?.revision === revision && now.writer === delivery.writer && complete(delivery, also, withdrawn);
  };

  const reopen: Outbox<Target>['reopen'] = async (key, edited) => {
    const known = await find(key);
    if (!known || isAsWanted(known, edited)) return known !== undefined;
    // Whoever writes the reply to a question may still do so; an answer has no writer any more.
    const writer = known.kind === 'question' ? known.writer : undefined;
    const reopened = { ...known, ...(edited && inNewWords(known, edited)), writer };
    const isReopened = edited !== undefined || known.kind === 'answer';
    const done = await keyValues.change({
      found: [isUnchanged(known.kind, known)],
      put: [
        ...(isReopened ? [record('question', reopened)] : []),
        ...(edited ? [] : [withdrawal(known), ...recordOfRemoval(known)]),
      ],
      delete: known.kind === 'answer' ? [place('answer', key)] : [],
    });
    return done || reopen(key, edited); // otherwise somebody wrote in between
  };

  return {
    add: (delivery) =>
      keyValues.change({
        found: (['question', 'answer'] as const).map((kind) => ({ ...place(kind, delivery.key), there: false })),
        put: [record('question', delivery)],
      }),
    async take(delivery, writer) {
      const { messages: posted, posting, replaces } = delivery;
      const foreign = delivery.writer !== undefined && (posting || posted.length > 0);
      // What is under way to a reply that is checked once more is its end, as it stands: it needs no messages of its own.
      const taken = {
        ...delivery,
        writer,
        replaces: replaces || (foreign && !delivery.rechecking) || undefined,
        callGivenUp: delivery.callGivenUp || foreign || undefined,
      };
      const change = { found: [isUnchanged('question', delivery)], put: [record('question', taken)] };
      return (await keyValues.change(change)) ? taken : undefined;
    },
    save: replaceQuestion,
    question: (key) => read('question', key),
    answer: (key) => read('answer', key),
    find,
    questions: (prefix) => all('question', prefix),
    saveAnswer: (delivery) =>
      keyValues.change({ found: [isUnchanged('answer', delivery)], put: [record('answer', delivery)] }),
    complete,
    reopen,
    async drop(key) {
      await rechecks.forgetRecheck(key);
      await keyValues.delete(rows('question'), key);
      await keyValues.delete(rows('interruption'), key);
    },
    ...removals,
    ...rechecks.kept,
    async requestStop({ key, revision }) {
      const stop = { kind: 'interruption', key, revision, action: 'stop' } satisfies OutboxEntry;
      const at = place('interruption', key);
      if (await keyValues.add(at.kind, key, stop)) return;
      // A deleted question stays deleted.
      const isStop = { ...at, there: true, fields: { action: stop.action } };
      await keyValues.change({ found: [isStop], put: [{ ...at, value: stop }] });
    },
    async interruptionOf({ key, revision }) {
      const found = await read('interruption', key);
      // A deletion holds for every revision.
      return found && (found.action === 'withdraw' || found.revision >= revision) ? found.action : undefined;
    },
    interruptions: () => all('interruption'),
    mark: (mark, delivery, state) =>
      keyValues.change({
        found: [isThere(state, delivery.key), { ...mark, there: false }],
        put: [{ ...mark, value: {}, ...person(delivery) }],
      }),
    async unmark(mark, answer) {
      await keyValues.change({ found: [isUnchanged('answer', answer)], delete: [mark] });
    },
    ...createMessageIndex(keyValues, { kinds: { messages, notices }, find, isThere, person }),
  };
};
