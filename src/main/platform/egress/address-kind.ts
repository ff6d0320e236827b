/**
 * What an IP address is, so that nobody is called by accident: the special-purpose registries
 * (RFC 6890 and its updates) and the addresses at which clouds hand out credentials.
 */
import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';

/** `never`: metadata, link-local, multicast, unset, reserved. */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

function listOf(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const NEVER = listOf(
  ...['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '192.88.99.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Where clouds answer with credentials outside of link-local: Alibaba, Azure, AWS and Google on IPv6.
  ...['100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::/32', 'fd20:ce::/32'],
  ...['::/128', 'fe80::/10', 'fec0::/10', 'ff00::/8', '100::/64'],
  // Ways around: Teredo, translation of a network's own, segment routing.
  ...['2001::/32', '64:ff9b:1::/48', '5f00::/16'],
);
const LOOPBACK = listOf('127.0.0.0/8', '::1/128');
const PRIVATE = listOf(
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15'],
  'fc00::/7',
  // For documentation: no public server has them, closed networks and laboratories do.
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
);

/** The eight words of an address of IPv6. */
function wordsOf(address: string): number[] {
  const url = URL.parse(`http://[${address}]/`);
  const [head = '', tail] = (url?.hostname.slice(1, -1) ?? '::').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(gap).fill('0'), ...right].map((word) =>
    Number.parseInt(word, 16),
  );
}

const dotted = (high = 0, low = 0): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The address of IPv4 that one of IPv6 stands for: mapped, compatible, NAT64, 6to4; or null. */
function innerOf(address: string): string | null {
  const words = wordsOf(address);
  const [a, b, c, d, e, f, g, h] = words;
  const isZero = (...some: readonly (number | undefined)[]) => some.every((word) => word === 0);
  if (isZero(a, b, c, d, e) && (f === 0xffff || f === 0)) return dotted(g, h);
  // IPv4-translated, RFC 2765.
  if (isZero(a, b, c, d, f) && e === 0xffff) return dotted(g, h);
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return dotted(g, h);
  return a === 0x2002 ? dotted(b, c) : null;
}

/** @param address in figures, with or without brackets and zone; anything else is 'never'. */
export function kindOfAddress(address: string): AddressKind {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIPv4(bare)) return kindIn(bare, 'ipv4');
  if (!isIPv6(bare)) return 'never';
  const kind = kindIn(bare, 'ipv6');
  if (kind !== 'public') return kind;
  const inner = innerOf(bare);
  if (inner === null) return 'public';
  const within = kindIn(inner, 'ipv4');
  // Nobody who means this machine writes it so.
  return within === 'loopback' ? 'never' : within;
}

function kindIn(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  const one = new SocketAddress({ address, family });
  // A list of IPv6 also holds what is mapped into it: loopback is asked last of the special ones.
  if (NEVER.check(one)) return 'never';
  if (LOOPBACK.check(one)) return isMapped(address) ? 'never' : 'loopback';
  return PRIVATE.check(one) ? 'private' : 'public';
}

const isMapped = (address: string): boolean =>
  address.includes(':') &&
  wordsOf(address)
    .slice(0, 7)
    .some((word) => word !== 0);
