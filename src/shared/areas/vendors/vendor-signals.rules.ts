/**
 * Which vendors an alert or an indicator touches: by a name under one of their domains, by an
 * address in one of their networks, by the name of one of their products. Exact at the borders of
 * labels, numbers and words: `evilvendor.com` and `vendor.com.evil.net` are not `vendor.com`.
 *
 * One pass over the text, whatever the number of vendors: names, addresses and words are cut out
 * and looked up.
 */
import { maskOf, parseAddress, parseNetwork } from './addresses.rules.ts';

export const SIGNAL_KINDS = ['domain', 'address', 'software'] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];
export const SIGNAL_KIND_LABELS: Record<SignalKind, string> = {
  domain: 'Domain',
  address: 'Address',
  software: 'Software',
};

export interface VendorTerms {
  readonly id: string;
  readonly domains: readonly string[];
  readonly addresses: readonly string[];
  readonly software: readonly string[];
}

export interface SignalText {
  /** What it is called in the alert: `title`, `sourceIp`. */
  readonly field: string;
  readonly text: string;
}

export interface SignalMatch {
  readonly vendorId: string;
  readonly kind: SignalKind;
  /** The vendor's own term, and what touched it. */
  readonly term: string;
  readonly found: string;
  readonly field: string;
}

export interface Matcher {
  /** The first match of each vendor. */
  match(texts: readonly SignalText[]): SignalMatch[];
  /** No vendor can be touched. */
  readonly isEmpty: boolean;
}

/** Names of one label, or without a letter at the end, are no domains that somebody owns. */
const DOMAIN = /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]*[\p{L}\p{N}_])?\.)+[\p{L}][\p{L}\p{N}-]*$/u;
const HOST = /[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?/gu;
const COLONED = /[\p{L}\p{N}:.%]+/gu;
const MAX_ADDRESS = 45;
const CHUNK = /[\p{L}\p{N}_@+#.-]+/gu;
const EDGES = /^[.@-]+|[.@-]+$/g;
const VERSION_TAIL = /[-_.]v?\d[\p{L}\p{N}_.+-]*$/u;
const FILE_TAIL =
  /\.(?:exe|dll|sys|msi|jar|war|app|dmg|pkg|deb|rpm|apk|so|service|ps1|bat|cmd|sh|py|js|log|cfg|conf|ini|xml|json)$/;
const MIN_SOFTWARE_LENGTH = 3;
/** Longer runs are no words; trimming them would be quadratic, which whoever writes a log line could use. */
const MAX_WORD = 120;
const MAX_HOST = 253;
const MAX_TEXT = 20_000;

/** Turns names with other letters into ASCII labels (IDNA); `null` or '' where there are none. */
export type ToAscii = (host: string) => string | null;

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** Lower case and ASCII labels, as resolvers compare names; null where it is none. */
function domainKey(text: string, toAscii: ToAscii): string | null {
  const plain = text.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '');
  if (plain.length > MAX_HOST || !DOMAIN.test(plain)) return null;
  return isAscii(plain) ? plain : toAscii(plain) || null;
}

/** `vendor[.]com`, `hxxp://`: as analysts write what must not be clicked. */
function refanged(text: string): string {
  if (!text.includes('[') && !text.includes('(')) return text;
  return text.replace(/\s?(?:\[\.\]|\(\.\)|\[dot\]|\(dot\))\s?/gi, '.').replace(/\[:\]/g, ':');
}

function chunksOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(EDGES, ''))
    .filter(Boolean);
}

interface Product {
  readonly vendorId: string;
  readonly term: string;
  readonly words: readonly string[];
}

interface Named {
  readonly vendorId: string;
  readonly term: string;
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}

