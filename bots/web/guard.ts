import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { ParleyError } from '../../core/errors.ts';
import { failure } from './failure.ts';

/** The most that a request may carry, in bytes: a long question or a long comment. */
const BODY_LIMIT = 64 * 1024;

/**
 * Headers that let the page run its own script and nothing else: no inline code, no other site's script, style, image
 * or frame. Trusted Types forbid `innerHTML` outright: the page builds what it shows from elements.
 */
export const headers = (): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    // Whether a name is reached by TLS alone is for the proxy that speaks it to say.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: 'same-origin',
  });

const forbidden = (message: string) =>
  new ParleyError('BAD_USAGE', { message, remedy: "Open Parley's own page and ask there." });

/**
 * Refuses what another site makes a browser send. A browser names the origin of every request that changes something;
 * a program that names none carries nobody's cookie by accident.
 */
export const sameOrigin = (): MiddlewareHandler => async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const foreign = origin !== undefined && hostOf(origin) !== c.req.header('host');
  if (foreign || (site !== undefined && site !== 'same-origin')) {
    return failure(c, forbidden('This request came from another site.'), 403);
  }
  if (!c.req.header('content-type')?.startsWith('application/json')) {
    return failure(c, forbidden('Only JSON is taken here.'), 415);
  }
  return next();
};

/**
 * Answers to these names and to bare IP addresses only: a site that pointed its own name at this machine (DNS rebinding)
 * would otherwise count as the same origin.
 */
export const ownName = (names: readonly string[]): MiddlewareHandler => {
  const known = new Set(names);
  return async (c, next) => {
    const host = hostOf(`http://${c.req.header('host') ?? ''}`, 'hostname');
    if (known.has(host) || isIP(host.replace(/^\[|\]$/g, ''))) return next();
    return failure(c, forbidden(`Parley does not answer to the name ${host || '(none)'}.`), 421);
  };
};

export const smallBodies = (): MiddlewareHandler =>
  bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (c) =>
      failure(
        c,
        new ParleyError('INPUT_TOO_LARGE', {
          message: `A request may hold ${BODY_LIMIT / 1024} kB.`,
          remedy: 'Ask in fewer words; `parley ingest` is for long texts.',
        }),
        413,
      ),
  });

const hostOf = (address: string, part: 'host' | 'hostname' = 'host') =>
  URL.canParse(address) ? new URL(address)[part] : '';
