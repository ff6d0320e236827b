/**
 * Exceptions of controls that stand for a rule of suppression: made, changed and ended with it, in its
 * transaction. Unlike those that people agree on, there may be several of one control at a time.
 */
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { controlExceptionsTable } from '../../db/tables/control-tests.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

type ExceptionRow = RowOf<typeof controlExceptionsTable>;

export interface RuleException {
  readonly id: string;
  readonly controlId: string;
  readonly owner: string | null;
  readonly reason: string;
  /** Ms since the epoch. */
  readonly expiresAt: number;
}

/** The exception before and after; null where there is none. */
export interface ExceptionStep {
  readonly before: ExceptionRow | null;
  readonly after: ExceptionRow | null;
}

const find = (tx: WriteTx, id: string): ExceptionRow | null =>
  tx.rows(
    controlExceptionsTable,
    'SELECT * FROM control_exceptions WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0] ?? null;

/** Whether there is a control that a rule can be an exception of. */
export function hasControls(db: ReadDb): boolean {
  return (
    db.get(
      `SELECT 1 FROM compliance_frameworks f JOIN controls c ON c.framework_id = f.id
       WHERE f.is_active = 1 AND f.deleted_at IS NULL AND c.deleted_at IS NULL
         AND c.gone_in IS NULL AND c.is_applicable = 1 LIMIT 1`,
    ) !== undefined
  );
}

export const ruleExceptions = {
  open(tx: WriteTx, exception: RuleException, actor: string | null): ExceptionStep {
    tx.insert(controlExceptionsTable, {
      ...exception,
      createdBy: actor,
      createdAt: tx.now,
      updatedAt: tx.now,
    });
    return { before: null, after: find(tx, exception.id) };
  },

  change(
    tx: WriteTx,
    id: string,
    patch: Partial<Pick<RuleException, 'owner' | 'reason' | 'expiresAt'>>,
  ): ExceptionStep {
    const changed = tx.update(controlExceptionsTable, id, { ...patch, updatedAt: tx.now });
    return changed ?? { before: null, after: null };
  },

  end(tx: WriteTx, id: string, actor: string | null): ExceptionStep {
    if (find(tx, id)?.endedAt !== null) return { before: null, after: null };
    const patch = { endedAt: tx.now, endedBy: actor, updatedAt: tx.now };
    return tx.update(controlExceptionsTable, id, patch) ?? { before: null, after: null };
  },
};
export type RuleExceptions = typeof ruleExceptions;
