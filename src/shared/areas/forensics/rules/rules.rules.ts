/** Words and limits of rule packs; what is a stranger's is bounded before it is read. */

export const RULE_ENGINES = ['sigma', 'yara'] as const;
export type RuleEngine = (typeof RULE_ENGINES)[number];
export const ENGINE_LABELS: Record<RuleEngine, string> = { sigma: 'Sigma', yara: 'YARA' };

export const RULE_STATES = ['ready', 'unsupported', 'invalid'] as const;
export type RuleState = (typeof RULE_STATES)[number];
export const RULE_STATE_LABELS: Record<RuleState, string> = {
  ready: 'Ready',
  unsupported: 'Unsupported',
  invalid: 'Invalid',
};

export const RULE_LEVELS = ['critical', 'high', 'medium', 'low', 'informational'] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

export const PACK_ORIGINS = ['shipped', 'imported', 'own'] as const;
export type PackOrigin = (typeof PACK_ORIGINS)[number];
export const ORIGIN_LABELS: Record<PackOrigin, string> = {
  shipped: 'Comes with Watchfloor',
  imported: 'Imported',
  own: 'Written here',
};

export const OWN_PACK = { id: 'own-rules', name: 'Own rules' } as const;

export const RULE_LIMITS = {
  /** Events whose hits are asked for at once. */
  eventsAtOnce: 500,
  /** Bytes of an archive or a stream of files. */
  upload: 256 * 1024 * 1024,
  /** Entries of an archive, whatever they are. */
  entries: 200_000,
  /** Bytes of one rule file. */
  file: 4 * 1024 * 1024,
  /** Bytes of all rule files of an import together. */
  total: 256 * 1024 * 1024,
  /** Rules of one pack. */
  rules: 20_000,
  /** Rejected files and duplicates that a receipt names. */
  named: 200,
  packName: 120,
  title: 200,
  /** Characters of a rule, a filter or a test that a person writes. */
  text: 60_000,
  reason: 2_000,
  tests: 50,
  tunings: 50,
  /** Hits of one rule in one source that are kept; more are counted. */
  hits: 2_000,
  /** Alerts of one rule in one source; what other groups hit is told by the last. */
  alerts: 100,
  /** Alerts of one run. */
  alertsOfRun: 2_000,
} as const;

/** Sigma's level as a severity of an alert. */
export function severityOf(level: string | null): 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' {
  if (level === 'critical') return 'CRITICAL';
  if (level === 'high') return 'HIGH';
  return level === 'low' || level === 'informational' ? 'LOW' : 'MEDIUM';
}

/** ATT&CK ids of Sigma's tags: `attack.t1059.001` is T1059.001. */
export function techniquesOf(tags: readonly string[]): string[] {
  const found = tags.flatMap((tag) => {
    const id = /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag)?.[1];
    return id === undefined ? [] : [id.toUpperCase()];
  });
  return [...new Set(found)];
}

export function isRuleFile(path: string): RuleEngine | null {
  if (/\.ya?ml$/i.test(path)) return 'sigma';
  return /\.yara?$/i.test(path) ? 'yara' : null;
}

/** A name of an archive that leads out of it, or that hides what it is; such files are not read. */
export function isHostilePath(path: string): boolean {
  return (
    path.split(/[/\\]/).includes('..') ||
    /^(?:[/\\]|[A-Za-z]:)/.test(path) ||
    /[\p{Cc}\p{Cf}]/u.test(path)
  );
}
