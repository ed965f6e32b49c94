import { createHash, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Caller } from '../../runtime/access/caller.ts';
import type { Person } from './people/person.ts';
import type { Roles } from './people/roles.ts';
import { SESSION_SECONDS, type Sessions } from './people/sessions.ts';

/** What Hono carries with each request. */
export interface WebEnv {
  Variables: {
    /** The person's id, under which their threads are kept. */
    askerId: string;
    person: Person;
    /** What they may do and see, by their token or by what the page knows of them. Set at the doors. */
    caller: Caller;
    /** The network address of whoever asks, where there is one. */
    address: string | undefined;
  };
}

const COOKIE = 'parley_asker';
const SESSION_COOKIE = 'parley_session';
const SECRET = /^[\w-]{43}$/;
const YEAR = 365 * 24 * 3600;

/** A person's id: the hash of a random cookie. The cookie itself is not stored, so the records let nobody act as them. */
export const askerIdOf = (secret: string): string =>
  `web:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`;

/** True when the browser reached Parley by TLS, as far as the request tells. */
export const isSecure = (c: Context): boolean =>
  new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';

/** Gives the browser a session. SameSite=Lax, since links in other chats lead here. */
export const setSession = (c: Context, secret: string): void =>
  setCookie(c, SESSION_COOKIE, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: SESSION_SECONDS,
    secure: isSecure(c),
  });

/** Ends the browser's session, in the records too. */
export const endSession = async (c: Context, sessions: Sessions): Promise<void> => {
  const secret = getCookie(c, SESSION_COOKIE);
  deleteCookie(c, SESSION_COOKIE, { path: '/' });
  if (secret && SECRET.test(secret)) await sessions.close(secret);
};

/**
 * Tells who sends a request: whoever signed in, by the session's cookie; else whoever holds a random cookie, which is set
 * for a new person. Somebody at the machine itself is its admin without signing in.
 */
export const asker = ({
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
      setCookie(c, COOKIE, secret, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: YEAR, secure: isSecure(c) });
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
