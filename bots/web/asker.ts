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

/** A person is known by a random cookie; only its hash is stored, so that the records let nobody act as them. */
export const askerIdOf = (secret: string): string =>
  `web:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`;

/** Knows who asks, and gives whoever is new a cookie. SameSite=Lax, since people arrive from links in other chats. */
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
