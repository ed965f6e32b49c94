import { randomUUID } from 'node:crypto';
import { type Clock, distanceMs, steadyMs, systemClock } from '../../../core/clock.ts';
import { withoutSecrets } from '../../../core/secrets/mask-secrets.ts';
import { closing } from '../../conversation/failure.ts';
import type { AnsweringParts } from '../answering-parts.ts';
import { createAnswerDelivery } from './answer-delivery.ts';
import { createAttempts } from './attempts.ts';
import type { Delivery } from './delivery.ts';
import { createRechecks } from './rechecks.ts';
import { removeLeftReply } from './remove-reply.ts';

/** Dependencies and options of `createDeliveries`. */
export interface DeliveryOptions<Target> extends Omit<AnsweringParts<Target>, 'clock' | 'writer'> {
  clock?: Clock;
  /** Interval of the sweep for questions that no process is working on. */
  sweepMs?: number;
}

/** A question as a platform passes it to `accept`. */
export type IncomingQuestion<Target> = Pick<
  Delivery<Target>,
  'key' | 'conversationId' | 'askerId' | 'workspace' | 'text' | 'target' | 'onlyIfFound'
>;

/** Accepts questions and makes sure that each gets exactly one reply. */
export interface Deliveries<Target> {
  /**
   * Stores a question; false when its event is already known. After it returns, the question survives a crash and the caller
   * may acknowledge the platform's event. Throws when the question cannot be stored or this process is shutting down; the
   * caller must not acknowledge the event then. `run` starts the work.
   */
  accept(question: IncomingQuestion<Target>): Promise<boolean>;
  /** Works on an accepted question until it is answered or another process has claimed it. Never throws. */
  run(key: string): Promise<void>;
  /** Stops the work on a question, including its model calls, in whichever process runs it. */
  stop(key: string): Promise<void>;
  /** Called when a question was edited: answers it again in the same messages. */
  revise(key: string, text: string): Promise<void>;
  /** Called when a question was deleted: deletes its answer. */
  withdraw(key: string): Promise<void>;
  /** Runs questions that a dead process left behind. Also runs every `sweepMs`. */
  sweep(): Promise<void>;
  readonly running: number;
  close(): Promise<void>;
}

/** The sweep leaves a question that this process accepted alone for this long, since `run` is about to start it. */
const BEGIN_MS = 30_000;

/** How long a deletion is remembered, in case the event of the deleted question arrives after it. */
const REORDER_MS = 60_000;

/** Runs the works on one key one after the other. */
const createOrder = () => {
  const last = new Map<string, Promise<void>>();
  return {
    has: (key: string): boolean => last.has(key),
    run(key: string, work: () => Promise<void>): Promise<void> {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work).finally(() => {
        if (last.get(key) === mine) last.delete(key);
      });
      last.set(key, mine);
      return mine;
    },
  };
};

/**
 * Creates what sees to it that each question of a platform gets one reply, also after a crash.
 * @param sweepMs how often replies that are due are looked for
 */
