import { BlockList, isIP } from 'node:net';

/** Address ranges without public hosts (IANA special-purpose registries): private, loopback, link-local, reserved. */
const RESERVED: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 127],
  // Addresses that embed an IPv4 address and reach the same host: NAT64, Teredo, 6to4.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const reserved = new BlockList();
for (const [address, prefix] of RESERVED) reserved.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for an IP address of the public internet; IPv4 mapped into IPv6 counts as IPv4. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 0) return false;
  // BlockList applies its IPv4 rules to ::ffff:a.b.c.d by itself.
  return !reserved.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/** Tells whether PARLEY_FETCH_ALLOW allows an address that is not public. */
export type FetchAllowance = (host: string, port: number, address?: string) => boolean;

/**
 * Reads PARLEY_FETCH_ALLOW: hosts, `host:port`s, `*.domain`s and address ranges (`10.1.0.0/16`), separated by commas or spaces.
 */
export const fetchAllowance = (setting = ''): FetchAllowance => {
  const ranges = new BlockList();
  const hosts = new Set<string>();
  for (const entry of setting
    .toLowerCase()
    .split(/[,\s]+/)
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/');
    if (prefix !== undefined && isIP(address) > 0)
      ranges.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
    else hosts.add(entry.replace(/^\[|\]$/g, ''));
  }
  return (host, port, address = host) => {
    const name = host.toLowerCase();
    if (hosts.has(name) || hosts.has(`${name}:${port}`)) return true;
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
      if (hosts.has(`*${name.slice(dot)}`)) return true;
    const family = isIP(address);
    return family > 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
};
