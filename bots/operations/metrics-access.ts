import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Headers that a proxy adds. A forwarded request comes from elsewhere, even if the connection is from loopback. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * True when a request may read the metrics. If PARLEY_METRICS_TOKEN is set, the request must have it as its bearer token.
 * Otherwise it must come directly from this machine and use a loopback host name.
 */
export const mayReadMetrics = (c: Context, token: string | undefined): boolean => {
  if (token !== undefined) return sameText(c.req.header('authorization') ?? '', `Bearer ${token}`);
  const sender = getConnInfo(c).remote.address ?? '';
  const host = new URL(c.req.url).hostname;
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(sender) &&
    /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host) &&
    FORWARDED.every((header) => c.req.header(header) === undefined)
  );
};

/** Compares two texts in constant time. */
const sameText = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return x !== undefined && y !== undefined && timingSafeEqual(x, y);
};
