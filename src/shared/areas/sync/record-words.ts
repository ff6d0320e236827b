/** What tables and fields are called where a record is spoken of: conflicts, refusals, notifications. */
const TABLE_WORDS: Readonly<Record<string, string>> = {
  alerts: 'Alert',
  incident_records: 'Incident',
  controls: 'Control',
  compliance_frameworks: 'Framework',
  risks: 'Risk',
  policies: 'Policy',
  evidence: 'Evidence',
  vendors: 'Vendor',
  findings: 'Finding',
  audits: 'Audit',
  forensic_investigations: 'Investigation',
  indicators: 'Indicator',
  users: 'Account',
  workspace_settings: 'Settings',
};

/** Where the page has another word for it than its name. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  'alerts.closingNote': 'Note',
  'alerts.sourceIp': 'Source address',
  'alerts.destIp': 'Destination address',
  'risks.residualBasis': 'Residual from',
  'risks.residualReason': 'Reason for the residual',
  'risks.reviewMonths': 'Review cadence',
  'risks.acceptedReason': 'Why it is accepted',
  'risks.expiresOn': 'Accepted until',
  'risks.transferReason': 'Why it is transferred',
  'vendor_documents.expiresOn': 'Expires',
  'vendor_subprocessors.linkedVendorId': 'Registered vendor',
  'vendors.complianceCertifications': 'Certifications',
};

export function tableText(table: string): string {
  const named = Object.hasOwn(TABLE_WORDS, table) ? TABLE_WORDS[table] : undefined;
  if (named !== undefined) return named;
  const words = table.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `assignedTo` and `assigned_to` → `Assigned to`; `controlId` → `Control`. */
export function fieldText(table: string, field: string): string {
  const key = `${table}.${field}`;
  const named = Object.hasOwn(FIELD_WORDS, key) ? FIELD_WORDS[key] : undefined;
  if (named !== undefined) return named;
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/(?!^) id$/, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
