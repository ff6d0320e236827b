/**
 * Takes an investigation off this workstation, because nobody here may have it any longer: rows, what was
 * made of them, and the words of it that logs kept. Nothing of it is told to the server: it is no deletion.
 * What remains is one entry of the audit log, without a name. The event store follows by itself
 * (app/events.ts); files are removed by the caller, once nothing names them.
 */
import type { Database, ReadDb } from '../../../db/database.ts';
import { evidenceCustodyTable } from '../../../db/tables/custody.table.ts';
import { investigationCommentsTable } from '../../../db/tables/discussion.table.ts';
import { eventAlignmentsTable, promotedEventsTable } from '../../../db/tables/event-times.table.ts';
import { controlEvidenceTable, evidenceTable } from '../../../db/tables/evidence.table.ts';
import {
  forensicSessionsTable,
  indicatorRelationsTable,
  indicatorsTable,
  investigationsTable,
} from '../../../db/tables/forensics.table.ts';
import { ruleMarksTable } from '../../../db/tables/rules.table.ts';
import type { SyncedTable, WriteTx } from '../../../db/write-door.ts';

/** Children first. */
const SYNCED = {
  indicator_relations: indicatorRelationsTable,
  indicators: indicatorsTable,
  investigation_comments: investigationCommentsTable,
  promoted_events: promotedEventsTable,
  event_alignments: eventAlignmentsTable,
  rule_marks: ruleMarksTable,
  forensic_sessions: forensicSessionsTable,
  evidence_custody: evidenceCustodyTable,
  evidence: evidenceTable,
} as const satisfies Record<string, SyncedTable>;

/** Of this workstation, by `investigation_id`. */
const MADE_HERE = [
  ...['investigation_runs', 'investigation_steps', 'engine_investigated', 'rule_runs', 'rule_hits'],
  ...['rule_hit_totals', 'rule_alerts', 'event_digests', 'process_nodes'],
];

/** Shorter ones are in too many titles, longer ones are cut in them. */
const [NAME_MIN, NAME_MAX] = [4, 60];
/** Logs by record: what they say of it goes with it. */
const BY_RECORD = ['change_log', 'sync_conflicts', 'sync_unknown', 'sync_again', 'sync_refused'];
const IN = 'IN (SELECT value FROM json_each(?))';

const idsOf = (db: ReadDb, sql: string, ...values: string[]): string[] =>
  db.all<{ id: string }>(sql, ...values).map(({ id }) => id);

interface Gone {
  /** What it and its files are called, as titles of jobs have it. */
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly stamps: readonly string[];
}

/** What is known of it before it goes: every id, and the stamps of its writes. */
function known(tx: WriteTx, id: string): Gone {
  const names = idsOf(
    tx,
    `SELECT title AS id FROM forensic_investigations WHERE id = ?
     UNION SELECT title FROM evidence WHERE investigation_id = ?
     UNION SELECT file_name FROM forensic_sessions
       WHERE investigation_id = ? AND file_name IS NOT NULL`,
    id,
    id,
    id,
  );
  const ids = Object.keys(SYNCED).flatMap((name) =>
    idsOf(tx, `SELECT id FROM ${name} WHERE investigation_id = ?`, id),
  );
  const stamps = Object.keys(SYNCED).flatMap((name) =>
    idsOf(
      tx,
      `SELECT row_version AS id FROM ${name} WHERE investigation_id = ?
       UNION SELECT f.value FROM ${name} t, json_each(coalesce(t.field_versions, '{}')) f
         WHERE t.investigation_id = ?`,
      id,
      id,
    ),
  );
  const own = idsOf(
    tx,
    `SELECT row_version AS id FROM forensic_investigations WHERE id = ?
     UNION SELECT f.value FROM forensic_investigations t, json_each(coalesce(t.field_versions, '{}')) f
       WHERE t.id = ?`,
    id,
    id,
  );
  return {
    names: names.filter((name) => name.length >= NAME_MIN).map((name) => name.slice(0, NAME_MAX)),
    ids: [id, ...ids],
    stamps: [...stamps, ...own],
  };
}

