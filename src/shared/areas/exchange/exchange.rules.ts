/** Formats that leave, by what they may be about; names as people know them. */
export const EXPORT_FORMATS = [
  ...(['stix', 'misp', 'ocsf', 'ecs', 'timesketch', 'navigator', 'veris'] as const),
  ...(['ndjson', 'csv', 'package'] as const),
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type SubjectType = 'alerts' | 'incident' | 'investigation' | 'indicators';

const ALERT_FORMATS: readonly ExportFormat[] = ['ocsf', 'ecs', 'timesketch', 'navigator'];

export const FORMATS_OF: Readonly<Record<SubjectType, readonly ExportFormat[]>> = {
  alerts: ['ndjson', 'csv', ...ALERT_FORMATS],
  incident: ['stix', 'misp', 'veris', ...ALERT_FORMATS],
  investigation: ['package', 'stix', 'misp', 'veris', ...ALERT_FORMATS],
  indicators: ['stix', 'misp'],
};

interface FormatWords {
  readonly label: string;
  readonly note: string;
}

export const FORMAT_WORDS: Readonly<Record<ExportFormat, FormatWords>> = {
  package: { label: 'Watchfloor package', note: 'The whole case, for another Watchfloor' },
  stix: { label: 'STIX 2.1', note: 'One bundle, JSON' },
  misp: { label: 'MISP event', note: 'JSON, with attributes and sightings' },
  ocsf: { label: 'OCSF 1.7.0', note: 'Detection Findings, a line each' },
  ecs: { label: 'ECS 8.17', note: 'Elastic Common Schema, a line each' },
  timesketch: { label: 'Timesketch', note: 'JSON lines for a timeline' },
  navigator: { label: 'ATT&CK Navigator layer', note: 'Techniques and how many alerts name them' },
  veris: { label: 'VERIS', note: 'The incident in the vocabulary, JSON' },
  ndjson: { label: 'NDJSON', note: 'Imports again without loss' },
  csv: { label: 'CSV', note: 'For spreadsheets' },
};

export const RECEIPT_STATES = ['RUNNING', 'READY', 'DONE', 'CANCELLED', 'FAILED'] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** A file that was made stays so long, ms. */
export const FILE_KEPT_MS = 24 * 3_600_000;
export const PASSWORD_MIN = 12;
/** Of a file of intelligence; a package may have more. */
export const INTEL_MAX_BYTES = 64 * 1024 * 1024;
/** Of a package, packed: what a case with its evidence may come to. */
export const PACKAGE_MAX_BYTES = 20 * 1024 ** 3;
