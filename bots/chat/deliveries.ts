import { type Clock, systemClock } from '../../core/clock.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import type { Conversations, TurnEvent } from '../conversation/index.ts';
import {
  askId,
  type Delivery,
  type Final,
  type Front,
  type Prepared,
  type Reply,
  ReplyImpossible,
} from './delivery.ts';
import { noteOpenQuestion } from './open-questions.ts';
import { citedUrls, renderAnswer } from './render.ts';
import { safeMarkdown, settledLength } from './safe-markdown.ts';
import { stampsOfCitations } from './source-watch.ts';
import { verifiedFor } from './verified.ts';

/** What the answering of a front's questions runs on. */
export interface DeliveryParts<Target> {
  front: Front<Target>;
  conversations: Conversations;
  stores: Pick<Stores, 'fronts' | 'documents'>;
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

/** `slack:T1` of `slack:T1/C1/17.1`. */
const workspaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')));

type Ending = 'stop' | 'revise' | 'withdraw';

/** How long a revision waits for the attempt before it to notice that it is over. */
const HAND_OVER_MS = 5000;
/** Pauses between attempts to deliver an answer that is there; after the last one the sweep takes over. */
const RETRIES_MS = [500, 2000, 8000];

export const createDeliveries = <Target>({
  front,
  conversations,
  stores,
  log,
  clock = systemClock,
  sweepMs = 5000,
}: DeliveryParts<Target>): Deliveries<Target> => {
  const { fronts } = stores;
  const running = new Map<string, { controller: AbortController; over: Promise<void>; ending?: Ending }>();
  const OPEN = `${front.name}-open`;
  const DONE = `${front.name}-done`;
  const MESSAGE = `${front.name}-message`;
  const ENDING = `${front.name}-ending`;
  let closed = false;

  const read = async (key: string) =>
    (await fronts.get<Delivery<Target>>(OPEN, key)) ?? (await fronts.get<Delivery<Target>>(DONE, key));
  const keep = (delivery: Delivery<Target>) => fronts.put(OPEN, delivery.key, delivery, { personId: delivery.askerId });

  const complete = async (delivery: Delivery<Target>) => {
    const options = { personId: delivery.askerId };
    await fronts.put(DONE, delivery.key, delivery, options);
    for (const id of delivery.messages) await fronts.put(MESSAGE, id, delivery.key, options);
    await fronts.delete(OPEN, delivery.key);
    await fronts.delete(ENDING, delivery.key);
  };

  const run = (key: string): Promise<void> => {
    const known = running.get(key);
    if (known) return known.over;
    if (closed) return Promise.resolve();
    const attempt: { controller: AbortController; over: Promise<void>; ending?: Ending } = {
      controller: new AbortController(),
      over: Promise.resolve(),
    };
    running.set(key, attempt);
    attempt.over = work(key, attempt)
      .catch((error: unknown) =>
        log.error({ err: error, key }, 'a question could not be seen through; it is tried again'),
      )
      .finally(() => running.delete(key));
    return attempt.over;
  };

  const work = async (key: string, attempt: { controller: AbortController; ending?: Ending }): Promise<void> => {
    const delivery = await fronts.get<Delivery<Target>>(OPEN, key);
    if (!delivery) return;
    const reply = front.reply(delivery, { save: () => keep(delivery), giveUp: () => attempt.controller.abort() });
    try {
      const [prepared] = await Promise.all([front.prepare(delivery), reply.begin()]);
      await answer(delivery, reply, prepared, attempt);
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) throw error;
      log.info({ key, reason: error.message }, 'a reply has no place any more');
      if (error.tell)
        await front
          .tell(delivery, error.tell)
          .catch((cause: unknown) => log.warn({ err: cause, key }, 'the asker could not be told'));
      attempt.controller.abort();
      await complete(delivery);
    }
  };

