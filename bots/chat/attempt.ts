import type { Answer } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { scopesWithin } from '../../core/source-scopes.ts';
import type { Stores } from '../../stores/index.ts';
import type { Conversations, TurnEvent } from '../conversation/index.ts';
import { noteOpenQuestion, sourcesNear } from './open-questions.ts';
import { askId, type Delivery, type Final, type Prepared, type Reply, ReplyImpossible } from './platform.ts';
import { citedUrls, renderAnswer } from './render.ts';
import { safeMarkdown, settledLength } from './safe-markdown.ts';
import { stampsOfCitations } from './source-watch.ts';
import { verifiedFor } from './verified-answers.ts';

/** Why an attempt ends before its answer is there. */
export type Ending = 'stop' | 'revise' | 'withdraw';

/** One attempt at a question, in this process. */
export interface Attempt {
  controller: AbortController;
  over: Promise<void>;
  ending?: Ending;
}

export interface AttemptOptions {
  front: 'slack' | 'discord';
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical'>;
  log: Log;
  clock: Clock;
  /** Marks the question as answered, or its answer as taken back; before the conversation lets go of its claim. */
  complete(): Promise<void>;
  vanish(): Promise<void>;
}

/** A turn that was settled so long ago, with nobody delivering it, is delivered by whoever notices. */
const ABANDONED_MS = 60_000;
/** Pauses between attempts to deliver an answer that is there; after the last one the sweep takes over. */
const RETRIES_MS = [500, 2000, 8000];

/** `slack:T1` of `slack:T1/C1/17.1`. */
export const workspaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')));

/**
 * Answers one question into its reply. The reply is brought to its end inside the loop over the conversation's events: the
 * claim on the event is let go only after, so that a process which dies before leaves a question that is taken up again.
 */
export const attemptAnswer = async <Target>(
  parts: AttemptOptions,
  {
    delivery,
    reply,
    prepared,
    attempt,
    fresh,
  }: { delivery: Delivery<Target>; reply: Reply; prepared: Prepared; attempt: Attempt; fresh: boolean },
): Promise<void> => {
  const { stores, log, clock, complete, vanish } = parts;
  const { inChannel, ...known } = prepared;
  const { signal } = attempt.controller;
  const within = scopesWithin(prepared.scopes, prepared.sources);
  const first = await verifiedFor(stores, delivery.text, within).catch((error: unknown) => {
    log.warn({ err: error }, 'verified answers could not be looked up');
    return undefined;
  });
  const lead = first ? `${first.text}\n\n` : '';
  const urls = new Set<string>(first?.urls);
  let raw = '';
  let told = '';
  let line = Number.POSITIVE_INFINITY;

  const show = () => {
    told = lead + safeMarkdown(raw.slice(0, settledLength(raw)), urls);
    reply.write(told);
  };

  /** The last step before the event is settled: whatever fails here is repeated with the stored answer. */
  const end = async (final: Final): Promise<void> => {
    delivery.turnId = final.turnId;
    for (const pause of RETRIES_MS) {
      try {
        await reply.finish(final);
        return await complete();
      } catch (error) {
        if (error instanceof ReplyImpossible) throw error;
        log.warn({ err: asParleyError(error), key: delivery.key }, 'an answer could not be delivered yet');
        await clock.sleep(pause);
      }
    }
    await reply.finish(final);
    await complete();
  };

  const endAnswered = async (turnId: string, answer: Answer): Promise<void> => {
    if (attempt.ending === 'withdraw') return vanish();
    const rendered = renderAnswer(answer, { inChannel, sources: prepared.sources });
    delivery.inChannel = inChannel;
    if (answer.verdict === 'unknown' && inChannel)
      await noteOpenQuestion(stores, {
        workspace: workspaceOf(delivery.key),
        turnId,
        key: delivery.key,
        question: delivery.text,
        askerId: delivery.askerId,
        at: new Date(clock.now()).toISOString(),
        scopes: prepared.scopes,
        sources: await sourcesNear(stores, delivery.text, within),
        why: 'unknown',
      });
    delivery.cited = await stampsOfCitations(stores.documents, answer.citations);
    for (const url of citedUrls(answer.citations)) urls.add(url);
    await end({ kind: 'answer', turnId, rendered: { ...rendered, text: lead + rendered.text } });
  };

  const endFailed = async ({
    turnId,
    code,
    message,
    remedy,
  }: Omit<Extract<TurnEvent, { type: 'error' }>, 'type'>): Promise<void> => {
    if (attempt.ending === 'revise') return;
    if (attempt.ending === 'withdraw') return vanish();
    if (code !== 'CANCELLED') return end({ kind: 'error', turnId, message, remedy });
    // Cancelled, and not by anybody here: stopped in another process, or this one goes down and the next takes it up.
    const stopped = signal.aborted || (await stores.conversations.turn(turnId))?.status === 'cancelled';
    if (stopped) await end({ kind: 'stopped', turnId, text: told });
  };

  /** Another process has the event, or had it a moment ago: its claim decides, and the sweep comes back. */
  const lookAfter = async (turnId: string | undefined): Promise<void> => {
    const turn = turnId ? await stores.conversations.turn(turnId) : undefined;
    if (!turn || turn.status === 'running' || clock.now() - Date.parse(turn.answeredAt ?? '') < ABANDONED_MS) return;
    log.warn({ key: delivery.key }, 'an answer was left undelivered; delivering it');
    if (turn.answer) return endAnswered(turn.id, turn.answer);
    const { message = 'This question was not answered.', remedy = 'Ask again.' } = turn.error ?? {};
    await end({ kind: 'error', turnId: turn.id, message, remedy });
  };

  const hear = async (event: TurnEvent): Promise<void> => {
    switch (event.type) {
      case 'accepted':
        return fresh ? undefined : reply.begin();
      case 'queued':
        // Told at first and whenever the wait has halved: every step of everybody would be a call for each pair.
        if (event.position > line / 2) return;
        line = event.position;
        return reply.status(`You are number ${event.position} in the line`);
      case 'status':
        return reply.status(event.text);
      case 'step':
        return reply.step(event);
      case 'citation':
        if (event.citation.url) urls.add(event.citation.url);
        return;
      case 'token':
        raw += event.text;
        return show();
      case 'reset':
        raw = '';
        return show();
      case 'answer':
        return endAnswered(event.turnId, event.answer);
      case 'error':
        return endFailed(event);
      case 'duplicate':
        return lookAfter(event.turnId);
    }
  };

  if (lead) show();
  const ask = {
    ...known,
    eventId: askId(delivery),
    conversationId: delivery.conversationId,
    front: parts.front,
    askerId: delivery.askerId,
    workspace: workspaceOf(delivery.key),
    text: delivery.text,
    signal,
  };
  for await (const event of parts.conversations.ask(ask)) await hear(event);
};
