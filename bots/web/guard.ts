import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { MCP_PATH } from '../mcp/failure.ts';
import { sendFailure } from './failure.ts';

/** Enough for a long question or a long comment; uploads have their own limit. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Sets a Content-Security-Policy that allows the page's own scripts, styles and images and nothing else: no inline code and
 * nothing from other sites. Trusted Types forbid `innerHTML`, so the page builds everything it shows from DOM elements.
 */
export const securityHeaders = (): MiddlewareHandler => {
  const own = withHeaders('same-origin');
  const embedded = withHeaders('cross-origin');
  return (c, next) => (/^\/widget(?:\.js$|\/)/.test(c.req.path) ? embedded(c, next) : own(c, next));
};

/** @param readers which sites' pages may embed these responses (Cross-Origin-Resource-Policy) */
const withHeaders = (readers: 'same-origin' | 'cross-origin'): MiddlewareHandler =>
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
    // The proxy that terminates TLS decides about HSTS; Parley itself serves plain HTTP.
    strictTransportSecurity: false,
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: readers,
  });

const refusal = (message: string, remedy = "Open Parley's own page and ask there.") =>
  new ParleyError('BAD_USAGE', { message, remedy });

/** Paths of the MCP and the OpenAI-compatible API, which read no cookies, so that a page of another site may ask them. */
export const CROSS_SITE_PATHS = ['/v1/*', MCP_PATH, '/.well-known/oauth-protected-resource/*'];
const isCrossSitePath = (path: string): boolean => path === MCP_PATH || path.startsWith('/v1/');
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of these sites read the answers in a browser (CORS). Clients of OpenAI's API and of MCP send headers of their
 * own, so all are allowed.
 */
export const crossSite = (origins: readonly string[]): MiddlewareHandler =>
  cors({
    origin: (origin) => (origins.includes(origin.toLowerCase()) ? origin : null),
    allowMethods: ['GET', 'POST', 'DELETE'],
    exposeHeaders: ['retry-after', 'www-authenticate', 'mcp-protocol-version'],
    maxAge: PREFLIGHT_SECONDS,
  });

/**
 * Refuses cross-site requests (CSRF). A browser sends `Origin` with every request that changes something. A request without
 * it comes from a program, which does not send somebody's cookie by accident.
 * @param invited origins of other sites whose pages may ask at CROSS_SITE_PATHS
 */
export const sameOrigin =
  (invited: readonly string[] = []): MiddlewareHandler =>
  async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    // A browser never adds a bearer token by itself, so another site cannot forge a request that has one.
    const hasToken = c.req.header('authorization') !== undefined;
    const isInvited = isCrossSitePath(c.req.path) && origin !== undefined && invited.includes(origin.toLowerCase());
    const isTrusted = hasToken || isInvited;
    const foreign = origin !== undefined && hostOf(origin) !== c.req.header('host');
    if (!isTrusted && (foreign || (site !== undefined && site !== 'same-origin'))) {
      return sendFailure(c, refusal('This request came from another site.'), { status: 403 });
    }
    // A form of another site always names a content type, and a script of one sends `Origin`, so this request comes from
    // the page or a program. Programs send none where the API takes no body.
    if (hasNoBody(c)) return next();
    const type = c.req.header('content-type') ?? '';
    // An HTML form of another site can send neither of these content types.
    const isFile = isUpload(c) && /^application\/octet-stream$/i.test(type);
    if (!isFile && !/^application\/json\s*(;|$)/i.test(type)) {
      return sendFailure(c, refusal('Only JSON is accepted here.', 'Send it with content-type: application/json.'), {
        status: 415,
      });
    }
    return next();
  };

/** True for a request without a body that names no content type either. */
const hasNoBody = (c: Context): boolean =>
  c.req.header('content-type') === undefined &&
  c.req.header('transfer-encoding') === undefined &&
  Number(c.req.header('content-length') ?? 0) === 0;

/**
 * Accepts requests for these host names, for loopback names and for IP addresses only. Without this check, a site that
 * points its own name at this machine (DNS rebinding) would count as the same origin. IP addresses cannot be rebound.
 * @param names host names, with or without a port
 */
export const allowedHosts = (names: readonly string[], log: Log): MiddlewareHandler => {
  const allowed = new Set(names.map((name) => hostOf(`http://${name}`, 'hostname')));
  return async (c, next) => {
    const host = hostOf(`http://${c.req.header('host') ?? ''}`, 'hostname').replace(/\.$/, '');
    const isLoopback = host === 'localhost' || host.endsWith('.localhost');
    if (isLoopback || allowed.has(host) || isIP(host.replace(/^\[|\]$/g, ''))) return next();
    log.warn({ host }, 'refused a request for another host name; PARLEY_ALLOWED_HOSTS names those that are ours');
    return sendFailure(
      c,
      refusal('This address is not set up for Parley.', 'Open it by the address that you were given.'),
      { status: 421 },
    );
  };
};

/** Answers 405 with `Allow` when the path exists but not with this method. @param routes all routes of the app */
export const checkMethod = (routes: () => readonly { method: string; path: string }[]): MiddlewareHandler => {
  let known: { method: string; pattern: RegExp }[] | undefined;
  return async (c, next) => {
    known ??= routes()
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) }));
    // A route's middleware is listed under the route's method too.
    const methods = [...new Set(known.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method))];
    const asked = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    if (methods.length === 0 || methods.includes(asked)) return next();
    c.header('allow', methods.join(', '));
    const error = refusal(`${c.req.method} is not possible here.`, `Use ${methods.join(' or ')}.`);
    return sendFailure(c, error, { status: 405 });
  };
};

/** Uploads are exempt from MAX_BODY_BYTES: `keepUpload` enforces their own limit. */
const isUpload = (c: Context): boolean => c.req.method === 'PUT' && c.req.path.startsWith('/api/console/uploads/');

/** Limits request bodies to MAX_BODY_BYTES. @param larger path prefix of routes that enforce their own limit */
export const limitBodySize = (larger: string): MiddlewareHandler => {
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) =>
      sendFailure(
        c,
        new ParleyError('INPUT_TOO_LARGE', {
          message: `A request may hold ${MAX_BODY_BYTES / 1024} kB.`,
          remedy: 'Ask in fewer words.',
        }),
      ),
  });
  return (c, next) => (isUpload(c) || c.req.path.startsWith(larger) ? next() : limit(c, next));
};

const hostOf = (address: string, part: 'host' | 'hostname' = 'host') =>
  URL.canParse(address) ? new URL(address)[part] : '';
