import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { asParleyError, ParleyError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/text/parse-json.ts';
import type { SessionView } from '../api.ts';
import { endSession, isSecure, setSession, type WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { pendingSignIn } from '../people/oidc.ts';
import type { SignedIn } from '../people/sessions.ts';
import { readBody } from '../read-body.ts';

const PENDING_COOKIE = 'parley_sign_in';
/** Time to sign in at the provider before the pending sign-in expires. */
const PENDING_SECONDS = 600;
const CALLBACK = '/sign-in/callback';

/**
 * Marks a browser that signed out. The provider still knows it, and without asking would sign the same person in again at the
 * next page, on a shared computer too.
 */
const SIGNED_OUT_COOKIE = 'parley_signed_out';
const SIGNED_OUT_SECONDS = 30 * 24 * 3600;

/** Routes that tell who is signed in, redeem a one-time admin link, and end the session. */
export const session = ({ people, signInRequired }: WebDependencies) =>
  new Hono<WebEnv>()
    .get('/', (c) => {
      const { id, name, email, role, by } = c.var.person;
      return c.json<SessionView>({
        person: { id, name, email, role, by },
        signIn: { provider: people.oidc !== undefined, required: signInRequired },
      });
    })
    .post('/once', async (c) => {
      const { secret } = await readBody(c, z.object({ secret: z.string().max(100) }));
      if (!(await people.firstAdmin.redeem(secret))) throw usedUp();
      const person: SignedIn = { id: 'local:admin', name: 'Local admin', groups: [], by: 'local' };
      await people.roles.setRole(person.id, 'admin');
      await people.roles.recordSignIn(person, new Date().toISOString());
      setSession(c, await people.sessions.open(person));
      await people.audit.write({ ...person, role: 'admin' }, 'sign-in.once', person.id);
      return c.json({ signedIn: true });
    })
    .post('/end', async (c) => {
      await endSession(c, people.sessions);
      setCookie(c, SIGNED_OUT_COOKIE, '1', {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/sign-in',
        maxAge: SIGNED_OUT_SECONDS,
        secure: isSecure(c),
      });
      return c.json({ signedIn: false });
    });

/** Routes that redirect the browser to the sign-in provider and receive it back. */
export const signIn = ({ people, publicUrl, log }: WebDependencies) =>
  new Hono<WebEnv>()
    .get('/', async (c) => {
      if (!people.oidc) return c.redirect('/console/sign-in');
      const base = publicUrl ?? new URL(c.req.url).origin;
      try {
        const askAgain = getCookie(c, SIGNED_OUT_COOKIE) !== undefined;
        const { url, pending } = await people.oidc.begin(`${base}${CALLBACK}`, localPath(c.req.query('to')), askAgain);
        setCookie(c, PENDING_COOKIE, JSON.stringify(pending), {
          httpOnly: true,
          sameSite: 'Lax',
          path: '/sign-in',
          maxAge: PENDING_SECONDS,
          secure: isSecure(c),
        });
        return c.redirect(url);
      } catch (error) {
        log.error({ err: error }, 'sign-in failed');
        return c.redirect(`/console/sign-in?failed=${asParleyError(error).code}`);
      }
    })
    .get('/callback', async (c) => {
      const pending = pendingSignIn.safeParse(parseJson(getCookie(c, PENDING_COOKIE) ?? '')).data;
      deleteCookie(c, PENDING_COOKIE, { path: '/sign-in' });
      const base = publicUrl ?? new URL(c.req.url).origin;
      if (!people.oidc || !pending) return c.redirect('/console/sign-in?failed=SIGN_IN_FAILED');
      try {
        const { search } = new URL(c.req.url);
        const person = await people.oidc.finish(`${base}${CALLBACK}`, search, pending);
        await people.roles.recordSignIn(person, new Date().toISOString());
        setSession(c, await people.sessions.open(person));
        deleteCookie(c, SIGNED_OUT_COOKIE, { path: '/sign-in' });
        return c.redirect(localPath(pending.returnTo));
      } catch (error) {
        log.warn({ err: error }, 'sign-in failed');
        return c.redirect('/console/sign-in?failed=SIGN_IN_FAILED');
      }
    });

/** Returns the path if it is on this server, or else `/`: prevents open redirects. */
const localPath = (path: string | undefined): string => (path && /^\/(?![/\\])/.test(path) ? path : '/');

const usedUp = () =>
  new ParleyError('SIGN_IN_FAILED', {
    message: 'This link was used already, or is more than a day old.',
    remedy: 'Whoever runs Parley makes another one with `parley sign-in-link`.',
  });