export function createMatcher(vendors: readonly VendorTerms[], toAscii: ToAscii): Matcher {
  const domains = new Map<string, Named[]>();
  const networks = new Map<string, Map<bigint, Named[]>>();
  const products = new Map<string, Product[]>();
  for (const { id: vendorId, ...terms } of vendors) {
    for (const term of terms.domains) {
      const key = domainKey(term, toAscii);
      if (key !== null) add(domains, key, { vendorId, term });
    }
    for (const term of terms.addresses) addNetwork(networks, { vendorId, term });
    for (const term of terms.software) {
      const words = chunksOf(term.normalize('NFKC'));
      const [first] = words;
      if (first === undefined || words.join('').length < MIN_SOFTWARE_LENGTH) continue;
      add(products, first, { vendorId, term, words });
    }
  }
  const prefixes = [...networks.keys()].map((key) => key.split('/').map(Number) as [4 | 6, number]);

  function byAddress(text: string): Named[] {
    const parsed = prefixes.length === 0 ? null : parseAddress(text);
    if (!parsed) return [];
    return prefixes.flatMap(([family, prefix]) =>
      family === parsed.family
        ? (networks.get(`${family}/${prefix}`)?.get(maskOf(parsed.value, family, prefix)) ?? [])
        : [],
    );
  }

  /** The name itself and every name above it. */
  function byDomain(host: string): Named[] {
    const ascii = isAscii(host) ? host : toAscii(host);
    if (!ascii) return [];
    const found: Named[] = [];
    for (let name = ascii; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
      found.push(...(domains.get(name) ?? []));
    return found;
  }

  function matchNames(text: string, keep: Keep): void {
    if (domains.size === 0 && prefixes.length === 0) return;
    for (const [host] of text.matchAll(HOST)) {
      if (!host.includes('.') || host.length > MAX_HOST) continue;
      if (/^[\d.]+$/.test(host)) keep(byAddress(host), 'address', host);
      else keep(byDomain(host), 'domain', host);
    }
  }

  function matchV6(text: string, keep: Keep): void {
    if (prefixes.length === 0 || !text.includes(':')) return;
    for (const [run] of text.matchAll(COLONED)) {
      if (run.length > MAX_ADDRESS || run.split(':').length < 3) continue;
      const address = run.replace(/\.$/, '');
      keep(byAddress(address), 'address', address);
    }
  }

  function match(texts: readonly SignalText[]): SignalMatch[] {
    const byVendor = new Map<string, SignalMatch>();
    for (const { field, text: raw } of texts) {
      const text = refanged(raw.slice(0, MAX_TEXT)).normalize('NFKC').toLowerCase();
      const keep: Keep = (named, kind, found) => {
        for (const { vendorId, term } of named)
          if (!byVendor.has(vendorId))
            byVendor.set(vendorId, { vendorId, kind, term, found, field });
      };
      matchNames(text, keep);
      matchV6(text, keep);
      if (products.size > 0)
        matchSoftware(products, text, (product, found) => keep([product], 'software', found));
    }
    return [...byVendor.values()];
  }
  return { match, isEmpty: domains.size + networks.size + products.size === 0 };
}

type Keep = (named: readonly Named[], kind: SignalKind, found: string) => void;

function addNetwork(networks: Map<string, Map<bigint, Named[]>>, named: Named): void {
  const network = parseNetwork(named.term);
  if (!network) return;
  const key = `${network.family}/${network.prefix}`;
  const byBase = networks.get(key) ?? new Map<bigint, Named[]>();
  networks.set(key, byBase);
  add(byBase, network.base, named);
}

/** What a chunk may be called by: itself, without the tail of a file, without that of a version. */
function namesOf(chunk: string): string[] {
  const names = [chunk];
  const bare = chunk.replace(FILE_TAIL, '');
  if (bare !== chunk) names.push(bare);
  const unversioned = bare.replace(VERSION_TAIL, '');
  if (unversioned !== bare) names.push(unversioned);
  return names;
}

interface Chunk {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (const { 0: run, index } of text.matchAll(CHUNK)) {
    const word = run.length > MAX_WORD ? '' : run.replace(EDGES, '');
    chunks.push({ word, start: index, end: index + run.length });
  }
  return chunks;
}

/** The product's words stand one after the other from `at` on, with nothing but space between them. */
function standsAt(words: readonly string[], chunks: readonly Chunk[], at: number, text: string) {
  return words.every((word, index) => {
    const chunk = chunks[at + index];
    if (!chunk) return false;
    const before = chunks[at + index - 1];
    if (index > 0 && !/^\s+$/.test(text.slice(before?.end, chunk.start))) return false;
    if (index < words.length - 1) return chunk.word === word;
    return namesOf(chunk.word).includes(word);
  });
}

function matchSoftware(
  products: ReadonlyMap<string, readonly Product[]>,
  text: string,
  onFound: (product: Product, found: string) => void,
): void {
  const chunks = wordsOf(text);
  for (const [at, { word, start }] of chunks.entries()) {
    if (word === '') continue;
    for (const name of namesOf(word)) {
      for (const product of products.get(name) ?? []) {
        const end = chunks[at + product.words.length - 1]?.end;
        if (standsAt(product.words, chunks, at, text)) onFound(product, text.slice(start, end));
      }
    }
  }
}
