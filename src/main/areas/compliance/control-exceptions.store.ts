/** Exceptions of controls: with owner, reason and expiry; they end by themselves on that day. */
import type {
  ControlException,
  NewControlException,
  RegisteredException,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { controlExceptionsTable } from '../../db/tables/control-tests.table.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { badField, mustFindControl } from './control-assess.store.ts';
import { isAccount } from './controls.store.ts';
import { readRegister } from './exception-register.store.ts';

/** An exception that lasts longer is a decision to be made anew. */
const MAX_DAYS = 2 * 366;

type ExceptionRow = RowOf<typeof controlExceptionsTable>;

const isInForce = (row: ExceptionRow, now: number) => row.endedAt === null && row.expiresAt > now;

function toException(db: ReadDb, row: ExceptionRow, now: number): ControlException {
  return {
    id: row.id,
    controlId: row.controlId,
    owner: row.owner,
    reason: row.reason,
    expiresAt: toIso(row.expiresAt),
    createdBy: row.createdBy,
    createdAt: toIso(row.createdAt),
    endedAt: row.endedAt === null ? null : toIso(row.endedAt),
    isInForce: isInForce(row, now),
    rule: ruleOf(db, row.id),
  };
}

function ofControl(db: ReadDb, controlId: string): ExceptionRow[] {
  return db.rows(
    controlExceptionsTable,
    `SELECT * FROM control_exceptions WHERE control_id = ? AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC`,
    controlId,
  );
}

/** One that stands for a rule of suppression; of these a control may have several. */
function ruleOf(db: ReadDb, id: string): { id: string; name: string } | null {
  const sql =
    'SELECT id, name FROM suppression_rules WHERE exception_id = ? AND deleted_at IS NULL';
  return db.get<{ id: string; name: string }>(sql, id) ?? null;
}

/** Rules of suppression in force that name the control, the one that ends first first. */
export function activeRules(
  db: ReadDb,
  controlId: string,
  now: number,
): { id: string; name: string; expiresAt: string }[] {
  return db
    .all<{ id: string; name: string; expires_at: number }>(
      `SELECT id, name, expires_at FROM suppression_rules INDEXED BY suppression_rules_running
       WHERE ended_at IS NULL AND deleted_at IS NULL AND expires_at > ? AND control_id = ?
       ORDER BY expires_at, id`,
      now,
      controlId,
    )
    .map(({ id, name, expires_at }) => ({ id, name, expiresAt: toIso(expires_at) }));
}

function runningRule(db: ReadDb, exceptionId: string): { name: string } | undefined {
  return db.get<{ name: string }>(
    `SELECT name FROM suppression_rules
     WHERE exception_id = ? AND ended_at IS NULL AND deleted_at IS NULL`,
    exceptionId,
  );
}

const isOfRule = (db: ReadDb, id: string) => ruleOf(db, id) !== null;

function mustFind(db: ReadDb, id: string): ExceptionRow {
  const row = db.rows(
    controlExceptionsTable,
    'SELECT * FROM control_exceptions WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such exception');
  return row;
}

export interface ExceptionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createExceptionStore({ db, clock, newId }: ExceptionDeps) {
  const get = (id: string) =>
    db.read('controls.exception', (reader) =>
      toException(reader, mustFind(reader, id), clock.now()),
    );

  return {
    register: (): RegisteredException[] =>
      db.read('controls.exceptionRegister', (reader) => readRegister(reader, clock.now())),

    ofControl: (controlId: string): ControlException[] =>
      db.read('controls.exceptions', (reader) => {
        mustFindControl(reader, controlId);
        return ofControl(reader, controlId).map((row) => toException(reader, row, clock.now()));
      }),

    create(controlId: string, exception: NewControlException, actor: string): ControlException {
      const { owner, reason } = exception;
      const id = newId();
      const caller = { actor, origin: 'user', action: 'compliance.exceptControl', reason } as const;
      db.write(caller, (tx) => {
        mustFindControl(tx, controlId);
        const expiresAt = Date.parse(exception.expiresAt);
        if (!isAccount(tx, owner)) throw badField('owner', 'There is no such account');
        if (expiresAt <= tx.now) throw badField('expiresAt', 'The expiry must lie ahead');
        if (expiresAt > tx.now + MAX_DAYS * DAY_MS)
          throw badField('expiresAt', 'An exception lasts at most two years');
        if (ofControl(tx, controlId).some((row) => isInForce(row, tx.now) && !isOfRule(tx, row.id)))
          throw new AppError('conflict', 'This control has an exception in force. End it first.');
        tx.insert(controlExceptionsTable, {
          ...{ id, controlId, owner, reason, expiresAt, createdBy: actor },
          ...{ createdAt: tx.now, updatedAt: tx.now },
        });
      });
      return get(id);
    },

    end(id: string, actor: string): ControlException {
      db.write({ actor, origin: 'user', action: 'compliance.endException' }, (tx) => {
        if (!isInForce(mustFind(tx, id), tx.now))
          throw new AppError('conflict', 'This exception has ended already');
        const rule = runningRule(tx, id);
        if (rule)
          throw new AppError(
            'conflict',
            `This exception stands for suppression rule '${rule.name}' and ends with it. End the rule.`,
          );
        tx.update(controlExceptionsTable, id, {
          ...{ endedAt: tx.now, endedBy: actor, updatedAt: tx.now },
        });
      });
      return get(id);
    },
  };
}
export type ExceptionStore = ReturnType<typeof createExceptionStore>;
