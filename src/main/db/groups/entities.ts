/**
 * Entities that an alert names: hosts, users, addresses, file hashes, mailboxes. Attackers write
 * them, so every value is bounded, every pattern linear, and what holds a control character is no
 * entity: `normalize` gives one form a thing, whatever its capitals.
 */
import { isIPv4, isIPv6, SocketAddress } from 'node:net';

export const ENTITY_KINDS = ['host', 'user', 'address', 'hash', 'mailbox'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

export interface NamedEntity {
  readonly kind: EntityKind;
  readonly value: string;
}

/** What of an alert may name one. */
export interface Naming {
  readonly title: string;
  readonly description: string;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
}

/** Of one alert: the fields come first, then what its texts hold, in their order. */
export const ENTITIES_PER_ALERT = 24;
const VALUE_MAX = 255;
const TEXT_MAX = 4_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/;
const NOBODY: ReadonlySet<string> = new Set(['', '-', 'n/a', 'none', 'null', 'unknown', '(null)']);
/** Addresses that are of every machine, and so of none. */
const NO_ADDRESS = /^(?:127\.|0\.|255\.255\.255\.255$|::1?$|169\.254\.0\.0$)/;
/** Of the empty file, by MD5, SHA-1 and SHA-256. */
const EMPTY_HASHES: ReadonlySet<string> = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
]);

const IPV4_IN_TEXT = /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g;
const IPV6_IN_TEXT = /(?<![\w:.])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi;
const HASH_IN_TEXT = /(?<![\da-z_-])(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32})(?![\da-z_-])/gi;
const MAILBOX_IN_TEXT = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;
const MAILBOX = /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}$/i;

const plain = (value: string): string | null => {
  const text = value.trim().toLowerCase();
  return NOBODY.has(text) || text.length > VALUE_MAX || UNFIT.test(text) ? null : text;
};

/** IPv4 as it is, IPv6 as RFC 5952 shortens it, IPv4 within IPv6 as IPv4; null for what is none. */
function normalAddress(value: string): string | null {
  const text = value.trim();
  if (text.length > 64) return null;
  if (isIPv4(text)) return NO_ADDRESS.test(text) ? null : text;
  const bare = text.replace(/^\[|\](?::\d{1,5})?$|%\w{1,32}$/g, '');
  if (isIPv4(bare.replace(/:\d{1,5}$/, ''))) return normalAddress(bare.replace(/:\d{1,5}$/, ''));
  if (!isIPv6(bare)) return null;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  if (address.startsWith('::ffff:') && address.includes('.'))
    return normalAddress(address.slice(7));
  return NO_ADDRESS.test(address) ? null : address;
}

/** A value a person or a source wrote, as entities of its kind are compared; null where it is none. */
export function normalEntity(kind: EntityKind, value: string): string | null {
  if (kind === 'address') return normalAddress(value);
  const text = plain(value);
  if (text === null) return null;
  if (kind === 'host') return text.replace(/\.$/, '') || null;
  if (kind === 'hash') return isHash(text) ? text : null;
  if (kind === 'mailbox') return MAILBOX.test(text) ? text : null;
  return text;
}

const isHash = (text: string): boolean =>
  /^(?:[\da-f]{64}|[\da-f]{40}|[\da-f]{32})$/.test(text) && !EMPTY_HASHES.has(text);

/**
 * Every entity of an alert, each once, at most ENTITIES_PER_ALERT. The same alert gives the same. Batches
 * of alerts are read by `packGroups`.
 */
export function entitiesOf(alert: Naming): NamedEntity[] {
  const { found, addEntity } = createFound();
  for (const [reader, field] of NAMING_FIELDS) {
    const text = alert[field];
    if (text) for (const entity of ENTITY_READERS[reader](text)) addEntity(entity);
  }
  return found;
}

