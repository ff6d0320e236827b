/** What the engine needs of the desk to close an alert and to give it back, in the core and in its jobs. */
import { actionSummary, alertChange } from '../areas/alerts/alert-changes.ts';
import { changeAlertRow } from '../areas/alerts/alerts.store.ts';
import { decideUpdate, NOTHING_REQUIRED } from '../areas/alerts/dispositions.ts';
import type { CloseAlert } from '../areas/assistant/auto-close.ts';
import type { ReopenAlert } from '../areas/assistant/automation.service.ts';
import type { TellOfTrip } from '../areas/assistant/automation-trip.store.ts';
import { insertNotification } from '../areas/notifications/notifications.store.ts';
import { recordAction } from '../db/action-log.ts';
import { newUuid } from '../platform/ids.ts';

export const closeAlert: CloseAlert = (tx, id, patch, { kind, note }) => {
  const changed = changeAlertRow(tx, id, () => patch);
  const change = changed && alertChange(changed.before, changed.after);
  if (!change) return null;
  const actionId = newUuid();
  const summary = actionSummary(kind, changed.after.title);
  recordAction(tx, { id: actionId, kind, actor: null, summary, note }, [change]);
  return actionId;
};

/** As a person who reopens it at the desk. */
export const reopenAlert: ReopenAlert = (tx, id, { actor, reason }) => {
  const changed = changeAlertRow(tx, id, (before, now) =>
    decideUpdate(before, { status: 'OPEN', reason }, { now, actor, required: NOTHING_REQUIRED }),
  );
  const change = changed && alertChange(changed.before, changed.after);
  if (!change) return;
  const kind = 'alerts.reopen';
  const summary = actionSummary(kind, changed.after.title);
  recordAction(tx, { id: newUuid(), kind, actor, summary, note: reason }, [change]);
};

/** Everybody is told that automation was switched off. */
export const tellOfTrip: TellOfTrip = (tx, told) =>
  insertNotification(tx, { ...told, id: newUuid(), account: null, kind: 'other' });
