/** Investigations and their indicators as rows; lists of them are in investigations-list.store.ts. */
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { indicatorsTable, investigationsTable } from '../../db/tables/forensics.table.ts';

export type InvestigationRow = RowOf<typeof investigationsTable>;
export type IndicatorRow = RowOf<typeof indicatorsTable>;

export function findInvestigation(db: ReadDb, id: string): InvestigationRow | undefined {
  return db.rows(
    investigationsTable,
    'SELECT * FROM forensic_investigations WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function indicatorsOf(db: ReadDb, investigationId: string): IndicatorRow[] {
  return db.rows(
    indicatorsTable,
    `SELECT * FROM indicators INDEXED BY indicators_investigation
     WHERE investigation_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
    investigationId,
  );
}

export function titlesOf(db: ReadDb, ids: readonly string[]): Map<string, string> {
  const rows = db.all<{ id: string; title: string }>(
    `SELECT id, title FROM forensic_investigations
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export function peopleNames(db: ReadDb, ids: readonly string[]): Map<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What records are called, by `kind:id`; strangers' words. */
export function labelsOf(
  db: ReadDb,
  refs: readonly { readonly kind: string; readonly id: string }[],
): Record<string, string> {
  const ids = (kind: string) =>
    JSON.stringify([...new Set(refs.filter((ref) => ref.kind === kind).map(({ id }) => id))]);
  const rows = [
    ...db.all<{ id: string; label: string }>(
      `SELECT 'alert:' || id AS id, title AS label FROM alerts
       WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
      ids('alert'),
    ),
    ...db.all<{ id: string; label: string }>(
      `SELECT 'incident:' || key AS id, name AS label FROM incidents
       WHERE key IN (SELECT value FROM json_each(?))`,
      ids('incident'),
    ),
    ...db.all<{ id: string; label: string }>(
      `SELECT 'investigation:' || id AS id, title AS label FROM forensic_investigations
       WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
      ids('investigation'),
    ),
  ];
  return Object.fromEntries(rows.map(({ id, label }) => [id, label]));
}

export function bundleHash(db: ReadDb, evidenceId: string): string | null {
  return (
    db.get<{ sha256: string | null }>('SELECT sha256 FROM evidence WHERE id = ?', evidenceId)
      ?.sha256 ?? null
  );
}

const MOST_HELD = 5;

/** The newest open ones about which a model was not asked, because nobody had looked at what would leave. */
export function heldOpinions(db: ReadDb): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM forensic_investigations INDEXED BY forensic_investigations_held
       WHERE deleted_at IS NULL AND closed_at IS NULL
         AND json_extract(opinion, '$.failure') = 'unseen' ORDER BY id DESC LIMIT ?`,
      MOST_HELD,
    )
    .map(({ id }) => id);
}