/** Which reader each field goes to, in the order in which what they name counts. */
export const NAMING_FIELDS = [
  ['byHost', 'sourceHost'],
  ['byUser', 'sourceUser'],
  ['byAddress', 'sourceIp'],
  ['byAddress', 'destIp'],
  ['inText', 'title'],
  ['inText', 'description'],
] as const satisfies readonly (readonly [keyof EntityReaders, keyof Naming])[];

/** What one field of an alert names. */
interface EntityReaders {
  readonly byHost: (name: string) => readonly NamedEntity[];
  readonly byUser: (name: string) => readonly NamedEntity[];
  readonly byAddress: (address: string) => readonly NamedEntity[];
  readonly inText: (text: string) => readonly NamedEntity[];
}

export const ENTITY_READERS: EntityReaders = {
  byHost(name) {
    const { found, add } = createFound();
    addHost(name, add);
    return found;
  },
  byUser(name) {
    const { found, add } = createFound();
    add('user', normalEntity('user', name));
    if (name.includes('@')) add('mailbox', normalEntity('mailbox', name));
    return found;
  },
  byAddress(address) {
    const value = normalAddress(address);
    return value === null ? [] : [{ kind: 'address', value }];
  },
  inText: namedIn,
};

/** What a text names, each once; no more than an alert may have, whatever else it names. */
function namedIn(text: string): readonly NamedEntity[] {
  const { found, add } = createFound();
  addFromText(text, add);
  return found;
}

function createFound() {
  const found: NamedEntity[] = [];
  // They are few: looking through them is cheaper than a name for each.
  const has = (kind: EntityKind, value: string) =>
    found.some((one) => one.value === value && one.kind === kind);
  const isFull = () => found.length >= ENTITIES_PER_ALERT;
  return {
    found,
    add(kind: EntityKind, value: string | null) {
      if (value !== null && !isFull() && !has(kind, value)) found.push({ kind, value });
    },
    addEntity(entity: NamedEntity) {
      if (!isFull() && !has(entity.kind, entity.value)) found.push(entity);
    },
  };
}

type Add = (kind: EntityKind, value: string | null) => void;

/** Many sources name a host by its address. */
function addHost(value: string, add: Add): void {
  const address = normalAddress(value);
  if (address !== null) add('address', address);
  else if (!isIPv4(value.trim())) add('host', normalEntity('host', value));
}

function addFromText(value: string, add: Add): void {
  const text = value.length > TEXT_MAX ? value.slice(0, TEXT_MAX) : value;
  if (text.includes('.')) {
    for (const address of text.match(IPV4_IN_TEXT) ?? []) add('address', normalAddress(address));
  }
  if (text.includes('@')) {
    for (const mailbox of text.match(MAILBOX_IN_TEXT) ?? []) add('mailbox', mailbox.toLowerCase());
  }
  if (text.length < 32 && !text.includes('::')) return;
  if (hasNearColons(text)) {
    for (const address of text.match(IPV6_IN_TEXT) ?? []) add('address', normalAddress(address));
  }
  if (!hasLongHex(text)) return;
  for (const hash of text.match(HASH_IN_TEXT) ?? []) {
    const lower = hash.toLowerCase();
    if (isHash(lower)) add('hash', lower);
  }
}

/** Every IPv6 address has two colons with at most four digits between them. */
function hasNearColons(text: string): boolean {
  let last = text.indexOf(':');
  while (last !== -1) {
    const next = text.indexOf(':', last + 1);
    if (next !== -1 && next - last <= 5) return true;
    last = next;
  }
  return false;
}

const SHORTEST_HASH = 32;

/** Whether so many hexadecimal digits follow one another: one in so many places is among them. */
function hasLongHex(text: string): boolean {
  for (let at = SHORTEST_HASH - 1; at < text.length; at += SHORTEST_HASH) {
    if (!isHexAt(text, at)) continue;
    let from = at;
    let to = at + 1;
    while (isHexAt(text, from - 1)) from--;
    while (isHexAt(text, to)) to++;
    if (to - from >= SHORTEST_HASH) return true;
  }
  return false;
}

/** False beyond the ends of the text. */
function isHexAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 102);
}
