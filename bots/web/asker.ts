import { createHash, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** What Hono carries with each request. */
export interface WebEnv {
  Variables: {
    askerId: string;
    /** The network address of whoever asks, where there is one. */
    address: string | undefined;
  };
}

const COOKIE = 'parley_asker';
const YEAR = 365 * 24 * 3600;

/** A person's id: the hash of a random cookie. The cookie itself is not stored, so the records let nobody act as them. */
export const askerIdOf = (secret: string): string =>
  `web:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`;

/** Identifies the person by a cookie, and sets one for a new person. SameSite=Lax, since links in other chats lead here. */
export const asker =
  (clientAddress: (c: Context) => string | undefined): MiddlewareHandler<WebEnv> =>
  async (c, next) => {
    const known = getCookie(c, COOKIE);
    const secret = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url');
    if (secret !== known) {
      const secure = new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
      setCookie(c, COOKIE, secret, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: YEAR, secure });
    }
    c.set('askerId', askerIdOf(secret));
    c.set('address', clientAddress(c));
    await next();
  };
