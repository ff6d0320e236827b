/** One indicator with what hangs on it: sightings, relations, its value elsewhere. */
import type { RelationKind } from '../../../../shared/areas/forensics/indicators/life.ts';
import type { Bound, ReadDb } from '../../../db/database.ts';
import type { RowOf } from '../../../db/statements.ts';
import { indicatorRelationsTable, indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { IndicatorRow } from '../investigations.store.ts';

export function findIndicator(db: ReadDb, id: string): IndicatorRow | undefined {
  return db.rows(
    indicatorsTable,
    'SELECT * FROM indicators WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** Those with this value, the oldest first; of one investigation (null: of none) where it is given. */
export function withValue(
  db: ReadDb,
  { type, value }: { readonly type: string; readonly value: string },
): IndicatorRow[] {
  return db.rows(
    indicatorsTable,
    `SELECT * FROM indicators INDEXED BY indicators_value
     WHERE value = ? AND type = ? AND deleted_at IS NULL ORDER BY created_at, id LIMIT 50`,
    value,
    type,
  );
}

export interface SightingRow {
  readonly kind: 'alert' | 'event';
  readonly id: string;
  readonly place: string | null;
  readonly label: string;
  readonly field: string;
  readonly excerpt: string;
  readonly is_part: number;
  readonly seen_at: number | null;
}

export function sightingsOf(db: ReadDb, id: string, limit: number) {
  const rows = db.all<SightingRow>(
    `SELECT kind, id, place, label, field, excerpt, is_part, seen_at FROM indicator_sightings
     WHERE indicator_id = ? ORDER BY seen_at DESC, kind, id LIMIT ?`,
    id,
    limit,
  );
  const total = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM indicator_sightings WHERE indicator_id = ?',
    id,
  );
  return { rows, total: total?.n ?? 0 };
}

export interface RelatedRow {
  readonly id: string;
  readonly kind: RelationKind;
  readonly is_from: number;
  readonly other: string;
  readonly type: string;
  readonly value: string;
}

export function dropSightings(tx: WriteTx, id: string): void {
  tx.run('DELETE FROM indicator_sightings WHERE indicator_id = ?', id);
}

export function relationsOf(db: ReadDb, id: string): RelatedRow[] {
  const side = (own: string, other: string, isFrom: number) =>
    `SELECT r.id AS id, r.kind AS kind, ${isFrom} AS is_from, i.id AS other, i.type AS type,
       i.value AS value, r.created_at AS at
     FROM indicator_relations r JOIN indicators i ON i.id = r.${other}
     WHERE r.${own} = ? AND r.deleted_at IS NULL AND i.deleted_at IS NULL`;
  return db.all<RelatedRow>(
    `${side('from_id', 'to_id', 1)} UNION ALL ${side('to_id', 'from_id', 0)} ORDER BY at, id LIMIT 200`,
    id,
    id,
  );
}

export function findRelation(db: ReadDb, id: string) {
  return db.rows(
    indicatorRelationsTable,
    'SELECT * FROM indicator_relations WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** Relations among these, for an export. */
export function relationsAmong(
  db: ReadDb,
  ids: ReadonlySet<string>,
): RowOf<typeof indicatorRelationsTable>[] {
  return db
    .rows(
      indicatorRelationsTable,
      'SELECT * FROM indicator_relations WHERE deleted_at IS NULL ORDER BY created_at, id',
    )
    .filter(({ fromId, toId }) => ids.has(fromId) && ids.has(toId));
}

/** Ids by value, of those that are there. */
export function existingValues(db: ReadDb, values: readonly string[]): Map<string, string> {
  const rows = db.all<{ id: string; type: string; value: string }>(
    `SELECT i.id, i.type, i.value FROM json_each(?) j
     CROSS JOIN indicators i INDEXED BY indicators_value ON i.value = j.value
     WHERE i.deleted_at IS NULL`,
    JSON.stringify(values),
  );
  return new Map(rows.map(({ id, type, value }) => [`${type}\n${value}`, id]));
}

/** Active ones whose end has come. */
export function dueIndicators(db: ReadDb, now: number, limit: number): string[] {
  return db
    .all<{ id: string }>(
      `SELECT id FROM indicators INDEXED BY indicators_expiring
       WHERE expires_at <= ? AND expires_at IS NOT NULL AND is_active = 1 AND deleted_at IS NULL
       ORDER BY expires_at LIMIT ?`,
      now,
      limit,
    )
    .map(({ id }) => id);
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** An alert's own texts and what people wrote about it. */
export function textsOfAlert(db: ReadDb, id: string): { seq: number; texts: NamedText[] } | null {
  const alert = db.get<Record<string, Bound> & { seq: number }>(
    `SELECT seq, title, description, source_host, source_user, source_ip, dest_ip, closing_note
     FROM alerts WHERE id = ? AND deleted_at IS NULL`,
    id,
  );
  if (!alert) return null;
  const { seq, ...fields } = alert;
  const own = Object.entries(fields).flatMap(([name, text]) =>
    typeof text === 'string' && text !== '' ? [{ name: name.replace(/_/g, ' '), text }] : [],
  );
  const notes = db.all<{ text: string }>(
    `SELECT text FROM alert_comments WHERE alert_id = ? AND deleted_at IS NULL
     ORDER BY created_at LIMIT 500`,
    id,
  );
  return { seq, texts: [...own, ...notes.map(({ text }) => ({ name: 'comment', text }))] };
}

export function textsOfInvestigation(db: ReadDb, id: string): NamedText[] | null {
  const row = db.get<{ title: string; description: string | null; reason: string | null }>(
    `SELECT title, description, closing_reason AS reason FROM forensic_investigations
     WHERE id = ? AND deleted_at IS NULL`,
    id,
  );
  if (!row) return null;
  const notes = db.all<{ text: string }>(
    `SELECT text FROM investigation_comments WHERE investigation_id = ? AND deleted_at IS NULL
     ORDER BY created_at LIMIT 500`,
    id,
  );
  return [
    { name: 'title', text: row.title },
    ...(row.description ? [{ name: 'description', text: row.description }] : []),
    ...(row.reason ? [{ name: 'closing reason', text: row.reason }] : []),
    ...notes.map(({ text }) => ({ name: 'comment', text })),
  ];
}
