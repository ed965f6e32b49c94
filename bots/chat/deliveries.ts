import { type Clock, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import type { Conversations } from '../conversation/index.ts';
import { type Attempt, attemptAnswer, type Ending } from './attempt.ts';
import { type ChatPlatform, type Delivery, type Reply, ReplyImpossible } from './platform.ts';
import { createSourceWatch } from './source-watch.ts';

/** What the answering of a front's questions runs on. */
export interface DeliveryOptions<Target> {
  front: ChatPlatform<Target>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical'>;
  log: Log;
  clock?: Clock;
  /** How often questions that nobody works on are looked for. */
  sweepMs?: number;
}

/** Takes in questions and sees each through to exactly one reply. */
export interface Deliveries<Target> {
  /**
   * Writes a question down; false when this event is known already. Once it returned, the question survives a crash: the
   * platform may be told that it was received. `run` starts the work.
   */
  take(question: Pick<Delivery<Target>, 'key' | 'conversationId' | 'askerId' | 'text' | 'target'>): Promise<boolean>;
  /** Works on a question that was taken, until it is answered or somebody else turns out to have it. Never throws. */
  run(key: string): Promise<void>;
  /** The asker (or whoever may) wants it to stop: model calls too, in whichever process they run. */
  stop(key: string): Promise<void>;
  /** The question was edited: it is answered anew in the same place. */
  revise(key: string, text: string): Promise<void>;
  /** The question was deleted: so is its answer. */
  withdraw(key: string): Promise<void>;
  find(key: string): Promise<Delivery<Target> | undefined>;
  /** Questions on their way whose key begins so. */
  open(prefix: string): Promise<Delivery<Target>[]>;
  /** The delivery whose answer stands in this message. */
  byMessage(messageId: string): Promise<Delivery<Target> | undefined>;
  /** Takes up what a process that died left behind. Runs by itself every `sweepMs`. */
  sweep(): Promise<void>;
  readonly running: number;
  close(): Promise<void>;
}

/** Of two endings that come together the stronger one holds: what was deleted is not answered anew. */
const STRENGTH = { stop: 0, revise: 1, withdraw: 2 } as const;
/** How long look-ups wait for the first sign to be out. */
const FIRST_SIGN_MS = 250;
/** What was taken and is not run after so long was dropped on the way, and is found by the sweep. */
const BEGIN_MS = 30_000;
/** How far apart the events of one message may come in the wrong order. */
const REORDER_MS = 60_000;

export const createDeliveries = <Target>({
  front,
  conversations,
  stores,
  log,
  clock = systemClock,
  sweepMs = 5000,
}: DeliveryOptions<Target>): Deliveries<Target> => {
  const { keyValues } = stores;
  const running = new Map<string, Attempt>();
  const OPEN = `${front.name}-open`;
  const DONE = `${front.name}-done`;
  const MESSAGE = `${front.name}-message`;
  const ENDING = `${front.name}-ending`;
  /** Questions that were deleted a moment ago: the event that asks them may come after the one that deletes them. */
  const gone = new Set<string>();
  const changing = new Map<string, Promise<void>>();
  /** Taken here, and about to be run here: since when. */
  const begun = new Map<string, number>();
  const watch = createSourceWatch(stores, { front: front.name, now: () => clock.now() });
  let closed = false;

  const read = async (key: string) =>
    (await keyValues.get<Delivery<Target>>(OPEN, key)) ?? (await keyValues.get<Delivery<Target>>(DONE, key));
  const keep = (delivery: Delivery<Target>) =>
    keyValues.put(OPEN, delivery.key, delivery, { personId: delivery.askerId });

  const complete = async (delivery: Delivery<Target>) => {
    const options = { personId: delivery.askerId };
    await keyValues.put(DONE, delivery.key, delivery, options);
    for (const id of delivery.messages) await keyValues.put(MESSAGE, id, delivery.key, options);
    await watch.watch(delivery);
    await keyValues.delete(OPEN, delivery.key);
    await keyValues.delete(ENDING, delivery.key);
  };

  const run = (key: string): Promise<void> => {
    const fresh = begun.delete(key);
    const known = running.get(key);
    if (known) return known.over;
    if (closed) return Promise.resolve();
    const attempt: Attempt = { controller: new AbortController(), over: Promise.resolve() };
    running.set(key, attempt);
    attempt.over = work(key, attempt, fresh)
      .catch((error: unknown) =>
        log.error({ err: error, key }, 'a question could not be seen through; it is tried again'),
      )
      .finally(() => running.delete(key));
    return attempt.over;
  };

  const work = async (key: string, attempt: Attempt, fresh: boolean): Promise<void> => {
    const delivery = await keyValues.get<Delivery<Target>>(OPEN, key);
    if (!delivery) return;
    const ending = await keyValues.get<Ending>(ENDING, key);
    if (ending) {
      attempt.ending ??= ending;
      attempt.controller.abort();
    }
    const reply = front.reply(delivery, { save: () => keep(delivery), giveUp: () => attempt.controller.abort() });
    try {
      // Delivered, and deleted since: there is nothing left to ask anybody.
      if (ending === 'withdraw' && delivery.turnId) return await vanish(delivery, reply);
      // Only who took the question shows a sign before its claim is sure; another process may be writing its answer.
      const sign = fresh ? reply.begin() : Promise.resolve();
      // Under load the first signs of all go before the look-ups of any; where there is none, this costs nothing.
      await Promise.race([sign, clock.sleep(FIRST_SIGN_MS)]);
      const [prepared] = await Promise.all([front.prepare(delivery), sign]);
      await attemptAnswer(
        {
          front: front.name,
          conversations,
          stores,
          log,
          clock,
          complete: () => complete(delivery),
          vanish: () => vanish(delivery, reply),
        },
        { delivery, reply, prepared, attempt, fresh },
      );
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) throw error;
      log.info({ key, reason: error.message }, 'a reply has no place any more');
      if (error.tell)
        await front
          .tell(delivery, error.tell)
          .catch((cause: unknown) => log.warn({ err: cause, key }, 'the asker could not be told'));
      attempt.controller.abort();
      await complete(delivery);
    } finally {
      await reply.leave();
    }
  };

  const vanish = async (delivery: Delivery<Target>, reply: Reply) => {
    await reply.withdraw();
    await complete({ ...delivery, messages: [], text: '', cited: undefined });
  };

  const endHere = async (key: string, ending: Ending): Promise<boolean> => {
    const attempt = running.get(key);
    if (!attempt) return false;
    if (attempt.ending === undefined || STRENGTH[ending] > STRENGTH[attempt.ending]) attempt.ending = ending;
    attempt.controller.abort();
    await attempt.over;
    return true;
  };

  /** Edits and deletions of one question happen one after the other, and no attempt begins between their steps. */
  const inTurn = (key: string, change: () => Promise<void>): Promise<void> => {
    const mine = (changing.get(key) ?? Promise.resolve()).then(change, change).finally(() => {
      if (changing.get(key) === mine) changing.delete(key);
    });
    changing.set(key, mine);
    return mine;
  };

  /** Ends an attempt wherever it runs: the mark is found by the process that works on it, or by the next one to try. */
  const endAnywhere = async (key: string, ending: Ending) => {
    if (await endHere(key, ending)) return;
    if (!(await keyValues.get(OPEN, key))) return;
    await keyValues.put(ENDING, key, ending);
    await run(key);
  };

  const sweep = async () => {
    for (const { key, value } of await keyValues.list<Ending>(ENDING, { limit: 100 }))
      if (running.has(key)) await endHere(key, value);
    let after = '';
    for (;;) {
      const page = await keyValues.list<Delivery<Target>>(OPEN, { after, limit: 100 });
      // Whoever took a young one is about to begin with it, after telling the platform so.
      for (const { key, value } of page)
        if (
          !running.has(key) &&
          !changing.has(key) &&
          clock.now() - (begun.get(key) ?? 0) > BEGIN_MS &&
          clock.now() - Date.parse(value.createdAt) >= sweepMs
        )
          void run(key);
      if (page.length < 100) return;
      after = page.at(-1)?.key ?? '';
    }
  };
  const beat = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'open questions could not be looked for'));
  }, sweepMs);
  beat.unref();

  return {
    async take(question) {
      if (closed || gone.has(question.key) || (await keyValues.get(DONE, question.key))) return false;
      const delivery: Delivery<Target> = {
        ...question,
        messages: [],
        posting: false,
        revision: 0,
        createdAt: new Date(clock.now()).toISOString(),
      };
      // Before it can be seen: no sweep of this process may come between.
      const known = begun.has(question.key) || running.has(question.key);
      if (!known) begun.set(question.key, clock.now());
      const added = await keyValues.add(OPEN, question.key, delivery, { personId: question.askerId });
      if (!added && !known) begun.delete(question.key);
      return added;
    },
    run,
    async stop(key) {
      await endAnywhere(key, 'stop');
    },
    async revise(key, text) {
      await inTurn(key, async () => {
        // The same edit reported twice must not stop its own answer.
        if ((await read(key))?.text === text) return;
        await endHere(key, 'revise');
        const delivery = await read(key);
        // A question that was deleted has no words left, whatever order the events come in.
        if (!delivery || delivery.text === text || delivery.text === '' || gone.has(key)) return;
        await keep({ ...delivery, text, revision: delivery.revision + 1, turnId: undefined });
        await keyValues.delete(DONE, key);
        begun.set(key, clock.now());
      });
      await run(key);
    },
    async withdraw(key) {
      gone.add(key);
      setTimeout(() => gone.delete(key), REORDER_MS).unref();
      await inTurn(key, async () => {
        await endAnywhere(key, 'withdraw');
        // What was delivered is opened again to vanish, so that a deletion the platform drops is tried until it holds.
        const delivery = await keyValues.get<Delivery<Target>>(DONE, key);
        if (!delivery || delivery.messages.length === 0) return;
        await keyValues.put(ENDING, key, 'withdraw' satisfies Ending);
        await keep(delivery);
        await keyValues.delete(DONE, key);
        await run(key);
      });
    },
    find: read,
    open: async (prefix) =>
      (await keyValues.list<Delivery<Target>>(OPEN, { prefix, limit: 1000 })).map(({ value }) => value),
    async byMessage(messageId) {
      const key = await keyValues.get<string>(MESSAGE, messageId);
      return key === undefined ? undefined : read(key);
    },
    sweep,
    get running() {
      return running.size;
    },
    async close() {
      closed = true;
      clearInterval(beat);
      await Promise.race([Promise.all([...running.values()].map((attempt) => attempt.over)), clock.sleep(2000)]);
    },
  };
};
