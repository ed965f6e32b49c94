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

/** The token that a request names; undefined when it names none. */
export const bearerOf = (header: string | undefined): string | undefined => BEARER.exec(header ?? '')?.[1];

/**
 * A token's caller, with the rights of this moment.
 * @param base where people reach Parley, for tokens of the sign-in provider
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
 * The caller whom a token of the sign-in provider names. What the token does not say of the person (many providers leave
 * e-mail address and groups out) is what their last sign-in at the page said.
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
 * Tells who calls: whoever the token in `Authorization: Bearer` says, else whom the page's own cookies name. A token never
 * adds to what a cookie may do: a request with one is that token's alone.
 * @param byCookie the page's own way to know somebody
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

export const tokenMissing = (message = 'This needs a token.'): ParleyError =>
  new ParleyError('TOKEN_MISSING', {
    message,
    remedy: 'Send `Authorization: Bearer parley_…`; `parley tokens create` makes one.',
  });

/** Lets through whoever may do this. @throws PERMISSION_MISSING */
export const may =
  (needed: Permission): MiddlewareHandler<WebEnv> =>
  async (c, next) => {
    assertMay(c.var.caller, needed);
    await next();
  };

/** True when somebody who holds these scopes sees all that this scope opens. */
const covers = (held: ReadonlySet<Scope>, scope: Scope): boolean => held.has(scope) || held.has(scopeName(scope));

/** True when these scopes open all that those others open. */
export const coverAll = (held: readonly Scope[], scopes: readonly Scope[]): boolean => {
  const set = new Set(held);
  return scopes.every((scope) => covers(set, scope));
};

/** While an answer is made, its caller's rights are read again this often, and before its last event. */
const RIGHTS_EVERY_MS = 250;

/**
 * Checks during an answer that its caller may still have it.
 * @returns a function that throws TOKEN_REVOKED, TOKEN_EXPIRED or RIGHTS_CHANGED; `now` looks also if it did a moment ago
 */
export const rightsCheck = (
  { tokens, callers }: Pick<WebDependencies, 'tokens' | 'callers'>,
  { token, scopes }: Pick<Caller, 'token' | 'scopes'>,
): ((options?: { now?: boolean }) => Promise<void>) => {
  let checkedAt = performance.now();
  return async ({ now = false } = {}) => {
    if (!token || (!now && performance.now() - checkedAt < RIGHTS_EVERY_MS)) return;
    checkedAt = performance.now();
    const held = await callers.scopesOf(await tokens.check(token.id));
    if (coverAll(held, scopes)) return;
    throw new ParleyError('RIGHTS_CHANGED', {
      message: 'What this token may see has changed while the answer was made.',
      remedy: 'Ask again; the answer is then made from what it may see now.',
    });
  };
};

/** Where people reach Parley: as the settings say, or as this request did. */
export const baseOf = (c: Context, { publicUrl }: Pick<WebDependencies, 'publicUrl'>): string =>
  publicUrl ?? new URL(c.req.url).origin;
