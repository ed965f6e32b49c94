import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sha256 } from '../../core/sha256.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import type { Person } from './people/person.ts';
import type { Roles } from './people/roles.ts';
import { SESSION_SECONDS, type Sessions } from './people/sessions.ts';

/** The variables that middleware sets on each request. */
export interface WebEnv {
  Variables: {
    /** The person's id, which owns their threads. */
    askerId: string;
    person: Person;
    /** The caller's permissions and scopes, from their token or from `person`; set on `/api/*` and the other APIs only. */
    caller: Caller;
    /** The sender's network address; undefined when the connection has none. */
    address: string | undefined;
  };
}

const COOKIE = 'parley_asker';
const SESSION_COOKIE = 'parley_session';
const SECRET = /^[\w-]{43}$/;
const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/**
 * An anonymous person's id: a hash of the random secret in their cookie. Parley does not store the secret, so nobody who
 * reads the records can act as that person.
 */
export const askerIdOf = (secret: string): string => `web:${sha256(secret).slice(0, 32)}`;

/** True when the browser reached Parley over TLS, directly or as a proxy's X-Forwarded-Proto says. */
export const isSecure = (c: Context): boolean =>
  new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';

/** Sets the session cookie. SameSite=Lax keeps people signed in when they follow a link from Slack or Discord. */
export const setSession = (c: Context, secret: string): void =>
  setCookie(c, SESSION_COOKIE, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: SESSION_SECONDS,
    secure: isSecure(c),
  });

/** Deletes the session cookie and the session's record. */
export const endSession = async (c: Context, sessions: Sessions): Promise<void> => {
  const secret = getCookie(c, SESSION_COOKIE);
  deleteCookie(c, SESSION_COOKIE, { path: '/' });
  if (secret && SECRET.test(secret)) await sessions.close(secret);
};

/**
 * Middleware that identifies the sender of a request by the session cookie of somebody who signed in, or else by an
 * anonymous cookie, which it sets for a new person. Somebody at the machine itself is an admin without signing in.
 */
export const identifyAsker = ({
  sessions,
  roles,
  clientAddress,
  isAtTheMachine,
}: {
  sessions: Sessions;
  roles: Roles;
  clientAddress(c: Context): string | undefined;
  isAtTheMachine(c: Context): boolean;
}): MiddlewareHandler<WebEnv> => {
  const signedIn = async (c: Context): Promise<Person | undefined> => {
    const secret = getCookie(c, SESSION_COOKIE);
    const holder = secret && SECRET.test(secret) ? await sessions.holder(secret) : undefined;
    return holder && { ...holder, role: await roles.roleOf(holder) };
  };
  const anonymous = (c: Context): Person => {
    const known = getCookie(c, COOKIE);
    const secret = known && SECRET.test(known) ? known : randomBytes(32).toString('base64url');
    if (secret !== known) {
      setCookie(c, COOKIE, secret, {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: ONE_YEAR_SECONDS,
        secure: isSecure(c),
      });
    }
    const here = isAtTheMachine(c);
    return { id: askerIdOf(secret), groups: [], role: here ? 'admin' : 'asker', by: here ? 'machine' : 'none' };
  };
  return async (c, next) => {
    const person = (await signedIn(c)) ?? anonymous(c);
    c.set('person', person);
    c.set('askerId', person.id);
    c.set('address', clientAddress(c));
    await next();
  };
};
