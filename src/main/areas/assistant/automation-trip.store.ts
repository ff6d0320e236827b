/**
 * The trip wires. One error that a person confirmed ends automation of its pattern, and its audits begin
 * anew; the second since automation was switched on ends all of it. Nothing comes back by itself.
 */
import { ERRORS_TO_TRIP_POLICY } from '../../../shared/areas/assistant/automation.rules.ts';
import { automationTripsTable } from '../../db/tables/automation.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { newUuid } from '../../platform/ids.ts';
import { findPattern, readPolicy, savePattern, savePolicy } from './automation.store.ts';

export type Tripped = 'NOTHING' | 'PATTERN' | 'POLICY';

/** Of the notifications area, handed over by the wiring. */
export type TellOfTrip = (
  tx: WriteTx,
  told: { readonly title: string; readonly body: string; readonly link: string },
) => void;

export interface ConfirmedError {
  readonly patternUid: string;
  readonly alertId: string;
  /** In words, for the list of trips. */
  readonly reason: string;
  readonly confirmedBy: string | null;
}

export function tripBy(tx: WriteTx, error: ConfirmedError, tell: TellOfTrip): Tripped {
  const { patternUid, alertId, reason, confirmedBy } = error;
  const pattern = findPattern(tx, patternUid) ?? { uid: patternUid, key: '', label: 'A pattern' };
  const row = { alertId, reason, confirmedBy, at: tx.now };
  tx.insert(automationTripsTable, { id: newUuid(), patternId: patternUid, ...row });
  savePattern(tx, pattern, { state: 'TRIPPED', reason, by: confirmedBy, isAnew: true });
  const policy = readPolicy(tx);
  const isAll =
    policy.state === 'ON' && countErrorsSince(tx, policy.onSince) >= ERRORS_TO_TRIP_POLICY;
  if (isAll) {
    tx.insert(automationTripsTable, { id: newUuid(), patternId: null, ...row });
    savePolicy(tx, { ...policy, state: 'TRIPPED', reason, changedBy: null });
  }
  tell(tx, {
    title: isAll ? 'Automation is switched off' : `Automation of a pattern is switched off`,
    body: isAll
      ? `${ERRORS_TO_TRIP_POLICY} errors were confirmed: nothing is closed by itself any more.`
      : `${pattern.label}: an error was confirmed.`,
    link: '/automation?tab=trips',
  });
  return isAll ? 'POLICY' : 'PATTERN';
}

function countErrorsSince(tx: WriteTx, at: number): number {
  const row = tx.get<{ n: number }>(
    `SELECT count(*) AS n FROM automation_trips INDEXED BY automation_trips_newest
     WHERE at >= ? AND pattern_id IS NOT NULL AND deleted_at IS NULL`,
    at,
  );
  return row?.n ?? 0;
}
