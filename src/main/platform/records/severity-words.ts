import type { Severity } from '../../../shared/kernel/severity.ts';

/** Words for severity as tools write them; anything else is not guessed. */
const SEVERITY_BY_WORD: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'CRITICAL'],
  ['crit', 'CRITICAL'],
  ['fatal', 'CRITICAL'],
  ['emergency', 'CRITICAL'],
  ['emerg', 'CRITICAL'],
  ['severe', 'CRITICAL'],
  ['high', 'HIGH'],
  ['major', 'HIGH'],
  ['important', 'HIGH'],
  ['error', 'HIGH'],
  ['err', 'HIGH'],
  ['medium', 'MEDIUM'],
  ['med', 'MEDIUM'],
  ['moderate', 'MEDIUM'],
  ['warning', 'MEDIUM'],
  ['warn', 'MEDIUM'],
  ['low', 'LOW'],
  ['minor', 'LOW'],
  ['info', 'LOW'],
  ['information', 'LOW'],
  ['informational', 'LOW'],
  ['notice', 'LOW'],
  ['debug', 'LOW'],
  ['none', 'LOW'],
]);

export function severityOfWord(value: unknown): Severity | null {
  return typeof value === 'string'
    ? (SEVERITY_BY_WORD.get(value.trim().toLowerCase()) ?? null)
    : null;
}

/**
 * A risk score of 0 to 100 in the bands of Elastic Security, whose rules use 21, 47, 73 and 99 as
 * the scores of low, medium, high and critical ("Default risk score" of the rule settings).
 */
export function severityOfRiskScore(value: unknown): Severity | null {
  const score = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof score !== 'number' || !(score >= 0 && score <= 100)) return null;
  if (score <= 21) return 'LOW';
  if (score <= 47) return 'MEDIUM';
  return score <= 73 ? 'HIGH' : 'CRITICAL';
}
