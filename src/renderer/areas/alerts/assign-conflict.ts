import type { Alert, HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { RecordConflict } from '../../../shared/contract/revision.ts';

interface Assignment {
  /** Whose the alert was when the dialog opened, and whose it is now. */
  readonly begun: string | null;
  readonly now: string | null;
  readonly chosen: string | null;
}

/** Whether assigning would take back what somebody else decided since. */
export function isContested({ begun, now, chosen }: Assignment): boolean {
  return now !== begun && now !== chosen;
}

/** Both decisions, the other one with who took it and when. */
export function assignConflict(
  alert: Pick<Alert, 'assignedTo' | 'updatedAt'>,
  history: readonly HistoryEntry[],
  chosen: string | null,
): RecordConflict {
  const entry = history.find(({ changes }) =>
    changes.some(({ field, to }) => field === 'assignedTo' && (to ?? null) === alert.assignedTo),
  );
  const told = { by: entry?.actorName ?? 'Somebody', at: entry?.at ?? alert.updatedAt };
  const field = { field: 'assignedTo', value: alert.assignedTo, yours: chosen, ...told };
  return { revision: alert.updatedAt, fields: [field] };
}
