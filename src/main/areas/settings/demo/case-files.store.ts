import type { WriteTx } from '../../../db/write-door.ts';

/**
 * That somebody ended a run of the detection rules over the case's files before it told anything. Without a
 * run they would be run by themselves, and the demo's queue would begin with alerts nobody meant.
 */
export function insertEndedRuleRun(
  tx: WriteTx,
  run: { id: string; investigationId: string; actor: string; startedAt: number; endedAt: number },
): void {
  tx.run(
    `INSERT INTO rule_runs (id, investigation_id, source_id, job_id, state, started_by, started_at, ended_at)
     VALUES (?, ?, NULL, ?, 'CANCELLED', ?, ?, ?)`,
    ...[run.id, run.investigationId, run.id, run.actor, run.startedAt, run.endedAt],
  );
}
