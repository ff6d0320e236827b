/** What makes alerts repeats of each other: pure, of the alert alone, so that no order of arrival matters. */

/** Fixed windows of the alert's own time, beginning with 1970. */
const GROUP_WINDOW_MS = 900_000;

/**
 * What a fingerprint may be made of. `detection` is the detector, or where the source names none the
 * template of the title; `principal` is the host, else the user, else the source address.
 */
export const FINGERPRINT_FIELDS = [
  'detection',
  'principal',
  'detector',
  'title',
  'severity',
  'category',
  'host',
  'user',
  'sourceAddress',
  'destinationAddress',
] as const;
export type FingerprintField = (typeof FINGERPRINT_FIELDS)[number];

export const FINGERPRINT_FIELD_LABELS: Record<FingerprintField, string> = {
  detection: 'Detector, or title without its numbers',
  principal: 'Host, or user, or source address',
  detector: 'Detector',
  title: 'Title without its numbers',
  severity: 'Severity',
  category: 'Category',
  host: 'Host',
  user: 'User',
  sourceAddress: 'Source address',
  destinationAddress: 'Destination address',
};

export const DEFAULT_FINGERPRINT: readonly FingerprintField[] = ['detection', 'principal'];

/** The source under which the rule of all others is kept. */
export const EVERY_SOURCE = '*';

export interface Fingerprint {
  readonly source: string;
  readonly fields: readonly FingerprintField[];
}

/** What of an alert a fingerprint may look at. */
export interface Fingerprinted {
  readonly source: string;
  readonly title: string;
  readonly detector: string | null;
  readonly severity: string;
  readonly category: string | null;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

export function windowOf(time: number): number {
  return Math.floor(time / GROUP_WINDOW_MS);
}

const TEMPLATE_MAX = 255;
const LOOKS_VARIABLE = /[\d/\\@]/;
/** In this order: what is longer and holds the others goes first. Each is linear in the text. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[^\s'"]+/giu, '<url>'],
  [/\{?\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b\}?/giu, '<guid>'],
  [/\b[a-z]:\\[^\s'"]*/giu, '<path>'],
  [/(?<![\w/])\/[\w.+-]+\/[\w./+-]*/gu, '<path>'],
  [/(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,190}/gu, '<mailbox>'],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?(?![\d.])/gu, '<address>'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/giu, '<address>'],
  [/\b(?:0x[\da-f]+|(?=[a-f]*\d)[\da-f]{8,})\b/giu, '<hex>'],
  [/\d+/gu, '<n>'],
];

/** The title with what differs from repeat to repeat replaced: numbers, GUIDs, paths, addresses. */
export function titleTemplate(title: string): string {
  let text = title.slice(0, TEMPLATE_MAX).toLowerCase();
  if (!LOOKS_VARIABLE.test(text) && !text.includes('::')) return text.trim();
  for (const [pattern, name] of VARIABLES) text = text.replace(pattern, name);
  return text.trim();
}

const plain = (value: string | null): string => (value ?? '').trim().toLowerCase();
/** One host, with and without the dot of the root. */
const host = (value: string | null): string => plain(value).replace(/\.$/, '');

type TemplateOf = (title: string) => string;

const VALUES: Record<FingerprintField, (alert: Fingerprinted, templateOf: TemplateOf) => string> = {
  detection: (alert, templateOf) =>
    plain(alert.detector) === ''
      ? `title ${templateOf(alert.title)}`
      : `detector ${plain(alert.detector)}`,
  principal(alert) {
    if (host(alert.sourceHost) !== '') return `host ${host(alert.sourceHost)}`;
    if (plain(alert.sourceUser) !== '') return `user ${plain(alert.sourceUser)}`;
    return `address ${plain(alert.sourceIp)}`;
  },
  detector: (alert) => plain(alert.detector),
  title: (alert, templateOf) => templateOf(alert.title),
  severity: (alert) => alert.severity,
  category: (alert) => plain(alert.category),
  host: (alert) => host(alert.sourceHost),
  user: (alert) => plain(alert.sourceUser),
  sourceAddress: (alert) => plain(alert.sourceIp),
  destinationAddress: (alert) => plain(alert.destIp),
};

/** The rule of a source: its own, else that of every source. */
export function fingerprintOf(
  rules: readonly Fingerprint[],
  source: string,
): readonly FingerprintField[] {
  const own = rules.find((rule) => rule.source === source);
  const every = own ?? rules.find((rule) => rule.source === EVERY_SOURCE);
  return every?.fields ?? DEFAULT_FINGERPRINT;
}

/**
 * What two repeats have in common, as text without ambiguity: each part with its length before it,
 * so that no value can pretend to be two.
 * @param templateOf `titleTemplate`, or what remembers its answers
 */
export function repeatText(
  alert: Fingerprinted,
  fields: readonly FingerprintField[],
  templateOf: TemplateOf = titleTemplate,
): string {
  let text = `${windowOf(alert.createdAt)}|${alert.source.length}:${alert.source}`;
  for (const field of FINGERPRINT_FIELDS) {
    if (!fields.includes(field)) continue;
    const value = VALUES[field](alert, templateOf);
    text += `|${field}=${value.length}:${value}`;
  }
  return text;
}