function removeRows(tx: WriteTx, id: string): void {
  const indicators = idsOf(tx, 'SELECT id FROM indicators WHERE investigation_id = ?', id);
  const links = idsOf(
    tx,
    `SELECT id FROM control_evidence WHERE evidence_id IN
       (SELECT id FROM evidence WHERE investigation_id = ?)`,
    id,
  );
  for (const [column, value] of [
    ['indicator_id', JSON.stringify(indicators)],
    ['place', JSON.stringify([id])],
  ] as const)
    tx.run(`DELETE FROM indicator_sightings WHERE ${column} ${IN}`, value);
  tx.run(`DELETE FROM indicator_sweep_hits WHERE indicator_id ${IN}`, JSON.stringify(indicators));
  tx.run('DELETE FROM indicator_sweep_hits WHERE instr(places, ?) > 0', id);
  for (const name of MADE_HERE) tx.run(`DELETE FROM ${name} WHERE investigation_id = ?`, id);
  tx.forget(controlEvidenceTable, links);
  for (const [name, table] of Object.entries(SYNCED))
    tx.forget(table, idsOf(tx, `SELECT id FROM ${name} WHERE investigation_id = ?`, id));
  tx.forget(investigationsTable, [id]);
}

/** Of the desk's history: what was written there, and actions that were about nothing else. */
function forgetActions(tx: WriteTx, ids: string): void {
  const actions = JSON.stringify(
    idsOf(
      tx,
      `SELECT DISTINCT action_id AS id FROM desk_action_changes WHERE record_id ${IN}`,
      ids,
    ),
  );
  for (const name of ['desk_action_changes', 'desk_action_kept'])
    tx.run(`DELETE FROM ${name} WHERE record_id ${IN}`, ids);
  const emptied = JSON.stringify(
    idsOf(
      tx,
      `SELECT a.value AS id FROM json_each(?) a WHERE NOT EXISTS
         (SELECT 1 FROM desk_action_changes c WHERE c.action_id = a.value)`,
      actions,
    ),
  );
  tx.run(`DELETE FROM desk_action_kept WHERE action_id ${IN}`, emptied);
  tx.run(`DELETE FROM desk_action_runs WHERE action_id ${IN}`, emptied);
  tx.run(`DELETE FROM desk_actions WHERE id ${IN}`, emptied);
}

/** Titles, reasons and values that logs of this workstation kept of it. */
function removeWords(tx: WriteTx, id: string, { names, ids, stamps }: Gone): void {
  const [every, written] = [JSON.stringify(ids), JSON.stringify(stamps)];
  forgetActions(tx, every);
  for (const name of BY_RECORD) tx.run(`DELETE FROM ${name} WHERE record_id ${IN}`, every);
  tx.run(`DELETE FROM sync_writes WHERE stamp ${IN}`, written);
  tx.run(
    `UPDATE audit_log SET record_id = NULL, changes = NULL, reason = NULL WHERE record_id ${IN}`,
    every,
  );
  tx.run(
    "UPDATE audit_log SET changes = NULL WHERE action = 'forensics.investigated' AND instr(changes, ?) > 0",
    id,
  );
  for (const name of names) {
    tx.run("UPDATE jobs SET title = 'Work on an investigation' WHERE instr(title, ?) > 0", name);
    tx.run('DELETE FROM exchange_receipts WHERE instr(subject, ?) > 0', name);
    tx.run("DELETE FROM notifications WHERE instr(title || coalesce(body, ''), ?) > 0", name);
  }
  tx.run(
    `DELETE FROM notifications WHERE EXISTS
       (SELECT 1 FROM json_each(?) one WHERE instr(coalesce(link, ''), one.value) > 0)`,
    every,
  );
  tx.run(
    `DELETE FROM chat_messages WHERE conversation_id IN
       (SELECT conversation_id FROM chat_messages WHERE instr(coalesce(answer, ''), ?) > 0)`,
    id,
  );
}

/**
 * @returns contents (SHA-256) that nothing names any more: their files are the caller's to remove.
 * Idempotent; a bounded number of transactions, one each.
 */
export function purgeInvestigations(db: Database, ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const caller = { actor: null, origin: 'sync', action: 'forensics.purge' } as const;
    return db.write(
      { ...caller, reason: 'Nobody on this workstation may see it any longer' },
      (tx) => {
        const files = tx.all<{ sha256: string }>(
          'SELECT DISTINCT sha256 FROM evidence WHERE investigation_id = ? AND sha256 IS NOT NULL',
          id,
        );
        const gone = known(tx, id);
        removeRows(tx, id);
        removeWords(tx, id, gone);
        if (gone.ids.length > 1 || gone.stamps.length > 0) tx.note('forensic_investigations', 1);
        return files
          .map(({ sha256 }) => sha256)
          .filter((sum) => tx.get('SELECT 1 FROM evidence WHERE sha256 = ?', sum) === undefined);
      },
    );
  });
}
