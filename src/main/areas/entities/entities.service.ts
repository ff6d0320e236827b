import {
  type Criticality,
  ENTITY_KINDS,
  type EntityAlert,
  type EntityKind,
  type EntityLinks,
  type EntityMark,
  type EntityMarkChange,
  type EntityNote,
  type EntityProfile,
  type EntityRef,
  type KnownEntity,
} from '../../../shared/areas/entities/entities.contract.ts';
import { entityLabel } from '../../../shared/areas/entities/entities.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { normalEntity } from '../../db/groups/entities.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  ALERTS_COUNTED,
  countAlerts,
  entitiesBeginning,
  isBeingGathered,
  markedEntities,
  newestAlerts,
  readActivity,
} from './entities.store.ts';
import { type AlertPlace, alertsOf, findEntity, type NamingAlert } from './entity-alerts.store.ts';
import { entityId } from './entity-id.ts';
import { readLinks } from './entity-linked.ts';
import {
  addNote,
  changeNote,
  countNotes,
  type Entity,
  findMark,
  findNote,
  listNotes,
  type MarkRow,
  type NoteRow,
  peopleNames,
  removeNote,
  saveMark,
} from './entity-records.store.ts';

/** Kinds whose beginning is looked for by what is typed; hosts and users come first. */
const TYPED_KINDS: readonly EntityKind[] = ENTITY_KINDS;

export interface EntityServiceDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Vendors whose domain or network a value lies under, with the term. */
  readonly ownersOf: (kind: EntityKind, value: string) => ReadonlyMap<string, string>;
}

type Names = ReadonlyMap<string, string>;
const nameOf = (names: Names, id: string | null) =>
  id === null ? null : (names.get(id) ?? 'Unknown account');

/** The entity that is meant, in the form in which values are compared; a value that is none stands for itself. */
function toEntity({ kind, value }: EntityRef): Entity {
  const normal = normalEntity(kind, value) ?? value.toLowerCase();
  return { id: entityId(kind, normal), kind, value: normal };
}

function toMark(mark: MarkRow | undefined, names: Names): EntityMark {
  return {
    criticality: mark?.criticality ?? 'NORMAL',
    reason: mark?.reason ?? null,
    markedBy: mark?.markedBy ?? null,
    markedByName: nameOf(names, mark?.markedBy ?? null),
    markedAt: mark ? toIso(mark.updatedAt) : null,
  };
}

function toNote(row: NoteRow, names: Names): EntityNote {
  return {
    ...{ id: row.id, kind: row.entityKind, value: row.entityValue, text: row.text },
    ...{ createdBy: row.createdBy, createdByName: nameOf(names, row.createdBy) },
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    isEdited: row.updatedAt > row.createdAt,
  };
}

const toAlert = (row: NamingAlert): EntityAlert => ({
  ...{ id: row.id, title: row.title, severity: row.severity, status: row.status },
  ...{ source: row.source, createdAt: toIso(row.created_at) },
});

const placeToCursor = ({ created_at, seq }: NamingAlert) =>
  Buffer.from(`${created_at}.${seq}`).toString('base64url');

