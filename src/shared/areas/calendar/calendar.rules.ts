/** What has a day in this workspace by which something is due. */

export const CALENDAR_KINDS = [
  'evidence-expiry',
  'collection',
  'control-assessment',
  'control-test',
  'control-exception',
  'suppression',
  'audit-start',
  'audit-end',
  'audit-report',
  'audit-request',
  'finding',
  'finding-acceptance',
  'risk-target',
  'risk-task',
  'risk-review',
  'risk-acceptance',
  'policy-review',
  'policy-effective',
  'attestation',
  'vendor-review',
  'vendor-contract',
  'vendor-document',
  'vendor-assessment',
  'vendor-reassessment',
] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** As the legend and the filter call them. */
export const CALENDAR_GROUPS = [
  'Evidence',
  'Controls',
  'Alerts',
  'Audits',
  'Risks',
  'Policies',
  'Vendors',
] as const;
export type CalendarGroup = (typeof CALENDAR_GROUPS)[number];

interface KindWords {
  readonly group: CalendarGroup;
  /** In front of the record's title. */
  readonly label: string;
  readonly link: (id: string) => string;
}

const controlLink = (id: string) => `/compliance?tab=controls&control=${id}`;
const auditLink = (id: string) => `/audits?audit=${id}`;
const findingLink = (id: string) => `/audits?tab=findings&finding=${id}`;
const riskLink = (id: string) => `/risk?risk=${id}`;
const policyLink = (id: string) => `/policies?policy=${id}`;
const vendorLink = (id: string) => `/vendors?vendor=${id}`;

export const CALENDAR_WORDS: Readonly<Record<CalendarKind, KindWords>> = {
  'evidence-expiry': {
    group: 'Evidence',
    label: 'Evidence expires',
    link: (id) => `/evidence?evidence=${id}`,
  },
  collection: {
    group: 'Evidence',
    label: 'Collect evidence',
    link: (id) => `/evidence?tab=schedule&task=${id}`,
  },
  'control-assessment': { group: 'Controls', label: 'Assess control', link: controlLink },
  'control-test': { group: 'Controls', label: 'Test control', link: controlLink },
  suppression: {
    group: 'Alerts',
    label: 'Suppression ends',
    link: (id) => `/suppressions?rule=${id}`,
  },
  'control-exception': { group: 'Controls', label: 'Exception ends', link: controlLink },
  'audit-start': { group: 'Audits', label: 'Audit starts', link: auditLink },
  'audit-end': { group: 'Audits', label: 'Audit ends', link: auditLink },
  'audit-report': { group: 'Audits', label: 'Audit report due', link: auditLink },
  'audit-request': {
    group: 'Audits',
    label: 'Audit request due',
    link: (id) => `/audits?tab=tracking&request=${id}`,
  },
  finding: { group: 'Audits', label: 'Remediate finding', link: findingLink },
  'finding-acceptance': { group: 'Audits', label: 'Accepted finding ends', link: findingLink },
  'risk-target': { group: 'Risks', label: 'Treat risk', link: riskLink },
  'risk-task': { group: 'Risks', label: 'Treatment task', link: riskLink },
  'risk-review': { group: 'Risks', label: 'Review risk', link: riskLink },
  'risk-acceptance': { group: 'Risks', label: 'Risk acceptance ends', link: riskLink },
  'policy-review': { group: 'Policies', label: 'Review policy', link: policyLink },
  'policy-effective': { group: 'Policies', label: 'Policy takes effect', link: policyLink },
  attestation: { group: 'Policies', label: 'Attest to policy', link: policyLink },
  'vendor-review': { group: 'Vendors', label: 'Review vendor', link: vendorLink },
  'vendor-contract': { group: 'Vendors', label: 'Contract expires', link: vendorLink },
  'vendor-document': { group: 'Vendors', label: 'Vendor document expires', link: vendorLink },
  'vendor-assessment': { group: 'Vendors', label: 'Vendor answers due', link: vendorLink },
  'vendor-reassessment': { group: 'Vendors', label: 'Reassess vendor', link: vendorLink },
};

export function kindsOfGroup(group: CalendarGroup): CalendarKind[] {
  return CALENDAR_KINDS.filter((kind) => CALENDAR_WORDS[kind].group === group);
}

/** Its address; what belongs to a record has an id of two parts, the record's first: `<risk>/<task>`. */
export function calendarLink(kind: CalendarKind, id: string): string {
  return CALENDAR_WORDS[kind].link(encodeURIComponent(id.split('/')[0] ?? id));
}
