/** What is said of each sort of thing that is due, and where it is. */
import type { NotificationKind } from '../../../shared/areas/notifications/notifications.contract.ts';
import type { DueThing } from './due.store.ts';

export type Sort = 'expiring' | 'expired' | Exclude<DueThing, 'evidence'>;

export interface SortWords {
  readonly kind: NotificationKind;
  /** Where all of them are. */
  readonly link: string;
  /** Where one of them is; that of all where its screen cannot open one. */
  readonly linkOne?: (id: string) => string;
  readonly one: (days: number) => string;
  readonly many: string;
}

const inDays = (days: number) =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;

const evidenceLink = (id: string) => `/evidence?evidence=${id}`;

/** What belongs to a record has its id in front. */
const recordOf = (id: string) => id.split('/')[0] ?? id;
const controlOfPair = (id: string) => `/compliance?tab=controls&control=${recordOf(id)}`;
const riskLink = (id: string) => `/risk?risk=${recordOf(id)}`;
const policyLink = (id: string) => `/policies?policy=${recordOf(id)}`;
const vendorLink = (id: string) => `/vendors?vendor=${recordOf(id)}`;
/** Of what has come or lies ahead: 'is due', 'is due in 7 days'. */
const isDue = (days: number) => (days > 0 ? `is due ${inDays(days)}` : 'is due');

export const DUE_WORDS: Record<Sort, SortWords> = {
  expiring: {
    kind: 'evidence-expiring',
    link: '/evidence',
    linkOne: evidenceLink,
    one: (days) => `Evidence expires ${inDays(days)}`,
    many: 'pieces of evidence expire within 30 days',
  },
  expired: {
    kind: 'evidence-expired',
    link: '/evidence?validity=expired',
    linkOne: evidenceLink,
    one: () => 'Evidence has expired',
    many: 'pieces of evidence have expired',
  },
  collection: {
    kind: 'review-due',
    link: '/evidence?tab=schedule',
    linkOne: (id) => `/evidence?tab=schedule&task=${id}`,
    one: (days) =>
      days < 0
        ? 'Evidence to be collected is overdue'
        : `Evidence is to be collected ${inDays(days)}`,
    many: 'collections of evidence are due within 30 days',
  },
  finding: {
    kind: 'review-due',
    link: '/audits?tab=findings&state=overdue',
    linkOne: (id) => `/audits?tab=findings&finding=${id}`,
    one: () => "A finding's due day has come",
    many: 'due days of findings have come',
  },
  'audit-request': {
    kind: 'review-due',
    link: '/audits?tab=tracking&view=overdue',
    linkOne: (id) => `/audits?tab=tracking&request=${id}`,
    one: () => 'Evidence that an audit asks for is due',
    many: 'requests of audits are due',
  },
  policy: {
    kind: 'review-due',
    link: '/policies?outdated=1',
    linkOne: policyLink,
    one: (days) => `A policy's review ${isDue(days)}`,
    many: 'reviews of policies are due within 30 days',
  },
  vendor: {
    kind: 'review-due',
    link: '/vendors?due=1',
    linkOne: vendorLink,
    one: (days) => `A vendor's review ${isDue(days)}`,
    many: 'reviews of vendors are due within 30 days',
  },
  control: {
    kind: 'review-due',
    link: '/compliance?tab=controls&due=overdue',
    linkOne: (id) => `/compliance?tab=controls&control=${id}`,
    one: () => "A control's assessment is due",
    many: 'assessments of controls are due',
  },
  'control-test': {
    kind: 'review-due',
    link: '/compliance?tab=controls',
    linkOne: controlOfPair,
    one: () => 'A test of a control is due',
    many: 'tests of controls are due',
  },
  exception: {
    kind: 'review-due',
    link: '/compliance?tab=controls',
    linkOne: controlOfPair,
    one: () => "A control's exception expires within 7 days",
    many: 'exceptions of controls expire within 7 days',
  },
  suppression: {
    kind: 'review-due',
    link: '/suppressions?state=EXPIRING',
    linkOne: (id) => `/suppressions?rule=${id}`,
    one: (days) =>
      days < 0
        ? 'Your suppression rule has expired'
        : `Your suppression rule expires ${inDays(days)}`,
    many: 'of your suppression rules expire within 7 days',
  },
  risk: {
    kind: 'review-due',
    link: '/risk',
    linkOne: riskLink,
    one: () => "A risk's target date has come",
    many: 'target dates of risks have come',
  },
  'risk-task': {
    kind: 'review-due',
    link: '/risk?tab=treatment',
    linkOne: riskLink,
    one: (days) => `A treatment task ${isDue(days)}`,
    many: 'treatment tasks are due within 7 days',
  },
  'risk-review': {
    kind: 'review-due',
    link: '/risk?tab=treatment',
    linkOne: riskLink,
    one: (days) => `A risk's review ${isDue(days)}`,
    many: 'reviews of risks are due within 7 days',
  },
  'risk-acceptance': {
    kind: 'review-due',
    link: '/risk?status=ACCEPTED',
    linkOne: riskLink,
    one: (days) =>
      days < 0 ? "A risk's acceptance has ended" : `A risk's acceptance ends ${inDays(days)}`,
    many: 'acceptances of risks end within 30 days',
  },
  attestation: {
    kind: 'review-due',
    link: '/policies?tab=attestations',
    linkOne: policyLink,
    one: (days) => `Your attestation to a policy ${isDue(days)}`,
    many: 'of your attestations to policies are due within 7 days',
  },
  contract: {
    kind: 'review-due',
    link: '/vendors',
    linkOne: vendorLink,
    one: (days) =>
      days < 0 ? "A vendor's contract has expired" : `A vendor's contract expires ${inDays(days)}`,
    many: 'contracts of vendors expire within 30 days',
  },
  'vendor-document': {
    kind: 'review-due',
    link: '/vendors',
    linkOne: vendorLink,
    one: (days) =>
      days < 0 ? "A vendor's document has expired" : `A vendor's document expires ${inDays(days)}`,
    many: 'documents of vendors expire within 30 days',
  },
  'vendor-assessment': {
    kind: 'review-due',
    link: '/vendors?tab=assessments',
    linkOne: vendorLink,
    one: () => "A vendor's answers are due",
    many: 'answers of vendors are due',
  },
  reassessment: {
    kind: 'review-due',
    link: '/vendors?tab=reassessments',
    linkOne: vendorLink,
    one: () => 'The reassessment of a vendor is due',
    many: 'reassessments of vendors are due',
  },
};
