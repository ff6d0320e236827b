import type { AuditStatus, RequestStatus } from '../../../shared/areas/audits/audits.rules.ts';
import type { FindingStatus } from '../../../shared/areas/audits/findings.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const AUDIT_TONES: Record<AuditStatus, BadgeTone> = {
  PLANNED: 'neutral',
  IN_PROGRESS: 'accent',
  COMPLETED: 'ok',
  FAILED: 'bad',
};

export const REQUEST_TONES: Record<RequestStatus, BadgeTone> = {
  OPEN: 'neutral',
  PROVIDED: 'accent',
  ACCEPTED: 'ok',
  RETURNED: 'warn',
};

export const FINDING_TONES: Record<FindingStatus, BadgeTone> = {
  OPEN: 'neutral',
  REMEDIATION: 'accent',
  RETEST: 'accent',
  CLOSED: 'ok',
  ACCEPTED: 'warn',
};

const ACTIONS: Readonly<Record<string, string>> = {
  'audits.schedule': 'scheduled it',
  'audits.start': 'started it',
  'audits.complete': 'completed it',
  'audits.fail': 'marked it failed',
  'audits.update': 'changed it',
  'audits.record': 'recorded what was found',
  'audits.prepare': 'started preparation',
  'audits.request': 'asked for it',
  'audits.generateRequests': 'asked for it by the scope',
  'audits.importRequests': 'imported it',
  'audits.updateRequest': 'changed it',
  'audits.attachEvidence': 'attached evidence',
  'audits.detachEvidence': 'took evidence off',
  'audits.provideRequest': 'provided it',
  'audits.acceptRequest': 'accepted it',
  'audits.returnRequest': 'returned it',
  'audits.recordResult': 'recorded it as an exception',
  'findings.create': 'recorded it',
  'findings.update': 'changed it',
  'findings.plan': 'planned its remediation',
  'findings.remediate': 'reported it as remediated',
  'findings.close': 'retested and closed it',
  'findings.failRetest': 'retested it: it still fails',
  'findings.accept': 'accepted its risk',
  'findings.reopen': 'opened it again',
  'findings.attachEvidence': 'linked evidence',
  'findings.detachEvidence': 'took evidence off',
};

export function actionText(action: string): string {
  return ACTIONS[action] ?? action;
}

export function countText(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString()} ${n === 1 ? one : many}`;
}

/** '2026-11-20' as it is, a time as its day, nothing as a dash. */
export function dayText(value: string | null): string {
  return value === null ? '—' : value.slice(0, 10);
}

export function periodText(first: string | null, last: string | null): string {
  if (first === null && last === null) return 'No period set';
  return `${dayText(first)} to ${dayText(last)}`;
}
