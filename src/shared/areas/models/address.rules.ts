import { parseUrl } from '../../kernel/url.ts';

/** Where an endpoint stands, and whether its address may be called at all. */
export const PLACES = ['loopback', 'private', 'remote'] as const;
export type Place = (typeof PLACES)[number];

export const PLACE_TEXTS: Readonly<Record<Place, string>> = {
  loopback: 'On this machine: nothing leaves it.',
  private: 'In a private network: texts leave this machine.',
  remote: 'Outside: texts leave this machine and its network.',
};

const bare = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

const octets = (host: string): readonly number[] | null =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ? host.split('.').map(Number) : null;

/** An address inside of IPv6 that stands for one of IPv4 (RFC 4291 section 2.5.5.2), as URL writes it. */
function mapped(host: string): string | null {
  const words = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (!words) return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(host)?.[1] ?? null;
  const [high = 0, low = 0] = words.slice(1).map((word) => Number.parseInt(word, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Of an address in figures, or null for a name. Self-given and unset addresses belong to nobody. */
function placeOfAddress(address: string): Place | 'nobody' | null {
  const host = bare(address);
  const inside = mapped(host);
  if (inside !== null) return placeOfAddress(inside);
  const parts = octets(host);
  if (parts) {
    const [a = 0, b = 0] = parts;
    if (a === 127) return 'loopback';
    // This network, link-local (also where clouds keep their credentials), multicast and above.
    if (a === 0 || (a === 169 && b === 254) || a >= 224) return 'nobody';
    const isPrivate = a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168);
    return isPrivate || (a === 100 && b >= 64 && b <= 127) ? 'private' : 'remote';
  }
  if (!host.includes(':')) return null;
  if (host === '::1') return 'loopback';
  if (host === '::' || /^fe[89ab]|^ff/.test(host)) return 'nobody';
  return /^f[cd]/.test(host) ? 'private' : 'remote';
}

/** Names that no public server bears (RFC 6762, RFC 8375, and what networks call themselves). */
const PRIVATE_NAME = /(?:^[^.]+$)|\.(?:local|internal|intranet|lan|corp|home\.arpa)$/;

/** Of a base address that `addressProblem` lets pass. */
export function placeOf(baseUrl: string): Place {
  const url = parseUrl(baseUrl);
  if (!url) return 'remote';
  const host = bare(url.hostname);
  if (host === 'localhost') return 'loopback';
  const place = placeOfAddress(host);
  if (place !== null) return place === 'nobody' ? 'remote' : place;
  return PRIVATE_NAME.test(host) ? 'private' : 'remote';
}

/** Why an address may not be an endpoint's, or null. */
export function addressProblem(baseUrl: string, isInsecureAllowed: boolean): string | null {
  const url = parseUrl(baseUrl);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return 'Address must begin with https:// or http://';
  if (url.username !== '' || url.password !== '')
    return 'Address must not hold a name or a password: the key has a field of its own';
  if (url.search !== '' || url.hash !== '') return 'Address must end before ? and #';
  if (placeOfAddress(url.hostname) === 'nobody')
    return 'Address must be a machine: this one belongs to nobody';
  if (url.protocol === 'http:' && placeOf(baseUrl) !== 'loopback' && !isInsecureAllowed)
    return 'Address must begin with https:// where it is another machine, or sending in the clear must be allowed';
  return null;
}

/** Without the slash at its end: paths are put behind it. */
export const tidyAddress = (baseUrl: string): string => baseUrl.trim().replace(/\/+$/, '');
