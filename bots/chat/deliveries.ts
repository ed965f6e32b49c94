import { type Clock, distanceMs, steadyMs, systemClock } from '../../core/clock.ts';
import { closing } from '../conversation/failure.ts';
import { type AnsweringParts, createAnswerDelivery } from './answer-delivery.ts';
import type { Attempt } from './attempt.ts';
import type { Delivery, InterruptionAction } from './outbox.ts';

/** What the answering of a platform's questions runs on. */
export interface DeliveryOptions<Target> extends Omit<AnsweringParts<Target>, 'clock'> {
  clock?: Clock;
  /** How often questions that no process works on are looked for. */
  sweepMs?: number;
}

/** A question as a platform hands it in. */
export type IncomingQuestion<Target> = Pick<
  Delivery<Target>,
  'key' | 'conversationId' | 'askerId' | 'workspace' | 'text' | 'target' | 'onlyIfFound'
>;

/** Accepts questions and sees each through to exactly one reply. */
export interface Deliveries<Target> {
  /**
   * Keeps a question; false when its event is known already. Throws when it cannot be kept, and when this process goes down:
   * whoever called must not acknowledge the event then. Once this returned, the question survives a crash and the
   * platform's event may be acknowledged. `run` starts the work.
   */
  accept(question: IncomingQuestion<Target>): Promise<boolean>;
  /** Works on an accepted question until it is answered or another process turns out to have it. Never throws. */
  run(key: string): Promise<void>;
  /** Ends the work, model calls included, in whichever process it runs. */
  stop(key: string): Promise<void>;
  /** The question was edited: it is answered anew in the same messages. */
  revise(key: string, text: string): Promise<void>;
  /** The question was deleted: so is its answer. */
  withdraw(key: string): Promise<void>;
  /** Runs what a process that died left behind. Runs by itself every `sweepMs`. */
  sweep(): Promise<void>;
  readonly running: number;
  close(): Promise<void>;
}

/** Of two interruptions at once the stronger holds: a deleted question is not answered anew. */
const STRENGTH: Record<InterruptionAction, number> = { stop: 0, revise: 1, withdraw: 2 };
/** A question that was accepted and is not run after so long was dropped on the way; the sweep runs it. */
const BEGIN_MS = 30_000;

/** How far apart the events of one message may come in the wrong order. */
const REORDER_MS = 60_000;

export const createDeliveries = <Target>({
  clock = systemClock,
  sweepMs = 5000,
  ...parts
}: DeliveryOptions<Target>): Deliveries<Target> => {
  const { outbox, log } = parts;
  const answerDelivery = createAnswerDelivery<Target>({ ...parts, clock });
  const running = new Map<string, Attempt>();
  /** Questions deleted a moment ago: the event that asks them may come after the one that deletes them. */
  const deleted = new Set<string>();
  const changing = new Map<string, Promise<void>>();
  /** Accepted by this process and about to be run by it: since when, on the steady clock. */
  const accepted = new Map<string, number>();
  let closed = false;

  const run = (key: string): Promise<void> => {
    const first = accepted.delete(key);
    const known = running.get(key);
    if (known) return known.over;
    if (closed) return Promise.resolve();
    const attempt: Attempt = { controller: new AbortController(), over: Promise.resolve() };
    running.set(key, attempt);
    attempt.over = answerDelivery(key, attempt, first)
      .catch((error: unknown) => log.error({ err: error, key }, 'answering a question failed; it is tried again'))
      .finally(() => running.delete(key));
    return attempt.over;
  };

  const interruptHere = async (key: string, action: InterruptionAction): Promise<boolean> => {
    const attempt = running.get(key);
    if (!attempt) return false;
    if (attempt.interruption === undefined || STRENGTH[action] > STRENGTH[attempt.interruption])
      attempt.interruption = action;
    attempt.controller.abort();
    await attempt.over;
    return true;
  };

  /** Interrupts an attempt in whichever process it runs: that process finds the entry, or the next one to try does. */
  const interruptAnywhere = async (key: string, action: InterruptionAction) => {
    if (await interruptHere(key, action)) return;
    const delivery = await outbox.question(key);
    if (!delivery) return;
    await outbox.interrupt({ key, revision: delivery.revision, action });
    await run(key);
  };

  /** Edits and deletions of one question happen one after the other, and no attempt begins between their steps. */
  const inOrder = (key: string, change: () => Promise<void>): Promise<void> => {
    const mine = (changing.get(key) ?? Promise.resolve()).then(change, change).finally(() => {
      if (changing.get(key) === mine) changing.delete(key);
    });
    changing.set(key, mine);
    return mine;
  };

  /** True when no process seems to work on a question. Whoever accepted a young one is about to run it. */
  const isAbandoned = ({ key, createdAt }: Delivery<Target>) =>
    !running.has(key) &&
    !changing.has(key) &&
    steadyMs(clock) - (accepted.get(key) ?? Number.NEGATIVE_INFINITY) > BEGIN_MS &&
    distanceMs(clock.now(), createdAt) >= sweepMs;

  const sweep = async () => {
    for await (const { key, action } of outbox.interruptions()) if (running.has(key)) await interruptHere(key, action);
    for await (const delivery of outbox.questions()) if (isAbandoned(delivery)) void run(delivery.key);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'open questions could not be looked for'));
  }, sweepMs);
  timer.unref();

  return {
    async accept(question) {
      const { key } = question;
      // Not acknowledged: the platform tells the next process of it.
      if (closed) throw closing();
      if (deleted.has(key) || (await outbox.answer(key))) return false;
      // Noted before the question can be seen, so that no sweep of this process comes between.
      const known = accepted.has(key) || running.has(key);
      if (!known) accepted.set(key, steadyMs(clock));
      const createdAt = new Date(clock.now()).toISOString();
      const added = await outbox.add({ ...question, messages: [], posting: false, revision: 0, createdAt });
      if (!added && !known) accepted.delete(key);
      return added;
    },
    run,
    stop: (key) => interruptAnywhere(key, 'stop'),
    async revise(key, text) {
      await inOrder(key, async () => {
        // The same edit reported twice must not interrupt its own answer.
        if ((await outbox.find(key))?.text === text) return;
        await interruptHere(key, 'revise');
        const delivery = await outbox.find(key);
        // A deleted question has an empty text, whatever order the events come in.
        if (!delivery || delivery.text === text || delivery.text === '' || deleted.has(key)) return;
        await outbox.reopen({ ...delivery, text, revision: delivery.revision + 1, turnId: undefined });
        accepted.set(key, steadyMs(clock));
      });
      await run(key);
    },
    async withdraw(key) {
      deleted.add(key);
      setTimeout(() => deleted.delete(key), REORDER_MS).unref();
      await inOrder(key, async () => {
        await interruptAnywhere(key, 'withdraw');
        // An answered question is reopened to be withdrawn, so that a deletion the platform drops is tried until it holds.
        const delivery = await outbox.answer(key);
        if (!delivery || delivery.messages.length === 0) return;
        await outbox.interrupt({ key, revision: delivery.revision, action: 'withdraw' });
        await outbox.reopen(delivery);
        await run(key);
      });
    },
    sweep,
    get running() {
      return running.size;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await Promise.race([Promise.all([...running.values()].map((attempt) => attempt.over)), clock.sleep(2000)]);
    },
  };
};