export const createDeliveries = <Target>({
  clock = systemClock,
  sweepMs = 5000,
  ...parts
}: DeliveryOptions<Target>): Deliveries<Target> => {
  const { outbox, log, stores } = parts;
  /** True if the question's asker was erased, which closed its event; the platform may tell of it again. */
  const isErased = (key: string) => stores.conversations.isClosed([key]);
  /** Names this process as the writer of replies. Its attempts at one question follow each other, so they share it. */
  const writer = randomUUID();
  const answerDelivery = createAnswerDelivery<Target>({ ...parts, clock, writer });
  const attempts = createAttempts(log);
  /** Keys of questions that were deleted within the last REORDER_MS. */
  const deleted = new Set<string>();
  /** Edits and deletions of one question run one after the other. The sweep starts no attempt in between. */
  const changing = createOrder();
  /** Questions that this process accepted and has not run yet, with the time of acceptance on the steady clock. */
  const accepted = new Map<string, number>();
  const rechecks = createRechecks(outbox, clock);
  const isBusy = (key: string): boolean => attempts.has(key) || changing.has(key);

  const run = (key: string): Promise<void> => {
    const first = accepted.delete(key);
    return attempts.start(
      key,
      (attempt) => answerDelivery(key, attempt, first),
      'answering a question failed; it is tried again',
    );
  };

  /**
   * True when no process seems to work on a question. A new question is not abandoned: its process is about to run it. Nor is
   * one whose reply is being checked once more, by a process that does so at once.
   */
  const isAbandoned = ({ key, createdAt, rechecking }: Delivery<Target>) =>
    !isBusy(key) &&
    (!rechecking || rechecks.isAbandoned(key)) &&
    steadyMs(clock) - (accepted.get(key) ?? Number.NEGATIVE_INFINITY) > BEGIN_MS &&
    distanceMs(clock.now(), createdAt) >= sweepMs;

  const sweep = async () => {
    for await (const { key, action } of outbox.interruptions()) await attempts.interrupt(key, action);
    for await (const delivery of outbox.questions()) if (isAbandoned(delivery)) void run(delivery.key);
    for await (const left of outbox.removals()) {
      // A question that is there deletes its own.
      if (isBusy(left.key) || (await outbox.question(left.key))) continue;
      void attempts.start(
        left.key,
        () => removeLeftReply(parts, left),
        'what is left of a reply stays; it is tried again',
      );
    }
    for (const key of await rechecks.start((busy) => changing.has(busy))) void run(key);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'open questions could not be looked for'));
  }, sweepMs);
  timer.unref();

  return {
    async accept(question) {
      const { key } = question;
      // Throws, so that the event is not acknowledged and the platform sends it to the next process.
      if (attempts.closed) throw closing();
      // A deletion may come while the others are looked up.
      if ((await outbox.answer(key)) || (await isErased(key)) || deleted.has(key)) return false;
      // Set before the question is stored, so that a sweep of this process does not run it first.
      const known = accepted.has(key) || attempts.has(key);
      if (!known) accepted.set(key, steadyMs(clock));
      const createdAt = new Date(clock.now()).toISOString();
      const added = await outbox.add({
        ...question,
        text: withoutSecrets(question.text),
        messages: [],
        posting: false,
        revision: 0,
        writer,
        createdAt,
      });
      if (!added && !known) accepted.delete(key);
      if (!added || !(await isErased(key))) return added;
      // Erased between the two: an attempt of this process that stood still meanwhile would take it for its own question.
      await outbox.drop(key);
      return false;
    },
    run,
    async stop(key) {
      await attempts.interrupt(key, 'stop');
      // The question still waits if the attempt here ended without a reply, since another process holds its claim.
      const delivery = await outbox.question(key);
      if (!delivery) return;
      await outbox.requestStop(delivery);
      await run(key);
    },
    async revise(key, written) {
      const text = withoutSecrets(written);
      await changing.run(key, async () => {
        // When a platform reports the same edit twice, the second report must not interrupt the new answer.
        if ((await outbox.find(key))?.text === text) return;
        await attempts.interrupt(key, 'revise');
        const delivery = await outbox.find(key);
        // A deleted question has an empty text. The deletion wins, even if the edit's event arrives later.
        if (!delivery || delivery.text === text || delivery.text === '' || deleted.has(key)) return;
        await outbox.reopen(key, { text, at: new Date(clock.now()).toISOString() });
        accepted.set(key, steadyMs(clock));
      });
      await run(key);
    },
    async withdraw(key) {
      deleted.add(key);
      setTimeout(() => deleted.delete(key), REORDER_MS).unref();
      await changing.run(key, async () => {
        // Stored first, so that the sweep of any process retries it. Also where no message is known yet, so that whoever answers
        // or edits the question finds it deleted.
        if (!(await outbox.reopen(key))) return;
        await attempts.interrupt(key, 'withdraw');
        await run(key);
      });
    },
    sweep,
    get running() {
      return attempts.size;
    },
    async close() {
      clearInterval(timer);
      await Promise.race([attempts.close(), clock.sleep(2000)]);
    },
  };
};
