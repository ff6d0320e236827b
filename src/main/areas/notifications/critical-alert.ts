import { MINUTE_MS } from '../../../shared/kernel/time.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import type { AlertRow } from '../alerts/alert-rows.ts';
import { countSince, findGroup, growGroup, insertNotification } from './notifications.store.ts';

/** So many within a minute are told one by one; those after them by one that counts. */
const SINGLE_AT_ONCE = 5;
const GROUP_KEY = 'critical-alerts';
export const CRITICAL_ALERTS_LINK = '/alerts?severity=CRITICAL&status=OPEN,IN_PROGRESS';

type ToldAlert = Pick<
  AlertRow,
  'id' | 'title' | 'severity' | 'sourceHost' | 'sourceUser' | 'suppressedBy'
>;

/** Where an alert happened and to whom, as far as its source said: `FS-01, svc-backup`. */
function placeOf(alert: ToldAlert): string | null {
  return [alert.sourceHost, alert.sourceUser].filter(Boolean).join(', ') || null;
}

export const titleOfCritical = (title: string): string => `New critical alert: ${title}`;

/** Tells everybody of a critical alert in the transaction that stores it; others, and hidden ones, are not told of. */
export function tellOfAlert(tx: WriteTx, alert: ToldAlert, newId: NewId): void {
  if (alert.severity !== 'CRITICAL' || alert.suppressedBy !== null) return;
  const since = tx.now - MINUTE_MS;
  const single = { title: titleOfCritical(alert.title), body: placeOf(alert) };
  if (countSince(tx, 'critical-alert', since) < SINGLE_AT_ONCE) {
    const link = `/alerts?alert=${alert.id}`;
    insertNotification(tx, { ...single, id: newId(), account: null, kind: 'critical-alert', link });
    return;
  }
  const group = findGroup(tx, GROUP_KEY, since);
  if (group) {
    growGroup(tx, group.id, groupMessage(group.count + 1, alert));
    return;
  }
  insertNotification(tx, {
    ...groupMessage(1, alert),
    id: newId(),
    account: null,
    kind: 'critical-alert',
    link: CRITICAL_ALERTS_LINK,
    groupKey: GROUP_KEY,
  });
}

function groupMessage(count: number, latest: ToldAlert) {
  const title = `${count.toLocaleString('en')} more critical ${count === 1 ? 'alert' : 'alerts'}`;
  return { title, body: `Latest: ${latest.title}` };
}
