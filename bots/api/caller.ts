import type { Context, MiddlewareHandler } from 'hono';
import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { scopeName } from '../../core/source-scopes.ts';
import { assertMay, type Caller } from '../../runtime/access/caller.ts';
import { type Permission, permissions } from '../../runtime/access/tokens.ts';
import type { WebEnv } from '../web/asker.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import type { AccessTokens } from '../web/people/access-tokens.ts';
import { signedInPeople } from '../web/people/signed-in.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** The token in an Authorization header (`Bearer …`), if any. */
export const bearerOf = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1];

/**
 * The caller that a token stands for, with their current rights.
 * @param base Parley's public base URL, which must be the audience of tokens from the sign-in provider
 * @throws TOKEN_UNKNOWN, TOKEN_FOREIGN, TOKEN_EXPIRED, TOKEN_REVOKED
 */
export const callerWith = async (
  web: Pick<WebDependencies, 'tokens' | 'callers' | 'people' | 'scopes' | 'parley'>,
  text: string,
  base: string,
): Promise<Caller> => {
  const { tokens, callers, people } = web;
  if (people.accessTokens?.looksLikeJwt(text)) return callerByProvider(web, people.accessTokens, text, base);
  const token = await tokens.open(text);
  return {
    id: token.person ?? `token:${token.id}`,
    permissions: token.permissions,
    scopes: await callers.scopesOf(token),
    token,
  };
};

/**
 * The caller that a token from the sign-in provider names. Many providers leave e-mail address and groups out of tokens; then
 * they are taken from the person's last sign-in at the web page.
 */
const callerByProvider = async (
  { scopes, parley }: Pick<WebDependencies, 'scopes' | 'parley'>,
  accessTokens: AccessTokens,
  text: string,
  base: string,
): Promise<Caller> => {
  const { person, permissions } = await accessTokens.open(text, [base, `${base}/`, `${base}/mcp`]);
  const known = await signedInPeople(parley.stores.keyValues, parley.settings)(person.id);
  const email = person.email ?? known?.email;
  const groups = person.groups.length > 0 ? person.groups : [...(known?.platformGroups ?? [])];
  return {
    id: person.id,
    permissions,
    scopes: await scopes({ ...person, ...(email && { email }), groups, role: 'asker' }),
  };
};

/**
 * Middleware that identifies the caller by the bearer token or, without an Authorization header, by the page's cookies. A
 * request with a token has only the rights of that token.
 * @param byCookie the middleware that identifies a person by the page's cookies
 */
export const knownCaller =
  (web: WebDependencies, byCookie: MiddlewareHandler<WebEnv>): MiddlewareHandler<WebEnv> =>
  async (c, next) => {
    const header = c.req.header('authorization');
    if (header === undefined) {
      return byCookie(c, async () => {
        c.set('caller', { id: c.var.askerId, permissions, scopes: await web.scopes(c.var.person) });
        await next();
      });
    }
    const text = bearerOf(header);
    if (text === undefined) throw tokenMissing('The Authorization header holds no bearer token.');
    const caller = await callerWith(web, text, baseOf(c, web));
    c.set('caller', caller);
    c.set('askerId', caller.id);
    c.set('person', { id: caller.id, name: caller.token?.name, groups: [], role: 'asker', by: 'token' });
    c.set('address', web.addressOf(c));
    await next();
  };

/** The error of a call that needs a token and brought none. */
export const tokenMissing = (message = 'This needs a token.'): ParleyError =>
  new ParleyError('TOKEN_MISSING', {
    message,
    remedy: 'Send `Authorization: Bearer parley_…`. `parley tokens create` makes a token.',
  });

/** Middleware that requires a permission. @throws PERMISSION_MISSING */
export const may =
  (needed: Permission): MiddlewareHandler<WebEnv> =>
  async (c, next) => {
    assertMay(c.var.caller, needed);
    await next();
  };

/** True when the held scopes allow every page that `scope` allows. */
const covers = (held: ReadonlySet<Scope>, scope: Scope): boolean => held.has(scope) || held.has(scopeName(scope));

/** True when the held scopes allow every page that `scopes` allow. */
export const coverAll = (held: readonly Scope[], scopes: readonly Scope[]): boolean => {
  const set = new Set(held);
  return scopes.every((scope) => covers(set, scope));
};

/** How often a caller's rights are checked again during an answer; they are also checked before its last event. */
const RIGHTS_EVERY_MS = 250;

/**
 * Creates a check that a caller may still get the answer that is being made.
 * @returns a function that throws TOKEN_REVOKED, TOKEN_EXPIRED or RIGHTS_CHANGED. It checks at most every RIGHTS_EVERY_MS,
 *   except with `now`
 */
export const rightsCheck = (
  { tokens, callers }: Pick<WebDependencies, 'tokens' | 'callers'>,
  { token, scopes }: Pick<Caller, 'token' | 'scopes'>,
): ((options?: { now?: boolean }) => Promise<void>) => {
  let checkedAt = performance.now();
  return async ({ now = false } = {}) => {
    if (!token || (!now && performance.now() - checkedAt < RIGHTS_EVERY_MS)) return;
    const startedAt = performance.now();
    const held = await callers.scopesOf(await tokens.check(token.id));
    if (coverAll(held, scopes)) {
      // Only a check that succeeded is not due again.
      checkedAt = startedAt;
      return;
    }
    throw new ParleyError('RIGHTS_CHANGED', {
      message: 'What this token may see has changed while the answer was made.',
      remedy: 'Ask again; the answer is then made from what it may see now.',
    });
  };
};

/** Parley's base URL: PARLEY_PUBLIC_URL, or the origin of this request. */
export const baseOf = (c: Context, { publicUrl }: Pick<WebDependencies, 'publicUrl'>): string =>
  publicUrl ?? new URL(c.req.url).origin;
