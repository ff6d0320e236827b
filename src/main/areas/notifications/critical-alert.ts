import { MINUTE_MS } from '../../../shared/kernel/time.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { criticalAmong, type ToldAlert } from './import-notice.store.ts';
import { countSince, findGroup, growGroup, insertNotification } from './notifications.store.ts';

/** So many within a minute are told one by one; those after them by one that counts. */
const SINGLE_AT_ONCE = 5;
const GROUP_KEY = 'critical-alerts';
export const CRITICAL_ALERTS_LINK = '/alerts?severity=CRITICAL&status=OPEN,IN_PROGRESS';

/** Where an alert happened and to whom, as far as its source said: `FS-01, svc-backup`. */
function placeOf(alert: ToldAlert): string | null {
  return [alert.sourceHost, alert.sourceUser].filter(Boolean).join(', ') || null;
}

export const titleOfCritical = (title: string): string => `New critical alert: ${title}`;

/** What a batch of a connector or receiver brought, told in its transaction: as if they had come one by one. */
export function tellOfAlerts(tx: WriteTx, ids: readonly string[], newId: NewId): void {
  const alerts = criticalAmong(tx, ids);
  const room = SINGLE_AT_ONCE - countSince(tx, 'critical-alert', tx.now - MINUTE_MS);
  const singles = alerts.slice(0, Math.max(0, room));
  for (const alert of singles) tellOfAlert(tx, alert, newId);
  const rest = alerts.slice(singles.length);
  const latest = rest.at(-1);
  if (latest) growOrBegin(tx, { latest, by: rest.length }, newId);
}

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
  growOrBegin(tx, { latest: alert, by: 1 }, newId);
}

function growOrBegin(
  tx: WriteTx,
  { latest, by }: { readonly latest: ToldAlert; readonly by: number },
  newId: NewId,
): void {
  const group = findGroup(tx, GROUP_KEY, tx.now - MINUTE_MS);
  if (group) {
    growGroup(tx, group.id, { ...groupMessage(group.count + by, latest), by });
    return;
  }
  insertNotification(tx, {
    ...groupMessage(by, latest),
    id: newId(),
    account: null,
    kind: 'critical-alert',
    link: CRITICAL_ALERTS_LINK,
    groupKey: GROUP_KEY,
    groupCount: by,
  });
}

function groupMessage(count: number, latest: ToldAlert) {
  const title = `${count.toLocaleString('en')} more critical ${count === 1 ? 'alert' : 'alerts'}`;
  return { title, body: `Latest: ${latest.title}` };
}
