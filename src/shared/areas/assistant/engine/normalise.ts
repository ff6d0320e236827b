/** Alerts as the workspace keeps them, in the one form the engine reads. */
import type { Severity } from '../../../kernel/severity.ts';
import type { EngineAlert, EngineText } from './engine.types.ts';

/** What of an alert is read. `process` and `commandLine` where the source has them as fields. */
export interface PlainAlert {
  readonly id: string;
  readonly createdAt: number;
  readonly severity: Severity;
  readonly source: string;
  readonly detector: string | null;
  readonly category: string | null;
  readonly techniques: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly sourceHost: string | null;
  readonly sourceUser: string | null;
  readonly sourceIp: string | null;
  readonly destIp: string | null;
  readonly process?: string | null;
  readonly commandLine?: string | null;
}

/** Longer texts say nothing more of what an alert is; findings in them are looked for on the whole. */
const IDENTITY_MAX = 255;

const plain = (text: string): string => text.trim().toLowerCase().slice(0, IDENTITY_MAX);
const filled = (value: string | null | undefined): value is string => (value ?? '').trim() !== '';

const sensor = (text: string): EngineText => ({ text: plain(text), attacker: false });
const stranger = (text: string): EngineText => ({ text, attacker: true });

/**
 * Which fields strangers can write: title (unless it is the only name of the detection), description,
 * user (a log on may claim any), process and command line, and addresses outside. What the sensor
 * says of itself (source, detector, severity, techniques, category, host) is its own word; who can
 * forge a sensor's own words is not stopped here.
 */
export function toEngineAlert(alert: PlainAlert): EngineAlert {
  const named = filled(alert.detector) ? alert.detector : null;
  const address = (value: string | null): EngineText | null =>
    filled(value) ? { text: plain(value), attacker: !isInternal(plain(value)) } : null;
  const optional = (value: string | null | undefined): EngineText | null =>
    filled(value) ? stranger(value) : null;
  return {
    id: alert.id,
    at: alert.createdAt,
    severity: alert.severity,
    source: sensor(alert.source),
    detector: sensor(named ?? alert.title),
    detectorIsTitle: named === null,
    category: filled(alert.category) ? sensor(alert.category) : null,
    techniques: [...new Set(alert.techniques)].sort(),
    title: named === null ? { text: alert.title, attacker: false } : stranger(alert.title),
    description: stranger(alert.description),
    host: filled(alert.sourceHost)
      ? { text: plain(alert.sourceHost).replace(/\.$/, ''), attacker: false }
      : null,
    user: optional(alert.sourceUser),
    sourceAddress: address(alert.sourceIp),
    destAddress: address(alert.destIp),
    process: optional(alert.process),
    commandLine: optional(alert.commandLine),
  };
}

/** The same alert as if strangers had written nothing: what any text of theirs is measured by. */
export function withoutStrangersText(alert: EngineAlert): EngineAlert {
  const kept = (field: EngineText | null): EngineText | null =>
    field === null || field.attacker ? null : field;
  const blank = (field: EngineText): EngineText =>
    field.attacker ? { text: '', attacker: true } : field;
  return {
    ...alert,
    title: blank(alert.title),
    description: blank(alert.description),
    category: kept(alert.category),
    user: kept(alert.user),
    sourceAddress: kept(alert.sourceAddress),
    destAddress: kept(alert.destAddress),
    process: kept(alert.process),
    commandLine: kept(alert.commandLine),
  };
}

const PRIVATE_V4 =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|127\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
/** Unique local and link-local (RFC 4193, RFC 4291), and loopback. */
const PRIVATE_V6 = /^(?:f[cd][\da-f]{2}:|fe[89ab][\da-f]:|::1$)/;
const V4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Of a network of one's own (RFC 1918, RFC 6598, RFC 3927, and of IPv6); anything else is outside. */
export function isInternal(address: string): boolean {
  if (V4.test(address)) return PRIVATE_V4.test(address);
  if (address.startsWith('::ffff:')) return isInternal(address.slice(7));
  return PRIVATE_V6.test(address);
}

/** External where either side is outside. */
export function peerOf(alert: EngineAlert): 'internal' | 'external' | 'none' {
  const addresses = [alert.sourceAddress, alert.destAddress].filter((field) => field !== null);
  if (addresses.length === 0) return 'none';
  return addresses.every(({ text }) => isInternal(text)) ? 'internal' : 'external';
}