function cursorToPlace(cursor: string): AlertPlace {
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (match) return { createdAt: Number(match[1]), seq: Number(match[2]) };
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

/** Both texts, for the answer: the writer decides. */
const otherText = (note: NoteRow, yours: string, names: Names) => ({
  revision: String(note.updatedAt),
  fields: [
    {
      ...{ field: 'text', value: note.text, yours },
      ...{ by: nameOf(names, note.createdBy) ?? 'Unknown account', at: toIso(note.updatedAt) },
    },
  ],
});

const CRITICALITY_DEEDS: Record<Criticality, string> = {
  CRITICAL: 'as a critical asset',
  NORMAL: 'as normal',
  KNOWN_BENIGN: 'as known to be benign',
};

export function createEntityService({ db, newId, ownersOf }: EntityServiceDeps) {
  function ownNote(reader: ReadDb, id: string, actor: string): NoteRow {
    const note = findNote(reader, id);
    if (!note) throw new AppError('not-found', 'There is no such note');
    if (note.createdBy !== actor)
      throw new AppError('forbidden', 'A note is changed by who wrote it');
    return note;
  }

  const readNote = (reader: ReadDb, id: string): EntityNote => {
    const note = findNote(reader, id);
    if (!note) throw new AppError('not-found', 'There is no such note');
    return toNote(note, peopleNames(reader));
  };

  return {
    list({ q, limit }: { q?: string | undefined; limit: number }): KnownEntity[] {
      const typed = q?.trim().toLowerCase();
      return db.read('entities.list', (reader) =>
        typed
          ? entitiesBeginning(reader, TYPED_KINDS, typed, limit).slice(0, limit)
          : markedEntities(reader, limit),
      );
    },

    profile(ref: EntityRef): EntityProfile {
      const { id, kind, value } = toEntity(ref);
      return db.read('entities.profile', (reader) => {
        const entity = findEntity(reader, kind, value);
        const names = peopleNames(reader);
        const row = entity ?? { id: 0, kind, value, alerts: 0, groups: 0 };
        const known = { ...row, first_seen: 0, last_seen: 0, ...entity };
        const alerts = entity ? newestAlerts(reader, entity, ALERTS_COUNTED) : [];
        const isSeen = entity !== undefined && entity.alerts > 0;
        return {
          ...{ id, kind, value, alerts: known.alerts, groups: known.groups },
          firstSeen: isSeen ? toIso(known.first_seen) : null,
          lastSeen: isSeen ? toIso(known.last_seen) : null,
          isGathering: isBeingGathered(reader),
          ...countAlerts(known, alerts),
          ...readActivity(reader, known),
          mark: toMark(findMark(reader, id), names),
          notes: countNotes(reader, id),
        };
      });
    },

    alerts(ref: EntityRef, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const after = cursor === undefined ? null : cursorToPlace(cursor);
      const { kind, value } = toEntity(ref);
      return db.read('entities.alerts', (reader) => {
        const entity = findEntity(reader, kind, value);
        const rows: NamingAlert[] = [];
        if (entity) {
          for (const alert of alertsOf(reader, entity, after, limit + 1)) {
            rows.push(alert);
            if (rows.length > limit) break;
          }
        }
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        return {
          rows: shown.map(toAlert),
          total: entity?.alerts ?? 0,
          nextCursor: last && rows.length > limit ? placeToCursor(last) : null,
        };
      });
    },

    links(ref: EntityRef, limit: number): EntityLinks {
      const { kind, value } = toEntity(ref);
      const owners = ownersOf(kind, value);
      return db.read('entities.links', (reader) =>
        readLinks(reader, { kind, value, typed: ref.value, owners, limit }),
      );
    },

    notes(ref: EntityRef): EntityNote[] {
      return db.read('entities.notes', (reader) => {
        const names = peopleNames(reader);
        return listNotes(reader, toEntity(ref).id).map((row) => toNote(row, names));
      });
    },

    addNote(ref: EntityRef & { text: string }, actor: string): EntityNote {
      const entity = toEntity(ref);
      const id = newId();
      const kind = 'entities.add-note';
      const summary = `Write a note about ${entityLabel(entity.kind, entity.value)}`;
      return db.write({ actor, origin: 'user', action: kind }, (tx) => {
        addNote(tx, entity, ref.text, { id: newId(), actor, kind, summary }, id);
        return readNote(tx, id);
      });
    },

    changeNote(id: string, change: { text: string; before: string }, actor: string): EntityNote {
      const kind = 'entities.change-note';
      return db.write({ actor, origin: 'user', action: kind }, (tx) => {
        const note = ownNote(tx, id, actor);
        if (note.text !== change.before && note.text !== change.text)
          throw new AppError('conflict', 'This note was changed in another window', {
            conflict: otherText(note, change.text, peopleNames(tx)),
          });
        if (note.text !== change.text) {
          const summary = `Change a note about ${entityLabel(note.entityKind, note.entityValue)}`;
          changeNote(tx, note, change.text, { id: newId(), actor, kind, summary });
        }
        return readNote(tx, id);
      });
    },

    removeNote(id: string, actor: string): void {
      const kind = 'entities.remove-note';
      db.write({ actor, origin: 'user', action: kind }, (tx) => {
        const note = ownNote(tx, id, actor);
        const summary = `Remove a note about ${entityLabel(note.entityKind, note.entityValue)}`;
        removeNote(tx, note, { id: newId(), actor, kind, summary });
      });
    },

    mark({ criticality, reason, ...ref }: EntityMarkChange, actor: string): EntityMark {
      const entity = toEntity(ref);
      const kind = 'entities.mark';
      const summary = `Mark ${entityLabel(entity.kind, entity.value)} ${CRITICALITY_DEEDS[criticality]}`;
      return db.write({ actor, origin: 'user', action: kind, reason }, (tx) => {
        saveMark(
          tx,
          entity,
          { criticality, reason },
          { id: newId(), actor, kind, summary, note: reason },
        );
        return toMark(findMark(tx, entity.id), peopleNames(tx));
      });
    },
  };
}
export type EntityService = ReturnType<typeof createEntityService>;
