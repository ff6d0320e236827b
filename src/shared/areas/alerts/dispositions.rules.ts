/** Verdicts of closings, their reason codes, and what may be ticked as evidence for them. */
import type { AlertStatus } from './alerts.contract.ts';

export const VERDICTS = [
  'TRUE_POSITIVE',
  'BENIGN_TRUE_POSITIVE',
  'FALSE_POSITIVE',
  'UNDETERMINED',
] as const;
export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  TRUE_POSITIVE: 'True positive',
  BENIGN_TRUE_POSITIVE: 'Benign true positive',
  FALSE_POSITIVE: 'False positive',
  UNDETERMINED: 'Undetermined',
};

export const VERDICT_HINTS: Readonly<Record<Verdict, string>> = {
  TRUE_POSITIVE: 'Malicious, as detected',
  BENIGN_TRUE_POSITIVE: 'Detected correctly, but expected or allowed',
  FALSE_POSITIVE: 'Nothing of the kind happened',
  UNDETERMINED: 'Cannot be told from what is known',
};

/** Which verdicts each closed status can carry. */
const VERDICTS_OF_STATUS: Readonly<Record<AlertStatus, readonly Verdict[]>> = {
  OPEN: [],
  IN_PROGRESS: [],
  RESOLVED: ['TRUE_POSITIVE', 'BENIGN_TRUE_POSITIVE', 'UNDETERMINED'],
  FALSE_POSITIVE: ['FALSE_POSITIVE', 'BENIGN_TRUE_POSITIVE'],
};

export function verdictsOf(status: AlertStatus): readonly Verdict[] {
  return VERDICTS_OF_STATUS[status];
}

/** What a closing says where nobody says more. */
export function impliedVerdict(status: AlertStatus): Verdict | null {
  return status === 'FALSE_POSITIVE' ? 'FALSE_POSITIVE' : null;
}

/** Reason codes by verdict; a code belongs to one verdict only, and is never renamed. */
const REASON_CODES = {
  TRUE_POSITIVE: {
    'malware-on-host': 'Malware on host',
    ransomware: 'Ransomware',
    'phishing-delivered': 'Phishing delivered',
    'credential-compromise': 'Credential compromise',
    'account-takeover': 'Account takeover',
    'password-attack': 'Brute force or password spraying',
    'privilege-escalation': 'Privilege escalation',
    'lateral-movement': 'Lateral movement',
    'command-and-control': 'Command and control',
    'data-exfiltration': 'Data exfiltration',
    'application-exploited': 'Application exploited',
    'insider-misuse': 'Insider misuse',
    'attempt-blocked': 'Attempt, blocked',
  },
  BENIGN_TRUE_POSITIVE: {
    'penetration-test': 'Penetration test or red team',
    'authorised-scan': 'Authorised vulnerability scan',
    'phishing-exercise': 'Phishing exercise',
    'administrator-activity': 'Administrator activity',
    'change-window': 'Change or maintenance window',
    'software-deployment': 'Software deployment or update',
    'backup-or-replication': 'Backup or replication',
    'service-account': 'Expected service account behaviour',
    'security-tool': 'Security tool at work',
    'developer-activity': 'Developer or build activity',
    'travel-or-remote-work': 'Travel or remote work',
    'user-confirmed': 'Confirmed by the user',
    'accepted-exception': 'Accepted exception',
  },
  FALSE_POSITIVE: {
    'rule-too-broad': 'Rule too broad',
    'threshold-too-low': 'Threshold too low',
    'signature-collision': 'Signature matched benign content',
    'stale-indicator': 'Indicator out of date',
    'shared-infrastructure': 'Indicator of shared infrastructure',
    'missing-allow-list': 'Missing from an allow list',
    'baseline-incomplete': 'Baseline incomplete',
    'asset-context-wrong': 'Asset or identity context wrong',
    'parsing-fault': 'Log parsed wrongly',
    'clock-fault': 'Clock or time zone fault',
    'sensor-fault': 'Sensor fault',
    'test-data': 'Test data',
  },
  UNDETERMINED: {
    'telemetry-missing': 'Telemetry missing',
    'logs-expired': 'Logs no longer kept',
    'host-unreachable': 'Host unreachable',
    'host-reimaged': 'Host reimaged before examination',
    'user-unreachable': 'User unreachable',
    'asset-unknown': 'Asset or account unknown',
    'traffic-encrypted': 'Content encrypted',
    'evidence-conflicting': 'Evidence conflicting',
    'evidence-insufficient': 'Evidence insufficient',
    'source-retired': 'Source retired',
    'handled-elsewhere': 'Handled in another record',
    'passed-to-other-team': 'Passed to another team',
  },
} as const satisfies Record<Verdict, Record<string, string>>;

