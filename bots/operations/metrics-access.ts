import { createHash, timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Headers that a proxy adds: what comes through one comes from elsewhere, whatever the connection's address is. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a request may read the metrics: with PARLEY_METRICS_TOKEN whoever sends it as a bearer token; without one,
 * programs on this machine that ask it directly by a loopback name.
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

/** In a time that says nothing of how much is right. */
const sameText = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return x !== undefined && y !== undefined && timingSafeEqual(x, y);
};
