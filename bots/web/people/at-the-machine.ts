import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Settings } from '../../../core/settings.ts';

/** What a proxy adds. Behind one, everybody's connection comes from this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Tells a person at the machine itself, who may do everything without signing in, as they hold the data anyway. Only where
 * nothing is set up for others: the server listens on loopback, has no public address, proxy or sign-in, and the request
 * names a loopback host, which a site that points its own name at this machine (DNS rebinding) cannot.
 */
export const atTheMachine = (settings: Settings): ((c: Context) => boolean) => {
  const othersComeToo = isForOthers(settings);
  return (c) => {
    if (othersComeToo || FORWARDED.some((name) => c.req.header(name) !== undefined)) return false;
    const host = c.req.header('host') ?? '';
    return (
      isLoopback(getConnInfo(c).remote.address ?? '') &&
      URL.canParse(`http://${host}`) &&
      isLoopback(new URL(`http://${host}`).hostname)
    );
  };
};

/** True where the settings open the page to others than the person at the machine. */
export const isForOthers = (settings: Settings): boolean =>
  !isLoopback(settings.PARLEY_HOST) ||
  settings.PARLEY_PUBLIC_URL !== undefined ||
  settings.PARLEY_TRUST_PROXY.length > 0 ||
  settings.PARLEY_SIGN_IN === 'required' ||
  settings.OIDC_ISSUER !== undefined;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (name: string): boolean => {
  const plain = name.replace(/^\[|\]$/g, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (plain === 'localhost' || plain.endsWith('.localhost')) return true;
  const version = isIP(plain);
  return version !== 0 && loopback.check(plain, version === 6 ? 'ipv6' : 'ipv4');
};