export interface ReasonCode {
  readonly code: string;
  readonly label: string;
  readonly verdict: Verdict;
}

export function reasonsOf(verdict: Verdict): readonly ReasonCode[] {
  return Object.entries(REASON_CODES[verdict]).map(([code, label]) => ({ code, label, verdict }));
}

/** Undefined where there is no such code: a newer version may have written it. */
export function findReason(code: string): ReasonCode | undefined {
  return VERDICTS.flatMap(reasonsOf).find((reason) => reason.code === code);
}

/** Fields of an alert that can support a verdict, `raw` being the record as its source wrote it. */
export const EVIDENCE_FIELDS = {
  title: 'Title',
  description: 'Description',
  severity: 'Severity',
  source: 'Source',
  sourceHost: 'Source host',
  sourceUser: 'Source user',
  sourceIp: 'Source IP',
  destIp: 'Destination IP',
  detector: 'Detector',
  category: 'Category',
  techniques: 'Techniques',
  createdAt: 'Time',
  raw: 'Raw record',
} as const;
export type EvidenceField = keyof typeof EVIDENCE_FIELDS;

export const EVIDENCE_TICKS_MAX = 50;
const EVIDENCE_RECORD =
  /^(alert|comment|evidence|indicator|investigation):[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

export function isEvidenceTick(value: string): boolean {
  return Object.hasOwn(EVIDENCE_FIELDS, value) || EVIDENCE_RECORD.test(value);
}

/** What a closing must say, by the workspace's setting. */
export interface RequiredFields {
  readonly verdict: boolean;
  readonly reasonCode: boolean;
  readonly note: boolean;
  readonly evidence: boolean;
}
export type DispositionField = keyof RequiredFields;

export const DISPOSITION_LABELS: Readonly<Record<DispositionField, string>> = {
  verdict: 'Verdict',
  reasonCode: 'Reason code',
  note: 'Note',
  evidence: 'Evidence',
};

export interface Disposition {
  readonly verdict: Verdict | null;
  readonly reasonCode: string | null;
  readonly note: string | null;
  readonly evidence: readonly string[];
}

/** What a disposition lacks of what is required, in the order of the form. */
export function missingFields(
  required: RequiredFields,
  { verdict, reasonCode, note, evidence }: Disposition,
): DispositionField[] {
  const isGiven: Readonly<Record<DispositionField, boolean>> = {
    verdict: verdict !== null,
    reasonCode: reasonCode !== null,
    note: note !== null && note !== '',
    evidence: evidence.length > 0,
  };
  const fields = Object.keys(DISPOSITION_LABELS) as DispositionField[];
  return fields.filter((field) => required[field] && !isGiven[field]);
}

export function missingMessage(field: DispositionField): string {
  return `${DISPOSITION_LABELS[field]} is required to close an alert`;
}

/** Whether closing into a status needs to ask: one key closes where nothing that is missing is required. */
export function mustAsk(required: RequiredFields, status: AlertStatus): boolean {
  const verdict = impliedVerdict(status);
  return (
    missingFields(required, { verdict, reasonCode: null, note: null, evidence: [] }).length > 0
  );
}
