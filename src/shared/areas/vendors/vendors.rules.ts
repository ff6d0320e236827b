/** What a vendor may be, which steps it may take, and when its review is due. */
import { addDays, addMonths, type Day } from '../../kernel/day.ts';
import type { Severity } from '../../kernel/severity.ts';

export const VENDOR_CATEGORIES = ['SOFTWARE', 'CLOUD', 'CONSULTING', 'HARDWARE'] as const;
export type VendorCategory = (typeof VENDOR_CATEGORIES)[number];
export const VENDOR_CATEGORY_LABELS: Record<VendorCategory, string> = {
  SOFTWARE: 'Software',
  CLOUD: 'Cloud',
  CONSULTING: 'Consulting',
  HARDWARE: 'Hardware',
};

export const VENDOR_STATUSES = ['ACTIVE', 'UNDER_REVIEW', 'SUSPENDED', 'TERMINATED'] as const;
export type VendorStatus = (typeof VENDOR_STATUSES)[number];
export const VENDOR_STATUS_LABELS: Record<VendorStatus, string> = {
  ACTIVE: 'Active',
  UNDER_REVIEW: 'Under Review',
  SUSPENDED: 'Suspended',
  TERMINATED: 'Terminated',
};
/** Those we still deal with. */
export const VENDOR_CURRENT_STATUSES = VENDOR_STATUSES.filter((one) => one !== 'TERMINATED');

/** Decisions, section 5: what 'High Risk' counts. */
export const HIGH_RISK_TIERS = ['HIGH', 'CRITICAL'] as const satisfies readonly Severity[];

export interface VendorTransition {
  readonly from: VendorStatus;
  readonly to: VendorStatus;
  readonly action: string;
  readonly label: string;
  readonly needsReason: boolean;
}

const step = (
  from: VendorStatus,
  to: VendorStatus,
  action: string,
  label: string,
  needsReason = false,
): VendorTransition => ({ from, to, action, label, needsReason });

/** Every step there is; TERMINATED is the end. */
export const VENDOR_TRANSITIONS: readonly VendorTransition[] = [
  step('ACTIVE', 'UNDER_REVIEW', 'review', 'Review'),
  step('ACTIVE', 'SUSPENDED', 'suspend', 'Suspend', true),
  step('ACTIVE', 'TERMINATED', 'terminate', 'Terminate', true),
  step('UNDER_REVIEW', 'ACTIVE', 'complete-review', 'Complete review'),
  step('UNDER_REVIEW', 'SUSPENDED', 'suspend', 'Suspend', true),
  step('UNDER_REVIEW', 'TERMINATED', 'terminate', 'Terminate', true),
  step('SUSPENDED', 'ACTIVE', 'reinstate', 'Reinstate', true),
  step('SUSPENDED', 'UNDER_REVIEW', 'review', 'Review'),
  step('SUSPENDED', 'TERMINATED', 'terminate', 'Terminate', true),
];

export const vendorTransitionsFrom = (status: VendorStatus): readonly VendorTransition[] =>
  VENDOR_TRANSITIONS.filter(({ from }) => from === status);

/** Months from one review to the next, by tier. */
export const REVIEW_MONTHS: Record<Severity, number> = {
  CRITICAL: 6,
  HIGH: 12,
  MEDIUM: 18,
  LOW: 24,
};

export const nextReviewAfter = (last: Day, tier: Severity): Day =>
  addMonths(last, REVIEW_MONTHS[tier]);

/** Specification, section 9: the window of Due Reviews; both its ends count. */
const DUE_REVIEW_DAYS = 30;
/** A contract that ends within these days can still be renegotiated, or given notice of. */
export const CONTRACT_DAYS = 90;
/** Documents that expire within these days are asked for again. */
export const DOCUMENT_DAYS = 30;

/**
 * Where a next review lies: `overdue` before today; `due` from today for 30 days; `month`, `quarter`
 * and `later` part what is not overdue by calendar months (the rest of this one, the three after it,
 * and beyond); `none` has no date.
 */
export const REVIEW_WINDOWS = ['overdue', 'due', 'month', 'quarter', 'later', 'none'] as const;
export type ReviewWindow = (typeof REVIEW_WINDOWS)[number];
export const MATRIX_WINDOWS = ['overdue', 'month', 'quarter', 'later', 'none'] as const;
export type MatrixWindow = (typeof MATRIX_WINDOWS)[number];
export const REVIEW_WINDOW_LABELS: Record<ReviewWindow, string> = {
  overdue: 'Overdue',
  due: 'Due within 30 days',
  month: 'This month',
  quarter: 'Next 3 months',
  later: 'Later',
  none: 'No date',
};

/** First and last day of a window, both counted; null where that side is open. */
export interface DayRange {
  readonly from: Day | null;
  readonly to: Day | null;
}

/** The last day of the month `months` after that of `day`. */
function endOfMonth(day: Day, months = 0): Day {
  const first = `${day.slice(0, 8)}01`;
  return addDays(addMonths(first, months + 1), -1);
}

/** Null for `none`, which is no range of days. */
export function reviewRange(window: ReviewWindow, today: Day): DayRange | null {
  switch (window) {
    case 'overdue':
      return { from: null, to: addDays(today, -1) };
    case 'due':
      return { from: today, to: addDays(today, DUE_REVIEW_DAYS) };
    case 'month':
      return { from: today, to: endOfMonth(today) };
    case 'quarter':
      return { from: addDays(endOfMonth(today), 1), to: endOfMonth(today, 3) };
    case 'later':
      return { from: addDays(endOfMonth(today, 3), 1), to: null };
    case 'none':
      return null;
  }
}

export const CONTRACT_WINDOWS = ['expiring', 'expired'] as const;
export type ContractWindow = (typeof CONTRACT_WINDOWS)[number];

export function contractRange(window: ContractWindow, today: Day): DayRange {
  return window === 'expired'
    ? { from: null, to: addDays(today, -1) }
    : { from: today, to: addDays(today, CONTRACT_DAYS) };
}

/** What a day that something ends on means today; its last day still holds. */
export type ExpiryState = 'none' | 'valid' | 'expiring' | 'expired';

export function expiryState(day: Day | null, today: Day, days: number): ExpiryState {
  if (day === null) return 'none';
  if (day < today) return 'expired';
  return day <= addDays(today, days) ? 'expiring' : 'valid';
}

export type DueState = 'none' | 'overdue' | 'due' | 'later';

export function dueState(next: Day | null, today: Day): DueState {
  if (next === null) return 'none';
  if (next < today) return 'overdue';
  return next <= addDays(today, DUE_REVIEW_DAYS) ? 'due' : 'later';
}

export const VENDOR_DOCUMENT_KINDS = [
  'CONTRACT',
  'CERTIFICATE',
  'DPA',
  'REPORT',
  'INSURANCE',
] as const;
export type VendorDocumentKind = (typeof VENDOR_DOCUMENT_KINDS)[number];
export const VENDOR_DOCUMENT_LABELS: Record<VendorDocumentKind, string> = {
  CONTRACT: 'Contract',
  CERTIFICATE: 'Certificate',
  DPA: 'Data processing agreement',
  REPORT: 'Assurance report',
  INSURANCE: 'Insurance',
};

/** A name as it is compared: what differs in case and white space only is the same. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
