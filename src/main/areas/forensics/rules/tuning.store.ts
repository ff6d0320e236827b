/** What people add to rules: filters, marks, tests. */
import { AppError } from '../../../../shared/contract/errors.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { RowOf } from '../../../db/statements.ts';
import {
  type RuleTestBody,
  ruleMarksTable,
  ruleTestsTable,
  ruleTuningsTable,
} from '../../../db/tables/rules.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';

type TuningRow = RowOf<typeof ruleTuningsTable>;
export type MarkRow = RowOf<typeof ruleMarksTable>;
export type TestRow = RowOf<typeof ruleTestsTable>;

export function tuningsOf(db: ReadDb, ruleId: string): TuningRow[] {
  return db.rows(
    ruleTuningsTable,
    'SELECT * FROM rule_tunings WHERE rule_id = ? AND deleted_at IS NULL ORDER BY created_at, id',
    ruleId,
  );
}

/** Those that are switched on, by rule. */
export function activeTunings(db: ReadDb): ReadonlyMap<string, readonly TuningRow[]> {
  const rows = db.rows(
    ruleTuningsTable,
    'SELECT * FROM rule_tunings WHERE is_enabled = 1 AND deleted_at IS NULL ORDER BY created_at, id',
  );
  const byRule = new Map<string, TuningRow[]>();
  for (const row of rows) {
    const list = byRule.get(row.ruleId) ?? [];
    byRule.set(row.ruleId, list);
    list.push(row);
  }
  return byRule;
}

export function mustFindTuning(db: ReadDb, id: string): TuningRow {
  const [row] = db.rows(
    ruleTuningsTable,
    'SELECT * FROM rule_tunings WHERE id = ? AND deleted_at IS NULL',
    id,
  );
  if (!row) throw new AppError('not-found', 'There is no such filter');
  return row;
}

export function insertTuning(
  tx: WriteTx,
  row: Pick<TuningRow, 'id' | 'ruleId' | 'name' | 'text' | 'reason' | 'createdBy'>,
): void {
  tx.insert(ruleTuningsTable, { ...row, isEnabled: true, createdAt: tx.now, updatedAt: tx.now });
}

export function updateTuning(
  tx: WriteTx,
  id: string,
  patch: Partial<Pick<TuningRow, 'name' | 'text' | 'reason' | 'isEnabled'>>,
): void {
  tx.update(ruleTuningsTable, id, { ...patch, updatedAt: tx.now });
}

export function removeTuning(tx: WriteTx, id: string): boolean {
  return tx.remove(ruleTuningsTable, id);
}

export function insertMark(
  tx: WriteTx,
  row: Omit<
    RowOf<typeof ruleMarksTable>,
    'createdAt' | 'rowVersion' | 'fieldVersions' | 'deletedAt'
  >,
): void {
  tx.insert(ruleMarksTable, { ...row, createdAt: tx.now });
  tx.announce('rule_hits');
}

/** What people called false positives in a source: they make no alert. */
export const marksOf = (db: ReadDb, investigationId: string, sourceId: string): MarkRow[] =>
  db.rows(
    ruleMarksTable,
    'SELECT * FROM rule_marks WHERE investigation_id = ? AND source_id = ? AND deleted_at IS NULL',
    ...[investigationId, sourceId],
  );

/** The record has an event of another number now. */
export function moveMark(tx: WriteTx, id: string, eventId: string): void {
  tx.update(ruleMarksTable, id, { eventId });
  tx.announce('rule_hits');
}

export function removeMark(tx: WriteTx, id: string): void {
  tx.remove(ruleMarksTable, id);
  tx.announce('rule_hits');
}

export function testsOf(db: ReadDb, ruleId: string): TestRow[] {
  return db.rows(
    ruleTestsTable,
    'SELECT * FROM rule_tests WHERE rule_id = ? AND deleted_at IS NULL ORDER BY created_at, id',
    ruleId,
  );
}

export function insertTest(
  tx: WriteTx,
  row: {
    id: string;
    ruleId: string;
    name: string;
    isHit: boolean;
    body: RuleTestBody;
    createdBy: string | null;
  },
): void {
  tx.insert(ruleTestsTable, { ...row, createdAt: tx.now });
}

export function removeTest(tx: WriteTx, id: string): boolean {
  return tx.remove(ruleTestsTable, id);
}
