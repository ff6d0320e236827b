/**
 * Closes one alert by itself. Grants the greatest power there is here; its defences: every condition is
 * asked again in the transaction that closes (automation.rules.ts), the decision is made anew in it,
 * the workspace's switch is off until an administrator turns it, the closing is an action of the desk
 * that anyone who may write alerts undoes, it is written in `automation_closings`, and five in a
 * hundred are drawn for a person to look at.
 */
import {
  isDrawnForAudit,
  missingToClose,
} from '../../../shared/areas/assistant/automation.rules.ts';
import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import type { Explanation } from '../../../shared/areas/assistant/explanation.ts';
import { actsWith } from '../../db/own-accord.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { readAlert, readLike } from './auto-close.store.ts';
import {
  addAudit,
  addClosing,
  countAudits,
  countClosedOn,
  findClosing,
  hasOpenSecondLook,
  patternState,
  readPolicy,
} from './automation.store.ts';
import { createFactsReader } from './engine-facts.store.ts';
import { type AlertRow, patternUid, type ScoredAlert, toScored } from './engine-rows.ts';
import { assessNow, type EngineDeps } from './engine-step.ts';

/** Of the alerts area, handed over by the wiring: changes an alert and keeps it among the desk's actions. */
export type CloseAlert = (
  tx: WriteTx,
  id: string,
  patch: Partial<AlertRow>,
  action: { readonly kind: string; readonly note: string },
) => string | null;

export const AUTO_CLOSE_CALLER: Caller = {
  actor: null,
  origin: 'system',
  action: 'alerts.close-automatically',
};

export interface ClosingDeps extends EngineDeps {
  readonly closeAlert: CloseAlert;
}

/** True where it was closed. */
export function closeByItself(tx: WriteTx, alertId: string, deps: ClosingDeps): boolean {
  const policy = readPolicy(tx);
  if (policy.state !== 'ON' || !actsWith(tx, 'alerts.write')) return false;
  const row = readAlert(tx, alertId);
  if (!row) return false;
  const one = toScored(row);
  if (one.keys.pattern === null) return false;
  const uid = patternUid(one.keys.pattern);
  if (patternState(tx, uid) !== 'ON') return false;
  const explanation = assessNow(tx, createFactsReader(tx, deps.tacticsOf), one, { now: tx.now });
  const missing = missingToClose({
    decision: explanation.decision,
    policy: policy.state,
    pattern: patternState(tx, uid),
    audits: countAudits(tx, uid),
    closedToday: countClosedOn(tx, uid, tx.now),
    dailyCap: policy.dailyCap,
    hasOpenSecondLook: hasOpenSecondLook(tx, uid),
    wasClosedBefore: findClosing(tx, row.id) !== undefined,
    alert: {
      status: row.status,
      isHidden: row.suppressedBy !== null || row.deletedAt !== null,
      isEscalated: row.escalated,
      isAssigned: row.assignedTo !== null,
      isTouched: row.firstActionAt !== null,
    },
  });
  if (missing.length > 0) return false;
  return close(tx, one, explanation, uid, deps);
}

function close(
  tx: WriteTx,
  { row }: ScoredAlert,
  explanation: Explanation,
  uid: string,
  { closeAlert }: ClosingDeps,
): boolean {
  const like = readLike(
    tx,
    explanation.similar.map(({ alertId }) => alertId),
  );
  if (!like) return false;
  const note = noteOf(explanation);
  const isFalse = like.status === 'FALSE_POSITIVE';
  const actionId = closeAlert(
    tx,
    row.id,
    {
      status: like.status,
      falsePositive: isFalse,
      verdict: like.verdict,
      reasonCode: like.reasonCode,
      closingNote: note,
      closingEvidence: explanation.similar.map(({ alertId }) => `alert:${alertId}`),
      // Nobody: what is closed without a person is never learned from.
      closedBy: null,
      aiInvestigation: {
        decision: explanation.decision,
        version: explanation.version,
        reasons: [{ text: note }],
      },
      resolvedAt: tx.now,
      firstActionAt: tx.now,
      autoClosedAt: tx.now,
      updatedAt: tx.now,
    },
    { kind: isFalse ? 'alerts.false-positive' : 'alerts.resolve', note },
  );
  addClosing(tx, { id: row.id, patternId: uid, actionId });
  if (isDrawnForAudit(row.id))
    addAudit(tx, {
      ...{ alertId: row.id, patternId: uid, kind: 'RANDOM', decidedAt: tx.now },
      ...{ verdict: null, note: null, auditedBy: null, auditedAt: null },
    });
  return true;
}

function noteOf({ support }: Explanation): string {
  const { closed = 0, days = 0, analysts = [] } = support ?? {};
  const names = analysts.slice(0, 3).map(({ name }) => name);
  const others = analysts.length > names.length ? ' and others' : '';
  return `Closed by Watchfloor (engine ${ENGINE_VERSION}): closed as benign ${closed} times on ${days} days by ${names.join(', ')}${others}.`;
}
