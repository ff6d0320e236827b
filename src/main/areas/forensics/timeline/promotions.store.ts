/** Promoted events and the clocks of sources as rows. */
import type { ReadDb } from '../../../db/database.ts';
import type { RowOf } from '../../../db/statements.ts';
import { eventAlignmentsTable, promotedEventsTable } from '../../../db/tables/event-times.table.ts';

export type PromotedRow = RowOf<typeof promotedEventsTable>;
export type AlignmentRow = RowOf<typeof eventAlignmentsTable>;

/** The same on every workstation that holds the source, and however often it is read. */
export const promotedId = (investigationId: string, sourceId: string, recordKey: string): string =>
  `${investigationId}:${sourceId}:${recordKey}`;
export const alignmentId = (investigationId: string, sourceId: string): string =>
  `${investigationId}:${sourceId}`;

export function findPromoted(db: ReadDb, id: string): PromotedRow | undefined {
  return db.rows(promotedEventsTable, 'SELECT * FROM promoted_events WHERE id = ?', id)[0];
}

/** Of a source, those whose event may have gone. */
export const promotedOfSource = (
  db: ReadDb,
  investigationId: string,
  sourceId: string,
): PromotedRow[] =>
  db.rows(
    promotedEventsTable,
    `SELECT * FROM promoted_events INDEXED BY promoted_events_of
     WHERE investigation_id = ? AND source_id = ? AND deleted_at IS NULL`,
    ...[investigationId, sourceId],
  );

/** By the number that its event has in the store now. */
export function promotedEvent(
  db: ReadDb,
  investigationId: string,
  { sourceId, eventId }: { readonly sourceId: string; readonly eventId: string },
): PromotedRow | undefined {
  return db.rows(
    promotedEventsTable,
    `SELECT * FROM promoted_events INDEXED BY promoted_events_of
     WHERE investigation_id = ? AND source_id = ? AND event_id = ? AND deleted_at IS NULL`,
    ...[investigationId, sourceId, eventId],
  )[0];
}

/** The newest promotion first. */
export function promotedOf(
  db: ReadDb,
  investigationId: string,
  { limit, after }: { limit: number; after: readonly [at: number, id: string] | null },
): PromotedRow[] {
  const [at, id] = after ?? [Number.MAX_SAFE_INTEGER, '\u{10ffff}'];
  return db.rows(
    promotedEventsTable,
    `SELECT * FROM promoted_events INDEXED BY promoted_events_of
     WHERE investigation_id = ? AND deleted_at IS NULL AND (promoted_at, id) < (?, ?)
     ORDER BY promoted_at DESC, id DESC LIMIT ?`,
    investigationId,
    at,
    id,
    limit,
  );
}

export const countPromoted = (db: ReadDb, investigationId: string): number =>
  db.get<{ n: number }>(
    `SELECT count(*) AS n FROM promoted_events INDEXED BY promoted_events_of
     WHERE investigation_id = ? AND deleted_at IS NULL`,
    investigationId,
  )?.n ?? 0;

export function findAlignment(db: ReadDb, id: string): AlignmentRow | undefined {
  return db.rows(eventAlignmentsTable, 'SELECT * FROM event_alignments WHERE id = ?', id)[0];
}

/** By source. */
export function alignmentsOf(db: ReadDb, investigationId: string): Map<string, AlignmentRow> {
  const rows = db.rows(
    eventAlignmentsTable,
    `SELECT * FROM event_alignments INDEXED BY event_alignments_of
     WHERE investigation_id = ? AND deleted_at IS NULL`,
    investigationId,
  );
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** Sources that promoted events know. */
export const promotedSources = (
  db: ReadDb,
  investigationId: string,
): { id: string; name: string }[] =>
  db.all<{ id: string; name: string }>(
    `SELECT source_id AS id, max(source_name) AS name
     FROM promoted_events INDEXED BY promoted_events_of
     WHERE investigation_id = ? AND deleted_at IS NULL GROUP BY source_id`,
    investigationId,
  );

export interface OpenCase {
  readonly id: string;
  readonly closedAt: number | null;
}

export const findCase = (db: ReadDb, id: string): OpenCase | undefined =>
  db.get<OpenCase>(
    'SELECT id, closed_at AS closedAt FROM forensic_investigations WHERE id = ? AND deleted_at IS NULL',
    id,
  );

/** The investigation whose file was read to its end just now, where events of the file are promoted. */
export function promotedCaseOf(db: ReadDb, sessionId: string): string | null {
  const row = db.get<{ investigation_id: string }>(
    `SELECT s.investigation_id FROM forensic_sessions s
     WHERE s.id = ? AND s.status IN ('COMPLETED', 'PARTIAL') AND s.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM promoted_events p
         WHERE p.investigation_id = s.investigation_id AND p.source_id = s.id AND p.deleted_at IS NULL)`,
    sessionId,
  );
  return row?.investigation_id ?? null;
}

/** The investigation whose file was read to its end just now, where the clock of any source is set. */
export function alignedCaseOf(db: ReadDb, sessionId: string): string | null {
  const row = db.get<{ investigation_id: string }>(
    `SELECT s.investigation_id FROM forensic_sessions s
     WHERE s.id = ? AND s.status IN ('COMPLETED', 'PARTIAL') AND s.deleted_at IS NULL
       AND EXISTS (SELECT 1 FROM event_alignments a
         WHERE a.investigation_id = s.investigation_id AND a.deleted_at IS NULL)`,
    sessionId,
  );
  return row?.investigation_id ?? null;
}
