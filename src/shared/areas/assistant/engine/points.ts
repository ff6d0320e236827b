/** The hand-set points of suspicion, and which a desk may refit. */
export const POINTS = {
  'severity-critical': 40,
  'severity-high': 28,
  'severity-medium': 14,
  'severity-low': 6,
  'tactic-late': 10,
  'tactic-middle': 7,
  'tactic-early': 4,
  'indicator-hit': 30,
  'text-injection': 25,
  'critical-asset': 12,
  'open-investigation': 10,
  'new-detector': 8,
  'new-detector-on-host': 8,
  'unsettled-host': 10,
  'many-detectors': 6,
  'unknown-burst': 8,
  'unseen-context': 6,
  'external-peer': 4,
  'confirmed-malicious': 24,
  'detector-malicious': 12,
  'closed-before': -12,
  'detector-benign': -6,
} as const;
export type PointCode = keyof typeof POINTS;
/** Kept as bits by place: a code is added at the end and never taken out. */
export const POINT_CODES = Object.keys(POINTS) as readonly PointCode[];
export type PointTable = Readonly<Record<PointCode, number>>;
