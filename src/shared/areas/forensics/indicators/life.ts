/** Types of indicators, and what becomes of one with time: pure. */
import { DAY_MS } from '../../../kernel/time.ts';

/** Those of investigations first, under the names they have there; then what lists and people add. */
const TYPES = {
  ip: { label: 'Address', halfLife: 30 },
  cidr: { label: 'Network', halfLife: 60 },
  domain: { label: 'Domain', halfLife: 90 },
  url: { label: 'URL', halfLife: 30 },
  email: { label: 'E-mail', halfLife: 180 },
  md5: { label: 'MD5', halfLife: 1095 },
  sha1: { label: 'SHA-1', halfLife: 1095 },
  sha256: { label: 'SHA-256', halfLife: 1825 },
  sha512: { label: 'SHA-512', halfLife: 1825 },
  ssdeep: { label: 'ssdeep', halfLife: 1095 },
  file: { label: 'File', halfLife: 180 },
  registry: { label: 'Registry key', halfLife: 365 },
  mutex: { label: 'Mutex', halfLife: 365 },
  'user-agent': { label: 'User agent', halfLife: 180 },
  cve: { label: 'CVE', halfLife: 730 },
  technique: { label: 'Technique', halfLife: 1825 },
  btc: { label: 'BTC wallet', halfLife: 730 },
  eth: { label: 'ETH wallet', halfLife: 730 },
  xmr: { label: 'XMR wallet', halfLife: 730 },
  ja3: { label: 'JA3', halfLife: 365 },
  ja4: { label: 'JA4', halfLife: 365 },
  asn: { label: 'ASN', halfLife: 365 },
} as const satisfies Record<string, { label: string; halfLife: number }>;

export type AnyIndicatorType = keyof typeof TYPES;
export const ALL_INDICATOR_TYPES = Object.keys(TYPES) as AnyIndicatorType[];

export const isIndicatorType = (type: string): type is AnyIndicatorType =>
  Object.hasOwn(TYPES, type);

/** A person may have written another type. */
export const typeLabel = (type: string): string =>
  isIndicatorType(type) ? TYPES[type].label : type;

/** Traffic Light Protocol 2.0 (FIRST): how far it may be told. */
export const TLPS = ['CLEAR', 'GREEN', 'AMBER', 'AMBER+STRICT', 'RED'] as const;
export type Tlp = (typeof TLPS)[number];

/** Names as in STIX 2.1 where it has them. */
export const RELATION_KINDS = [
  'related-to',
  'resolves-to',
  'communicates-with',
  'drops',
  'downloads',
  'derived-from',
  'duplicate-of',
  'belongs-to',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

export const INDICATOR_LIMITS = {
  value: 500,
  source: 200,
  description: 2000,
  notes: 4000,
  reason: 1000,
  tags: 20,
  tag: 60,
  bulk: 1000,
  /** Added at once from a text. */
  added: 500,
} as const;

const HALF_LIFE_OF_OTHERS = 180;
/** Days in which half of the confidence is gone. */
export const halfLifeOf = (type: string): number =>
  isIndicatorType(type) ? TYPES[type].halfLife : HALF_LIFE_OF_OTHERS;

export interface Aging {
  readonly type: string;
  readonly confidence: number;
  /** ms. When it was last seen, or, where nobody saw it, made. */
  readonly since: number;
}

/** Confidence × 0.5^(days since it was last seen ÷ half-life), whole, 0 to 100. */
export function scoreAt({ type, confidence, since }: Aging, now: number): number {
  const days = Math.max(0, now - since) / DAY_MS;
  return Math.round(confidence * 0.5 ** (days / halfLifeOf(type)));
}

/** The formula with its figures. */
export function scoreFormula({ type, confidence, since }: Aging, now: number): string {
  const days = Math.floor(Math.max(0, now - since) / DAY_MS);
  const score = scoreAt({ type, confidence, since }, now);
  return `${confidence} × 0.5^(${days} ÷ ${halfLifeOf(type)}) = ${score}`;
}

/** How long one is looked for where nobody says: two half-lives. ms. */
export const usualLifeMs = (type: string): number => 2 * halfLifeOf(type) * DAY_MS;

export const PROVENANCE_KINDS = [
  'text',
  'file',
  'alert',
  'investigation',
  'event',
  'import',
] as const;

/** Where it was read. Offsets are of that text, in characters. */
export interface Provenance {
  readonly kind: (typeof PROVENANCE_KINDS)[number];
  /** A file's, a field's; strangers may have written it. */
  readonly name: string;
  /** Of the alert or investigation. */
  readonly id: string | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly excerpt: string | null;
}
