import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * Tells which network address a request comes from: the sender of the connection, or the last address in X-Forwarded-For
 * before trusted proxies. An IPv6 address is cut to its network of 64 bits, all of which one household or machine holds.
 *
 * @param trusted addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For is believed
 */
export const createClientAddress = (trusted: readonly string[]): ((c: Context) => string | undefined) => {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) proxies.addAddress(address, family(address));
    else proxies.addSubnet(address, Number(bits), family(address));
  }
  return (c) => {
    const sender = getConnInfo(c).remote.address;
    if (sender === undefined) return undefined;
    let address = plain(sender);
    const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
    while (forwarded.length > 0 && proxies.check(address, family(address))) {
      const before = plain(forwarded.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return network(address);
  };
};

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Without brackets and zone, and an IPv4 address in IPv6 form as the former. */
const plain = (address: string): string =>
  address
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');

const network = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const parts = head.split(':').filter((part) => part !== '');
  const rest = tail?.split(':').filter((part) => part !== '').length ?? 0;
  while (tail !== undefined && parts.length + rest < 8) parts.push('0');
  return `${parts
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
};
