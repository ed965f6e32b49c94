import type { Context } from 'hono';
import type { Answer, Citation } from '../../core/answer.ts';
import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import { permissions } from '../../runtime/access/tokens.ts';
import type { Ask, TurnEvent } from '../conversation/events.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { eventsFor } from './answer-stream.ts';
import { baseOf, bearerOf, callerWith, tokenMissing } from './caller.ts';
import { startTurn } from './start-turn.ts';

/** Dependencies for answering questions from programs (MCP, the OpenAI-compatible API, the widget). */
export type DoorParts = Pick<WebDependencies, 'parley' | 'live' | 'tokens' | 'callers' | 'log' | 'view'>;

/**
 * The caller of an API for programs, which does not use cookies: the holder of a token, or an anonymous caller if
 * PARLEY_DOORS is `public`.
 * @throws TOKEN_MISSING, TOKEN_UNKNOWN, TOKEN_FOREIGN, TOKEN_EXPIRED, TOKEN_REVOKED
 */
export const callerAtDoor = async (
  c: Context,
  web: Pick<WebDependencies, 'tokens' | 'callers' | 'people' | 'scopes' | 'parley' | 'addressOf' | 'publicUrl'>,
): Promise<Caller> => {
  const header = c.req.header('authorization');
  const text = bearerOf(header);
  if (text !== undefined) return callerWith(web, text, baseOf(c, web));
  if (header !== undefined || web.parley.settings.PARLEY_DOORS === 'token') throw tokenMissing();
  return { id: `public:${web.addressOf(c) ?? 'unknown'}`, permissions, scopes: await web.callers.publicScopes() };
};

/**
 * Refuses requests from pages of other sites, by the Origin header, which browsers send and other programs do not.
 * @throws ORIGIN_REFUSED
 */
export const assertOrigin = (c: Context, allowed: readonly string[]): void => {
  const origin = c.req.header('origin')?.toLowerCase();
  if (origin === undefined || allowed.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === c.req.header('host')?.toLowerCase()) return;
  throw new ParleyError('ORIGIN_REFUSED', {
    message: 'Pages of this site may not ask here.',
    remedy: 'Whoever runs Parley can allow the site among the allowed origins.',
  });
};

/** A question from a program. */
export type DoorQuestion = Pick<Ask, 'text' | 'strategy' | 'history' | 'address'> & {
  /** A new conversation by default. */
  conversationId?: string;
};

/**
 * Asks a question and yields its events, the last of which is the answer. Leaving the loop or aborting stops the work.
 * @throws the error with which the question failed or was refused
 */
export async function* askThrough(
  door: DoorParts,
  caller: Caller,
  { conversationId = `api:${crypto.randomUUID()}`, address, ...question }: DoorQuestion,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent, void, undefined> {
  const turn = await startTurn(door, {
    ...question,
    eventId: `${caller.id}:${crypto.randomUUID()}`,
    conversationId,
    platform: 'api',
    askerId: caller.id,
    workspace: 'web',
    address,
    scopes: caller.scopes,
  });
  let over = false;
  try {
    for await (const { event } of eventsFor(door, turn, caller, { address, signal })) {
      if (event.type === 'error') {
        const { code, message, remedy, retryAfterSeconds } = event;
        over = true;
        throw new ParleyError(code as ErrorCode, { message, remedy, details: { retryAfterSeconds } });
      }
      over = event.type === 'answer';
      yield event;
    }
  } finally {
    if (!over) door.live.stop(turn.id);
  }
}

/**
 * Asks a question and returns only the answer.
 * @param onStatus is told what Parley does, while it does it
 * @throws as `askThrough`; CANCELLED when the caller left
 */
export const answerThrough = async (
  door: DoorParts,
  caller: Caller,
  question: DoorQuestion,
  signal: AbortSignal,
  onStatus?: (text: string) => Promise<void>,
): Promise<Answer> => {
  for await (const event of askThrough(door, caller, question, signal)) {
    if (event.type === 'answer') return event.answer;
    if (event.type === 'status') await onStatus?.(event.text);
  }
  throw new ParleyError('CANCELLED', { message: 'Whoever asked has left.', remedy: 'Ask again.' });
};

/** The URL at which a person can open a cited page: its own, or Parley's view of it. @param base Parley's base URL */
export const addressOfPage = (
  { url, documentId, passageId }: Pick<Citation, 'url' | 'documentId' | 'passageId'>,
  base: string,
): string => {
  if (url !== undefined && /^https?:/i.test(url)) return url;
  const query = new URLSearchParams({ id: documentId, ...(passageId !== undefined && { passage: passageId }) });
  return `${base}/d?${query}`;
};
