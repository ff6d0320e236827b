/**
 * Under what the desk's verdicts about an alert are kept.
 *
 * Defences: a pattern is exact on what sensors vouch for (source, detector, role, host), never on what
 * strangers write. Texts of strangers become traits, and a trait that closings of the pattern did not
 * have stands in the way: text can lose support and cannot win any. An address outside, or a user
 * alone, is no host: attackers choose both.
 */
import { titleTemplate } from '../../incidents/groups.rules.ts';
import type { EngineAlert, EngineText, PatternKeys } from './engine.types.ts';
import { roleOf } from './host-roles.ts';
import { isInternal } from './normalise.ts';

/** Each part with its length before it, so that no value can pretend to be two. */
const joined = (...parts: readonly string[]): string =>
  parts.map((part) => `${part.length}:${part}`).join('|');

/** Whom the sensor speaks of: the host, else an address of one's own network. */
export function principalOf(alert: EngineAlert): string | null {
  const { host, sourceAddress } = alert;
  if (host && !host.attacker && host.text !== '') return host.text;
  if (sourceAddress && !sourceAddress.attacker && isInternal(sourceAddress.text))
    return sourceAddress.text;
  return null;
}

/** Source and detector: what every alert of one rule has in common. */
export const detectionOf = (alert: EngineAlert): string =>
  joined(alert.source.text, alert.detector.text);

const TRAIT_MAX = 512;
const TEMPLATED_MAX = 2_048;

/** FNV-1a, 32 bits: only to tell the rest of long texts apart. */
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return sum.toString(16);
}

const cut = (text: string): string =>
  text.length <= TRAIT_MAX
    ? text
    : `${text.slice(0, TRAIT_MAX)}#${checksum(text.slice(TRAIT_MAX))}`;

/**
 * Of a text of any length: what differs from run to run is replaced, as in titles. What is too long to be
 * replaced counts as it stands, so that nothing can be hidden behind the end.
 */
export function textTemplate(text: string): string {
  const words = text.slice(0, TEMPLATED_MAX).split(/\s+/);
  return cut(`${words.map(titleTemplate).join(' ').trim()}${text.slice(TEMPLATED_MAX)}`);
}

/** The context of an alert, sorted. */
function traitsOf(alert: EngineAlert): string[] {
  const traits = [`severity:${alert.severity}`];
  const add = (kind: string, field: EngineText | null, value: (text: string) => string) => {
    if (field !== null && field.text.trim() !== '') traits.push(`${kind}:${value(field.text)}`);
  };
  const side = (text: string): string => (isInternal(text) ? 'internal' : 'external');
  if (!alert.detectorIsTitle) add('title', alert.title, textTemplate);
  add('from', alert.sourceAddress, side);
  add('to', alert.destAddress, side);
  add('user', alert.user, (text) => cut(text.trim().toLowerCase()));
  add('process', alert.process, textTemplate);
  add('command', alert.commandLine, textTemplate);
  for (const technique of alert.techniques) traits.push(`technique:${technique}`);
  return [...new Set(traits)].sort();
}

export function patternKeys(alert: EngineAlert): PatternKeys {
  const detection = detectionOf(alert);
  const principal = principalOf(alert);
  const role = roleOf(principal);
  const host = principal === null ? null : joined('host', detection, role, principal);
  return {
    detector: joined('detector', detection),
    role: joined('role', detection, role),
    host,
    pattern: alert.detector.text === '' ? null : host,
    label: `${alert.detector.text} on ${principal ?? 'no known host'}`,
    traits: traitsOf(alert),
  };
}
