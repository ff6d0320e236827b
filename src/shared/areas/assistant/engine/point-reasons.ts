import type { PointCode } from './points.ts';

/** Each reason in a few words, for lists of points. */
export const POINT_REASONS: Readonly<Record<PointCode, string>> = {
  'severity-critical': 'Severity CRITICAL',
  'severity-high': 'Severity HIGH',
  'severity-medium': 'Severity MEDIUM',
  'severity-low': 'Severity LOW',
  'tactic-late': 'Late tactic, such as Impact or Lateral Movement',
  'tactic-middle': 'Middle tactic, such as Execution or Persistence',
  'tactic-early': 'Early tactic, such as Reconnaissance',
  'indicator-hit': 'A known indicator',
  'text-injection': 'A text that instructs or excuses itself',
  'critical-asset': 'A critical asset',
  'open-investigation': 'An open investigation on an entity',
  'new-detector': 'A detector not seen in 30 days',
  'new-detector-on-host': 'A detector new to the host',
  'unsettled-host': 'Several detectors new to the host within an hour',
  'many-detectors': 'Many detectors on the host within an hour',
  'unknown-burst': 'More repeats than were ever closed at once',
  'unseen-context': 'A context that is new for the pattern',
  'external-peer': 'An address outside',
  'confirmed-malicious': 'The pattern was closed as malicious',
  'detector-malicious': 'Most of the detector was closed as malicious',
  'closed-before': 'The pattern was closed as benign before',
  'detector-benign': 'The detector was closed as benign on other hosts',
};
