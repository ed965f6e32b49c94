import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * Returns a function that finds the network address of a request's sender: the peer of the connection or, behind trusted
 * proxies, the last address in X-Forwarded-For that is not a trusted proxy. Shortens an IPv6 address to its /64 network,
 * since one household usually holds a whole /64. The function returns undefined when the connection has no address.
 *
 * @param trusted addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For is trusted
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

/** Removes brackets and the zone, and turns an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) into plain IPv4. */
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
