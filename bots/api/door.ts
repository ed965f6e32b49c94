import type { Context } from 'hono';
import type { Answer, Citation } from '../../core/answer.ts';
import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import { permissions } from '../../runtime/access/tokens.ts';
import type { Ask, TurnEvent } from '../conversation/index.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { eventsFor } from './answer-stream.ts';
import { baseOf, bearerOf, callerWith, tokenMissing } from './caller.ts';
import { startTurn } from './start-turn.ts';

/** What a door works with, whatever carries it. */
export type DoorParts = Pick<WebDependencies, 'parley' | 'live' | 'tokens' | 'callers' | 'log' | 'view'>;

/**
 * Who calls a door that people's browsers have no cookies for: the holder of a token, or anybody where PARLEY_DOORS is
 * `public`.
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
 * Refuses pages of other sites. A program names no origin; a browser always does.
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

/** One question through a door. */
export type DoorQuestion = Pick<Ask, 'text' | 'strategy' | 'history' | 'address'> & {
  /** Begins a conversation of its own by default. */
  conversationId?: string;
};

/**
 * Asks, and gives each event as it comes; the last one is the answer. Whoever leaves the loop, or aborts, stops the work.
 * @throws what the question was refused or failed with
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

/** The answer alone. @throws what the question was refused or failed with; CANCELLED when the caller left */
export const answerThrough = async (...asked: Parameters<typeof askThrough>): Promise<Answer> => {
  for await (const event of askThrough(...asked)) if (event.type === 'answer') return event.answer;
  throw new ParleyError('CANCELLED', { message: 'Whoever asked has left.', remedy: 'Ask again.' });
};

/** Where a person opens a cited page: at its own address, or in the web page. @param base where people reach Parley */
export const addressOfPage = (
  { url, documentId, passageId }: Pick<Citation, 'url' | 'documentId' | 'passageId'>,
  base: string,
): string => {
  if (url !== undefined && /^https?:/i.test(url)) return url;
  const query = new URLSearchParams({ id: documentId, ...(passageId !== undefined && { passage: passageId }) });
  return `${base}/d?${query}`;
};
