/** What people say of entities: notes and how much an entity matters. */
import type { Criticality, EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { type RowChange, recordAction } from '../../db/action-log.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { entityMarksTable, entityNotesTable } from '../../db/tables/entities.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type NoteRow = RowOf<typeof entityNotesTable>;
export type MarkRow = RowOf<typeof entityMarksTable>;

export interface Entity {
  readonly id: string;
  readonly kind: EntityKind;
  readonly value: string;
}

export interface Deed {
  readonly id: string;
  readonly actor: string;
  readonly kind: string;
  readonly summary: string;
  readonly note?: string | null;
}

const NOTES_MAX = 500;

export function listNotes(db: ReadDb, id: string): NoteRow[] {
  return db.rows(
    entityNotesTable,
    `SELECT * FROM entity_notes WHERE entity_id = ? AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    id,
    NOTES_MAX,
  );
}

export function countNotes(db: ReadDb, id: string): number {
  return (
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM entity_notes WHERE entity_id = ? AND deleted_at IS NULL',
      id,
    )?.n ?? 0
  );
}

export function findNote(db: ReadDb, id: string): NoteRow | undefined {
  return db.rows(
    entityNotesTable,
    'SELECT * FROM entity_notes WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function findMark(db: ReadDb, id: string): MarkRow | undefined {
  return db.rows(
    entityMarksTable,
    'SELECT * FROM entity_marks WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function peopleNames(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function record(tx: WriteTx, deed: Deed, change: RowChange): void {
  recordAction(tx, deed, [change]);
}

export function addNote(tx: WriteTx, entity: Entity, text: string, deed: Deed, id: string): void {
  const row = {
    ...{ id, entityId: entity.id, entityKind: entity.kind, entityValue: entity.value, text },
    ...{ createdBy: deed.actor, createdAt: tx.now, updatedAt: tx.now },
  };
  tx.insert(entityNotesTable, row);
  record(tx, deed, { table: 'entity_notes', id, before: null, after: row });
}

export function changeNote(tx: WriteTx, before: NoteRow, text: string, deed: Deed): void {
  tx.update(entityNotesTable, before.id, { text, updatedAt: tx.now });
  record(tx, deed, {
    ...{ table: 'entity_notes', id: before.id },
    ...{ before: { text: before.text }, after: { text } },
  });
}

export function removeNote(tx: WriteTx, note: NoteRow, deed: Deed): void {
  const { rowVersion, fieldVersions, deletedAt, ...before } = note;
  tx.remove(entityNotesTable, note.id);
  record(tx, deed, { table: 'entity_notes', id: note.id, before, after: null });
}

interface NewMark {
  readonly criticality: Criticality;
  readonly reason: string | null;
}

/** Nothing is written where it is marked so already. */
export function saveMark(tx: WriteTx, entity: Entity, mark: NewMark, deed: Deed): void {
  const before = tx.rows(entityMarksTable, 'SELECT * FROM entity_marks WHERE id = ?', entity.id)[0];
  const { criticality, reason } = mark;
  if (!before || before.deletedAt !== null) {
    if (!before && criticality === 'NORMAL') return;
    putMark(tx, entity, mark, deed, before !== undefined);
    return;
  }
  if (before.criticality === criticality && before.reason === reason) return;
  const after = { criticality, reason, markedBy: deed.actor, updatedAt: tx.now };
  tx.update(entityMarksTable, entity.id, after);
  const { criticality: was, reason: wasReason, markedBy } = before;
  record(tx, deed, {
    ...{ table: 'entity_marks', id: entity.id },
    before: { criticality: was, reason: wasReason, markedBy },
    after: { criticality, reason, markedBy: deed.actor },
  });
}

/** A first mark, or one after the first was undone, which left a tombstone. */
function putMark(
  tx: WriteTx,
  entity: Entity,
  { criticality, reason }: NewMark,
  deed: Deed,
  isThere: boolean,
): void {
  const { id } = entity;
  const row = {
    ...{ id, entityKind: entity.kind, entityValue: entity.value, criticality, reason },
    ...{ markedBy: deed.actor, createdAt: tx.now, updatedAt: tx.now },
  };
  if (isThere) {
    tx.revive(entityMarksTable, id);
    tx.update(entityMarksTable, id, row);
  } else tx.insert(entityMarksTable, row);
  record(tx, deed, { table: 'entity_marks', id, before: null, after: row });
}
