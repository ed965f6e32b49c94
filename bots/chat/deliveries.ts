import { type Clock, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueChange, Stores } from '../../stores/index.ts';
import { closing } from '../conversation/failure.ts';
import type { Conversations } from '../conversation/index.ts';
import { type Attempt, attemptAnswer } from './attempt.ts';
import { type Delivery, type InterruptionAction, type Outbox, revisionId } from './outbox.ts';
import { type ChatPlatform, type Reply, ReplyImpossible } from './platform.ts';
import { createQuietReply } from './quiet-reply.ts';
import type { SourceWatch } from './source-watch.ts';
import { texts } from './texts.ts';

/** The question does not wait for an answer any more: another process gave it, or its asker was erased. */
class NotWaiting extends ReplyImpossible {
  constructor() {
    super('the question does not wait any more');
  }
}

/** What the answering of a platform's questions runs on. */
export interface DeliveryOptions<Target> {
  platform: ChatPlatform<Target>;
  outbox: Outbox<Target>;
  watch: Pick<SourceWatch, 'records'>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical'>;
  log: Log;
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
/** How long look-ups wait for the first sign to be sent. */
const FIRST_SIGN_MS = 250;
/** A question that was accepted and is not run after so long was dropped on the way; the sweep runs it. */
const BEGIN_MS = 30_000;
/** What somebody is told who may see nothing at all (docs/access.md). */
const STRANGER = { message: texts.strangerAsks, remedy: texts.strangerRemedy };

/** How far apart the events of one message may come in the wrong order. */
const REORDER_MS = 60_000;

export const createDeliveries = <Target>({
  platform,
  outbox,
  watch,
  conversations,
  stores,
  log,
  clock = systemClock,
  sweepMs = 5000,
}: DeliveryOptions<Target>): Deliveries<Target> => {
  const running = new Map<string, Attempt>();
  /** Questions deleted a moment ago: the event that asks them may come after the one that deletes them. */
  const deleted = new Set<string>();
  const changing = new Map<string, Promise<void>>();
  /** Accepted by this process and about to be run by it: since when. */
  const accepted = new Map<string, number>();
  let closed = false;

  const complete = async (delivery: Delivery<Target>, also: KeyValueChange['put'] = [], withdrawn = false) => {
    await outbox.complete(delivery, [...watch.records(delivery), ...also], withdrawn);
  };

  /** Nobody is left to answer: what stands of the reply goes, and so does the question. */
  const drop = async (delivery: Delivery<Target>, reply: Reply) => {
    await reply.withdraw();
    await stores.conversations.forgetTurn(revisionId(delivery));
    await outbox.drop(delivery.key);
  };

  const withdrawReply = async (delivery: Delivery<Target>, reply: Reply) => {
    await reply.withdraw();
    await complete({ ...delivery, messages: [], text: '', cited: undefined }, [], true);
  };

  const run = (key: string): Promise<void> => {
    const first = accepted.delete(key);
    const known = running.get(key);
    if (known) return known.over;
    if (closed) return Promise.resolve();
    const attempt: Attempt = { controller: new AbortController(), over: Promise.resolve() };
    running.set(key, attempt);
    attempt.over = work(key, attempt, first)
      .catch((error: unknown) => log.error({ err: error, key }, 'answering a question failed; it is tried again'))
      .finally(() => running.delete(key));
    return attempt.over;
  };

  /** @param first this process accepted the question, and nobody tried to answer it yet */
  const work = async (key: string, attempt: Attempt, first: boolean): Promise<void> => {
    const delivery = await outbox.question(key);
    if (!delivery) return;
    const interruption = await outbox.interruptionOf(delivery);
    if (interruption) {
      attempt.interruption ??= interruption;
      attempt.controller.abort();
    }
    const giveUp = () => attempt.controller.abort();
    const save = async () => {
      if (await outbox.save(delivery)) return;
      giveUp();
      throw new NotWaiting();
    };
    const posted = platform.reply(delivery, { save, giveUp });
    const reply = delivery.onlyIfFound ? createQuietReply(posted) : posted;
    try {
      // Answered, and deleted since: there is nothing left to ask the agent.
      if (interruption === 'withdraw' && delivery.turnId) return await withdrawReply(delivery, reply);
      const silence = await platform.silence(delivery);
      if (silence) {
        if (silence.textForAsker) await platform.tellAsker(delivery, silence.textForAsker);
        return await complete(delivery);
      }
      // Only who accepted the question shows a sign before its claim is sure: another process may be writing its answer.
      const sign = first ? reply.begin() : Promise.resolve();
      // Under load the first signs of all questions go before the look-ups of any; otherwise this costs nothing.
      await Promise.race([sign, clock.sleep(FIRST_SIGN_MS)]);
      const [prepared] = await Promise.all([platform.prepare(delivery), sign]);
      if (prepared.scopes.length === 0) {
        await reply.finish({ kind: 'error', turnId: '', ...STRANGER });
        return await complete(delivery);
      }
      await attemptAnswer(
        {
          platform: platform.name,
          conversations,
          stores,
          log,
          clock,
          complete: (also) => complete(delivery, also),
          withdraw: () => withdrawReply(delivery, reply),
          drop: () => drop(delivery, reply),
        },
        { delivery, reply, prepared, attempt, first },
      );
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) throw error;
      log.info({ key, reason: error.message }, 'a reply cannot be posted any more');
      if (error.textForAsker)
        await platform
          .tellAsker(delivery, error.textForAsker)
          .catch((cause: unknown) => log.warn({ err: cause, key }, 'the asker could not be told'));
      attempt.controller.abort();
      // Whoever answered it meanwhile keeps its messages; after an erasure there is no answer, and nothing of it stays.
      if (error instanceof NotWaiting && !(await outbox.answer(key))) await drop(delivery, reply);
      else await complete(delivery);
    } finally {
      await reply.leave();
    }
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
    clock.now() - (accepted.get(key) ?? 0) > BEGIN_MS &&
    clock.now() - Date.parse(createdAt) >= sweepMs;

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
      if (!known) accepted.set(key, clock.now());
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
        accepted.set(key, clock.now());
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
