/** Alerts that rules made here of an investigation that was restricted elsewhere meanwhile. */
import { withdrawAlerts } from '../areas/alerts/alert-withdrawal.store.ts';
import {
  forgetWordsOf,
  ruleAlertsOf,
  standingAlertsOfFew,
} from '../areas/forensics/restricted/rule-alerts.store.ts';
import type { Database } from '../db/database.ts';

const CALLER = { actor: null, origin: 'system', action: 'alerts.withdraw' } as const;

/** After a sync, where this workstation may still have it. */
export function withdrawAlertsOfFew(db: Database): void {
  const ids = db.read('rules.alertsOfFew', standingAlertsOfFew);
  if (ids.length > 0) db.write(CALLER, (tx) => void withdrawAlerts(tx, ids));
}

/** Before it is taken off this workstation: the log forgets what they said, too. */
export function withdrawAlertsOf(db: Database, investigations: readonly string[]): void {
  for (const investigation of investigations) {
    const ids = db.read('rules.alertsOf', (reader) => ruleAlertsOf(reader, investigation));
    if (ids.length === 0) continue;
    db.write(CALLER, (tx) => void withdrawAlerts(tx, ids));
    // What the withdrawal itself wrote is among it.
    db.write(CALLER, (tx) => forgetWordsOf(tx, ids));
  }
}
