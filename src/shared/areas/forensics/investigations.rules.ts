/** Words, limits and steps of investigations: pure. */
import type { CaseVerdict } from '../assistant/agent.types.ts';

export const INVESTIGATION_TYPES = [
  'malware',
  'network',
  'data-breach',
  'insider-threat',
  'apt',
  'phishing',
  'ddos',
] as const;
export type InvestigationType = (typeof INVESTIGATION_TYPES)[number];

export const INVESTIGATION_TYPE_LABELS: Readonly<Record<InvestigationType, string>> = {
  malware: 'Malware',
  network: 'Network',
  'data-breach': 'Data Breach',
  'insider-threat': 'Insider Threat',
  apt: 'APT',
  phishing: 'Phishing',
  ddos: 'DDoS',
};

export const INVESTIGATION_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED'] as const;
export type InvestigationStatus = (typeof INVESTIGATION_STATUSES)[number];

/** The badges of the specification. */
export const INVESTIGATION_STATUS_LABELS: Readonly<Record<InvestigationStatus, string>> = {
  PENDING: 'Pending',
  IN_PROGRESS: 'In Progress',
  COMPLETED: 'Complete',
};

/** What became of the engine's last run on this workstation; null: it never ran here. */
export const RUN_STATES = ['RUNNING', 'INTERRUPTED', 'CANCELLED', 'FAILED', 'DONE'] as const;

export const VERDICT_WORDS: Readonly<Record<CaseVerdict, string>> = {
  malicious: 'Malicious',
  suspicious: 'Suspicious',
  undetermined: 'Undetermined',
  benign: 'Benign',
};

export const INVESTIGATION_LIMITS = {
  incidentId: 100,
  title: 200,
  description: 4000,
  reason: 1000,
  scopeAlerts: 200,
} as const;

/** In their order; progress is steps done ÷ steps planned. A key is never renamed: the journal holds it. */
export const INVESTIGATION_STEPS = [
  { step: 'subject', label: 'Find the alerts in question' },
  { step: 'entities', label: 'Look up hosts, accounts, addresses and files' },
  { step: 'related', label: 'Collect related alerts' },
  { step: 'history', label: 'Read what the desk decided before' },
  { step: 'records', label: 'Read the imported records' },
  { step: 'timeline', label: 'Reconstruct the timeline' },
  { step: 'indicators', label: 'Extract and check indicators' },
  { step: 'techniques', label: 'Map techniques' },
  { step: 'hypotheses', label: 'Weigh hypotheses' },
  { step: 'verdict', label: 'Reach a verdict' },
  { step: 'record', label: 'Record what was found' },
] as const;
export type InvestigationStep = (typeof INVESTIGATION_STEPS)[number]['step'];

/** Whole percent; 100 only where all is done. */
export function progressOf(done: number, planned: number = INVESTIGATION_STEPS.length): number {
  return planned <= 0 ? 0 : Math.floor((100 * Math.min(done, planned)) / planned);
}

export const REPORT_FORMATS = ['md', 'pdf', 'docx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
