/** Limits and kinds of incidents. */

export const DEFAULT_STRICTNESS = 50;
export const INCIDENT_NAME_MAX = 200;
export const INCIDENT_REASON_MAX = 1000;
export const ENTITY_VALUE_MAX = 512;
/** Of one action: what is changed stays within one short transaction. */
export const MAX_ACTION_GROUPS = 5_000;
export const MAX_MERGED = 50;

export const ENTITY_KINDS = ['host', 'user', 'address', 'hash', 'mailbox'] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];
export const ENTITY_KIND_LABELS: Record<EntityKind, string> = {
  host: 'Host',
  user: 'User',
  address: 'Address',
  hash: 'File hash',
  mailbox: 'Mailbox',
};

export const ENTITY_RULES = ['ALWAYS', 'NEVER'] as const;
export type EntityListRule = (typeof ENTITY_RULES)[number];

/** Values that name nobody, so that they never link unless a person says so. */
const BUILT_IN: Readonly<Record<EntityKind, readonly RegExp[]>> = {
  host: [/^localhost(?:\.localdomain)?$/, /^(?:unknown|n\/a|none|null|-|\*)$/],
  user: [
    /^(?:unknown|n\/a|none|null|-|\*)$/,
    /^(?:(?:nt authority|nt-autorität|builtin|font driver host|window manager)\\.*)$/,
    /^(?:system|local service|network service|anonymous logon|anonymous|nobody)$/,
    // Built-in accounts of Windows by their identifier: SYSTEM, LOCAL SERVICE, NETWORK SERVICE.
    /^s-1-5-(?:18|19|20)$/,
  ],
  address: [
    // RFC 6890: this network, loopback, link-local, broadcast; multicast (RFC 5771, RFC 4291).
    /^0\./,
    /^127\./,
    /^169\.254\./,
    /^2(?:2[4-9]|3\d)\./,
    /^255\.255\.255\.255$/,
    /^::1?$/,
    /^ff[\da-f]{2}:/,
    /^fe80:/,
  ],
  hash: [
    // The empty file in MD5, SHA-1 and SHA-256; and nothing but one digit.
    /^d41d8cd98f00b204e9800998ecf8427e$/,
    /^da39a3ee5e6b4b0d3255bfef95601890afd80709$/,
    /^e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855$/,
    /^(.)\1+$/,
  ],
  mailbox: [/^(?:no-?reply|donotreply|mailer-daemon|postmaster)@/, /^<>$/],
};

/** Such as loopback, broadcast or the hash of the empty file. Values are as compared: lower case. */
export function isBuiltInCommon(kind: EntityKind, value: string): boolean {
  return BUILT_IN[kind].some((pattern) => pattern.test(value));
}
