import type { Answer } from '../../../core/answer.ts';
import { scopesWithin } from '../../../core/source-scopes.ts';
import { type FinalEvent, finalEventOf } from '../../conversation/events.ts';
import { plainFailure } from '../../conversation/plain-words.ts';
import type { AttemptOptions } from '../delivery/attempt-context.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { Prepared, ReplyEnd } from '../platform.ts';
import { renderAnswer } from './render.ts';
import { type AlikeQuestion, alikeQuestion, type ShownVerified, verifiedFor } from './verified-answers.ts';

/** The verified answers that are shown beside an answer. */
export const verifiedBeside = async (
  { stores, log }: Pick<AttemptOptions, 'stores' | 'log'>,
  text: string,
  prepared: Prepared,
): Promise<{ verified?: ShownVerified; alike?: AlikeQuestion }> => {
  const scopes = scopesWithin(prepared.scopes, prepared.sources);
  const lookedUp = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
    found.catch((error: unknown) => {
      log.warn({ err: error }, 'verified answers could not be looked up');
      return undefined;
    });
  const verified = await lookedUp(verifiedFor(stores, text, scopes));
  const alike = verified ? undefined : await lookedUp(alikeQuestion(stores, text, scopes));
  return { ...(verified && { verified }), ...(alike && { alike }) };
};

/** The answer as it is posted. @param lead what is shown above it */
export const answerEndOf = (
  { inChannel, sources }: Prepared,
  { turnId, answer, lead, alike }: { turnId: string; answer: Answer; lead: string; alike?: AlikeQuestion | undefined },
): ReplyEnd & { kind: 'answer' } => {
  const rendered = renderAnswer(answer, { inChannel, sources });
  return {
    kind: 'answer',
    turnId,
    rendered: { ...rendered, text: lead + rendered.text, ...(alike && { alike }) },
    forAsker: inChannel && !lead && (answer.verdict === 'unknown' || answer.verdict === 'declined'),
  };
};

/** A failed turn as it is posted. */
export const errorEnd = (event: FinalEvent & { type: 'error' }): ReplyEnd => {
  const { message, remedy } = plainFailure(event);
  return { kind: 'error', turnId: event.turnId, message, remedy };
};

/**
 * The end that stands in an answered question's messages, to show it again. Undefined when none is kept: the turn is not
 * over, or it was stopped at a text that nobody keeps.
 */
export const standingEnd = async (
  options: Pick<AttemptOptions, 'stores' | 'log'>,
  { text, turnId }: Pick<Delivery, 'text' | 'turnId'>,
  prepare: () => Promise<Prepared>,
): Promise<ReplyEnd | undefined> => {
  const turn = turnId ? await options.stores.conversations.turn(turnId) : undefined;
  if (!turn || turn.status === 'running' || turn.status === 'cancelled') return undefined;
  const prepared = await prepare();
  const event = finalEventOf(turn);
  if (event.type === 'error') return errorEnd(event);
  const { verified, alike } = await verifiedBeside(options, text, prepared);
  return answerEndOf(prepared, { turnId: turn.id, answer: event.answer, lead: leadOf(verified), alike });
};

/** What is shown above an answer: the answer that somebody verified. */
export const leadOf = (verified: ShownVerified | undefined): string =>
  verified ? `${verified.text}\n\n**New answer**\n\n` : '';