  const answer = async (
    delivery: Delivery<Target>,
    reply: Reply,
    { inChannel, ...prepared }: Prepared,
    attempt: { controller: AbortController; ending?: Ending },
  ): Promise<void> => {
    const signal = attempt.controller.signal;
    const first = await verifiedFor(stores, delivery.text, prepared.scopes).catch((error: unknown) => {
      log.warn({ err: error }, 'verified answers could not be looked up');
      return undefined;
    });
    const lead = first ? `${first.text}\n\n` : '';
    const urls = new Set<string>(first?.urls);
    let raw = '';
    let told = '';
    let place = Number.POSITIVE_INFINITY;
    const show = () => {
      const settled = raw.slice(0, settledLength(raw));
      told = lead + safeMarkdown(settled, urls);
      reply.write(told);
    };
    if (lead) show();

    for await (const event of conversations.ask({
      ...prepared,
      eventId: askId(delivery),
      conversationId: delivery.conversationId,
      front: front.name,
      askerId: delivery.askerId,
      text: delivery.text,
      signal,
    })) {
      if (event.type === 'queued') {
        // Told at first and whenever the wait has halved: telling every step of everybody would be a call a pair.
        if (event.position > place / 2) continue;
        place = event.position;
        reply.status(`You are number ${event.position} in the line`);
      } else if (event.type === 'status') reply.status(event.text);
      else if (event.type === 'step') reply.step(event);
      else if (event.type === 'citation' && event.citation.url) urls.add(event.citation.url);
      else if (event.type === 'token') {
        raw += event.text;
        show();
      } else if (event.type === 'reset') {
        raw = '';
        show();
      } else if (event.type === 'duplicate') {
        // Another process has it, or had it a moment ago. Its claim decides; the sweep comes back.
        return;
      } else if (event.type === 'answer') {
        const rendered = renderAnswer(event.answer, { inChannel });
        for (const url of citedUrls(event.answer.citations)) urls.add(url);
        if (event.answer.verdict === 'unknown' && inChannel)
          await noteOpenQuestion(stores, {
            workspace: workspaceOf(delivery.key),
            turnId: event.turnId,
            question: delivery.text,
            askerId: delivery.askerId,
            at: new Date(clock.now()).toISOString(),
          });
        delivery.cited = await stampsOfCitations(stores.documents, event.answer.citations);
        await end(delivery, reply, {
          kind: 'answer',
          turnId: event.turnId,
          rendered: first
            ? { ...rendered, text: lead + rendered.text, lines: [...rendered.lines, ...first.lines] }
            : rendered,
        });
      } else if (event.type === 'error') {
        if (attempt.ending === 'revise') return;
        if (attempt.ending === 'withdraw') await vanish(delivery, reply);
        // Cancelled, and not by anybody here: the process goes down, and the next one takes the question up.
        else if (event.code === 'CANCELLED' && !signal.aborted) return;
        else await end(delivery, reply, finalOf(event, told));
      }
    }
  };

  const finalOf = (event: Extract<TurnEvent, { type: 'error' }>, told: string): Final =>
    event.code === 'CANCELLED'
      ? { kind: 'stopped', turnId: event.turnId, text: told }
      : { kind: 'error', turnId: event.turnId, message: event.message, remedy: event.remedy };

  /** The last step before the event is settled: whatever fails here is repeated with the stored answer. */
  const end = async (delivery: Delivery<Target>, reply: Reply, final: Final): Promise<void> => {
    delivery.turnId = final.turnId;
    for (const pause of RETRIES_MS) {
      try {
        await reply.finish(final);
        return await complete(delivery);
      } catch (error) {
        if (error instanceof ReplyImpossible || closed) throw error;
        log.warn({ err: asParleyError(error), key: delivery.key }, 'an answer could not be delivered yet');
        await clock.sleep(pause);
      }
    }
    await reply.finish(final);
    await complete(delivery);
  };

  const vanish = async (delivery: Delivery<Target>, reply: Reply) => {
    await reply.withdraw();
    await complete({ ...delivery, messages: [], text: '', cited: undefined });
  };

  const endHere = async (key: string, ending: Ending): Promise<boolean> => {
    const attempt = running.get(key);
    if (!attempt) return false;
    attempt.ending = ending;
    attempt.controller.abort();
    await Promise.race([attempt.over, clock.sleep(HAND_OVER_MS)]);
    return true;
  };

  const sweep = async () => {
    for (const { key, value } of await fronts.list<Ending>(ENDING, { limit: 100 }))
      if (running.has(key)) await endHere(key, value);
    let after = '';
    for (;;) {
      const page = await fronts.list<Delivery<Target>>(OPEN, { after, limit: 100 });
      for (const { key } of page) if (!running.has(key)) void run(key);
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
      if (closed || (await fronts.get(DONE, question.key))) return false;
      const delivery: Delivery<Target> = {
        ...question,
        messages: [],
        posting: false,
        revision: 0,
        createdAt: new Date(clock.now()).toISOString(),
      };
      return fronts.add(OPEN, question.key, delivery, { personId: question.askerId });
    },
    run,
    async stop(key) {
      if (!(await endHere(key, 'stop')) && (await fronts.get(OPEN, key))) await fronts.put(ENDING, key, 'stop');
    },
    async revise(key, text) {
      await endHere(key, 'revise');
      const delivery = await read(key);
      if (!delivery || delivery.text === text) return;
      await keep({ ...delivery, text, revision: delivery.revision + 1, turnId: undefined });
      await fronts.delete(DONE, key);
      await run(key);
    },
    async withdraw(key) {
      await endHere(key, 'withdraw');
      // The attempt may have delivered in the very moment in which it was to vanish.
      const delivery = await read(key);
      if (delivery && delivery.messages.length > 0)
        await vanish(delivery, front.reply(delivery, { save: async () => {}, giveUp() {} }));
    },
    find: read,
    open: async (prefix) =>
      (await fronts.list<Delivery<Target>>(OPEN, { prefix, limit: 1000 })).map(({ value }) => value),
    async byMessage(messageId) {
      const key = await fronts.get<string>(MESSAGE, messageId);
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
