import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { Settings } from '../../../core/settings.ts';

/** Headers that a proxy adds. Behind a proxy on this machine, every request comes from a loopback address. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Returns a check for requests from a person at the machine itself. That person may do everything without signing in, since
 * they can read the data folder anyway. The check fails when the settings open the page to others, when a proxy forwarded
 * the request, and when its Host is not a loopback name, since DNS rebinding could point another name at this machine.
 */
export const atTheMachine = (settings: Settings): ((c: Context) => boolean) => {
  const isOpen = isOpenToOthers(settings);
  return (c) => {
    if (isOpen || FORWARDED.some((name) => c.req.header(name) !== undefined)) return false;
    const host = c.req.header('host') ?? '';
    return (
      isLoopback(getConnInfo(c).remote.address ?? '') &&
      URL.canParse(`http://${host}`) &&
      isLoopback(new URL(`http://${host}`).hostname)
    );
  };
};

/** True when the settings open the page to people other than the one at the machine. */
export const isOpenToOthers = (settings: Settings): boolean =>
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
