/**
 * Identifiers of STIX 2.1. Of observables they follow from what they hold (section 2.9: UUID 5 in the
 * namespace of the standard over canonical JSON, RFC 8785), so that everybody gives the same value the
 * same identifier; of all else they follow from our own.
 */
export interface StixPorts {
  /** A UUID for a record of ours, the same for the same. */
  readonly ownId: (name: string) => string;
  readonly sha1: (bytes: Uint8Array) => Uint8Array;
}

const NAMESPACE = '00abedb4-aa42-466c-9c01-fed23315a9b7';

/** Properties that make the identifier, by type. */
const CONTRIBUTING: Readonly<Record<string, readonly string[]>> = {
  'ipv4-addr': ['value'],
  'ipv6-addr': ['value'],
  'domain-name': ['value'],
  url: ['value'],
  'email-addr': ['value'],
  file: ['hashes', 'name', 'parent_directory_ref', 'extensions'],
  directory: ['path'],
  mutex: ['name'],
  'user-account': ['account_type', 'user_id', 'account_login'],
  'windows-registry-key': ['key', 'values'],
  'autonomous-system': ['number'],
  'network-traffic': [
    ...['start', 'end', 'src_ref', 'dst_ref', 'src_port', 'dst_port', 'protocols', 'extensions'],
  ],
};

/** RFC 8785 for what observables hold: texts, whole numbers, lists, objects. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
}

const bytesOfUuid = (uuid: string) =>
  Uint8Array.from(uuid.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** UTF-8 without a platform: what URLs escape is what it is made of. Lone surrogates become U+FFFD. */
const utf8Of = (text: string) =>
  Uint8Array.from(
    encodeURIComponent(text.toWellFormed()).match(/%[0-9A-F]{2}|[^%]/g) ?? [],
    (one) => (one.length === 3 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0)),
  );

function uuid5(name: string, sha1: StixPorts['sha1']): string {
  const text = utf8Of(name);
  const all = new Uint8Array(16 + text.length);
  all.set(bytesOfUuid(NAMESPACE));
  all.set(text, 16);
  const hash = sha1(all).slice(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

export type Observable = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};

export function observableOf(
  type: string,
  properties: Readonly<Record<string, unknown>>,
  { sha1 }: StixPorts,
): Observable {
  const contributing = Object.fromEntries(
    (CONTRIBUTING[type] ?? Object.keys(properties)).flatMap((name) =>
      properties[name] === undefined ? [] : [[name, properties[name]]],
    ),
  );
  const id = `${type}--${uuid5(canonical(contributing), sha1)}`;
  return { type, spec_version: '2.1', id, ...properties };
}
