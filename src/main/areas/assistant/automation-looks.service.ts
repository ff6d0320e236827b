/** Verdicts that contradict their pattern: another person looks, and against a long history two. */
import type { SecondLook } from '../../../shared/areas/assistant/automation.contract.ts';
import { LONG_HISTORY } from '../../../shared/areas/assistant/engine/conditions.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { approverIds, mayApproveOwn } from '../../db/approvers.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { readAlert } from './auto-close.store.ts';
import {
  closeSecondLook,
  confirmFirst,
  findSecondLook,
  type SecondLookRow,
} from './automation.store.ts';
import { openSecondLooks } from './automation-lists.store.ts';
import { type TellOfTrip, type Tripped, tripBy } from './automation-trip.store.ts';
import { toScored } from './engine-rows.ts';
import { accountName, readSupport } from './engine-support.store.ts';
import { markAlert } from './engine-work.store.ts';

const LISTED = 200;

const callerOf = (actor: string, reason: string | null): Caller => ({
  ...{ actor, origin: 'user', action: 'automation.second-look', reason },
});
const nameOf = (db: ReadDb, id: string | null) => (id === null ? null : accountName(db, id));

/** So few can look at all that a second confirmation may never come. */
const LOOKERS_FOR_TWO = 3;

/** Against a long history two others must agree, where there are two others. */
function needsAnother(tx: WriteTx, look: SecondLookRow): boolean {
  if (look.firstConfirmedBy !== null || look.firstVerdict === null) return false;
  const alert = readAlert(tx, look.id);
  if (!alert || approverIds(tx, 'alerts.write').length < LOOKERS_FOR_TWO) return false;
  const support = readSupport(tx, toScored(alert).keys, tx.now);
  return support !== null && support.closed >= LONG_HISTORY;
}

/** @throws AppError 'conflict' */
function refuseLook(tx: WriteTx, look: SecondLookRow, actor: string): void {
  if (look.outcome !== null) throw new AppError('conflict', 'Somebody has looked at this already.');
  if (look.firstBy === actor && !mayApproveOwn(tx, 'alerts.write'))
    throw new AppError('conflict', 'The first verdict is yours: another person looks at it.');
  if (look.firstConfirmedBy === actor)
    throw new AppError('conflict', 'You have confirmed this: another person must agree.');
}

export function createSecondLooks({ db, tell }: { db: Database; tell: TellOfTrip }) {
  return {
    secondLooks: (): SecondLook[] =>
      db.read('automation.second-looks', (reader) =>
        openSecondLooks(reader, LISTED).map((row) => ({
          id: row.id,
          alert:
            row.alert_id === null
              ? null
              : {
                  ...{ id: row.alert_id, title: row.title ?? '', severity: row.severity ?? 'LOW' },
                  ...{ source: row.source ?? '', createdAt: toIso(row.created_at ?? 0) },
                },
          ...{ patternId: row.uid, patternLabel: row.label ?? '', reason: row.reason },
          firstVerdict: row.first_verdict as SecondLook['firstVerdict'],
          firstByName: nameOf(reader, row.first_by),
          confirmedByName: nameOf(reader, row.first_confirmed_by),
          openedAt: toIso(row.opened_at),
        })),
      ),

    decideSecondLook(
      id: string,
      { outcome, note }: { outcome: 'CONFIRMED' | 'MISLABELLED'; note: string | null },
      actor: string,
    ): { tripped: Tripped; waits: boolean } {
      return db.write(callerOf(actor, note), (tx) => {
        const look = findSecondLook(tx, id);
        if (!look) throw new AppError('not-found', 'There is no such second look');
        refuseLook(tx, look, actor);
        if (outcome === 'CONFIRMED' && needsAnother(tx, look)) {
          confirmFirst(tx, id, actor);
          markAlert(tx, id);
          return { tripped: 'NOTHING', waits: true };
        }
        closeSecondLook(tx, id, { outcome, note, decidedBy: actor });
        markAlert(tx, id);
        if (outcome === 'MISLABELLED') return { tripped: 'NOTHING', waits: false };
        const reason = note ?? look.reason;
        const error = { patternUid: look.patternId, alertId: id, reason, confirmedBy: actor };
        return { tripped: tripBy(tx, error, tell), waits: false };
      });
    },
  };
}
