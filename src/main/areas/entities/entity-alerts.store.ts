/**
 * Alerts that name an entity, newest first, so that a page costs its rows however many there are. Where the
 * search index leads to exactly as many as are kept count of, along that; the groups of any other lie in
 * its index by quarter of an hour, and their members by time.
 */

import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { newestRows } from '../../db/alert-spans.ts';
import type { ReadDb } from '../../db/database.ts';
import { ROWID_RANGE } from '../../db/full-text.ts';
import { entitiesOf } from '../../db/groups/entities.ts';
import { entityQuery } from './entity-words.ts';

export interface EntityRow {
  readonly id: number;
  readonly kind: EntityKind;
  readonly value: string;
  readonly alerts: number;
  readonly groups: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

export interface NamingAlert {
  readonly seq: number;
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly source: string;
  readonly source_host: string | null;
  readonly source_user: string | null;
  readonly techniques: string;
  readonly created_at: number;
}

/** A place in the list: what follows is older, or as old with a lower `seq`. */
export interface AlertPlace {
  readonly createdAt: number;
  readonly seq: number;
}

interface Place {
  readonly seq: number;
  readonly created_at: number;
  /** Of its group, only some name the entity. */
  readonly isDoubtful: boolean;
}

interface GroupPlace {
  readonly slot: number;
  readonly group_id: number;
  readonly is_doubtful: 0 | 1;
}

/** Up to so many alerts of an entity the search index is asked for all of them, though few are read. */
const INDEXED_ALERTS = 20_000;
/** Up to so many are all read where the index leads to others, too. */
const RARE_ALERTS = 500;
const GROUPS_AT_ONCE = 64;
const ROWS_AT_ONCE = 256;
const SLOT_MS = 900_000;
const COLUMNS =
  'seq, id, title, severity, status, source, source_host, source_user, techniques, created_at';

export function findEntity(db: ReadDb, kind: EntityKind, value: string): EntityRow | undefined {
  return db.get<EntityRow>('SELECT * FROM entities WHERE kind = ? AND value = ?', kind, value);
}

/** Lazily: whoever takes ten pays for ten. `wanted` bounds what is read of one group at a time. */
export function* alertsOf(
  db: ReadDb,
  entity: EntityRow,
  after: AlertPlace | null,
  wanted: number,
): Generator<NamingAlert> {
  const indexed = indexedSeqs(db, entity);
  if (!indexed) return yield* alongGroups(db, entity, after, wanted);
  let reached = after;
  const options = {
    after: after && { seq: after.seq, created_at: after.createdAt },
    wanted,
    read: (seqs: readonly number[]) => namingRows(db, seqs),
  };
  for (const row of newestRows(db, indexed, options)) {
    // As many as there should be, and another one among them: then one is missing.
    if (!isNamedBy(row, entity)) return yield* alongGroups(db, entity, reached, wanted);
    yield row;
    reached = { createdAt: row.created_at, seq: row.seq };
  }
}

function* alongGroups(
  db: ReadDb,
  entity: EntityRow,
  after: AlertPlace | null,
  wanted: number,
): Generator<NamingAlert> {
  let waiting: Place[] = [];
  for (const groups of slotsOf(db, entity.id, after)) {
    waiting.push(...likely(db, entity, placesOf(db, groups, after, wanted)));
    if (waiting.length < Math.min(wanted, ROWS_AT_ONCE)) continue;
    yield* rowsAt(db, entity, waiting);
    waiting = [];
  }
  yield* rowsAt(db, entity, waiting);
}

/** Null where the index does not lead to exactly as many as are kept count of. */
function indexedSeqs(db: ReadDb, entity: EntityRow): readonly number[] | null {
  const { kind, value, alerts } = entity;
  const query = alerts > INDEXED_ALERTS ? null : entityQuery(kind, value);
  if (query === null) return null;
  // One text instead of an object a row, which took longer to make than the rows to find.
  const found = db.get<{ seqs: string }>(
    `SELECT json_group_array(rowid) AS seqs FROM
     (SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? LIMIT ?)`,
    query,
    Math.max(RARE_ALERTS, alerts) + 1,
  );
  const seqs = JSON.parse(found?.seqs ?? '[]') as number[];
  if (seqs.length === alerts) return seqs;
  if (seqs.length < alerts || seqs.length > RARE_ALERTS) return null;
  const naming = namingRows(db, seqs).filter((row) => isNamedBy(row, entity));
  return naming.length === alerts ? naming.map(({ seq }) => seq) : null;
}

const namingRows = (db: ReadDb, seqs: readonly number[]): (NamingAlert & Naming)[] =>
  db.all(
    `SELECT ${COLUMNS}, ${NAMING} FROM alerts
     WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    JSON.stringify(seqs),
  );

type Naming = Parameters<typeof entitiesOf>[0];
const NAMING = `description, source_host AS sourceHost, source_user AS sourceUser,
  source_ip AS sourceIp, dest_ip AS destIp`;

const isNamedBy = (alert: Naming, { kind, value }: Pick<EntityRow, 'kind' | 'value'>): boolean =>
  entitiesOf(alert).some((entity) => entity.kind === kind && entity.value === value);

/** The entity's groups, those of one quarter of an hour together, the latest first. */
function* slotsOf(
  db: ReadDb,
  entityId: number,
  after: AlertPlace | null,
): Generator<readonly GroupPlace[]> {
  let slot = after ? Math.floor(after.createdAt / SLOT_MS) : Number.MAX_SAFE_INTEGER;
  let group = Number.MAX_SAFE_INTEGER;
  let together: GroupPlace[] = [];
  for (;;) {
    const next = db.all<GroupPlace>(
      `SELECT e.slot, e.group_id, e.n < g.n AS is_doubtful
       FROM group_entities e INDEXED BY group_entities_entity
       CROSS JOIN alert_groups g ON g.id = e.group_id
       WHERE e.entity_id = ? AND (e.slot, e.group_id) < (?, ?)
       ORDER BY e.slot DESC, e.group_id DESC LIMIT ?`,
      entityId,
      slot,
      // Of the slot itself, all.
      group,
      GROUPS_AT_ONCE,
    );
    for (const place of next) {
      if (together[0] && together[0].slot !== place.slot) {
        yield together;
        together = [];
      }
      together.push(place);
    }
    const last = next.at(-1);
    if (!last || next.length < GROUPS_AT_ONCE) break;
    slot = last.slot;
    group = last.group_id;
  }
  if (together.length > 0) yield together;
}

/** At most `wanted` a group, which is enough: no more of them are asked for before the next slot. */
function placesOf(
  db: ReadDb,
  groups: readonly GroupPlace[],
  after: AlertPlace | null,
  wanted: number,
): Place[] {
  const found = groups.flatMap(({ group_id, is_doubtful }) =>
    db
      .all<{ alert_seq: number; created_at: number }>(
        `SELECT alert_seq, created_at FROM group_members INDEXED BY group_members_group
         WHERE group_id = ? AND (created_at, alert_seq) < (?, ?)
         ORDER BY created_at DESC, alert_seq DESC LIMIT ?`,
        group_id,
        after?.createdAt ?? Number.MAX_SAFE_INTEGER,
        after?.seq ?? Number.MAX_SAFE_INTEGER,
        // Of a doubtful group, any number may have to be passed over.
        is_doubtful ? -1 : wanted,
      )
      .map(({ alert_seq, created_at }) => ({
        seq: alert_seq,
        created_at,
        isDoubtful: is_doubtful === 1,
      })),
  );
  return found.sort((a, b) => b.created_at - a.created_at || b.seq - a.seq);
}

/** Without those of doubtful groups that the search index knows not to name the entity. */
function likely(db: ReadDb, { kind, value }: EntityRow, places: readonly Place[]): Place[] {
  const doubtful = places.filter(({ isDoubtful }) => isDoubtful).map(({ seq }) => seq);
  const query = entityQuery(kind, value);
  if (doubtful.length === 0 || query === null) return [...places];
  const found = db.all<{ rowid: number }>(
    `SELECT rowid FROM alerts_fts WHERE alerts_fts MATCH ? AND ${ROWID_RANGE}`,
    query,
    doubtful.reduce((a, b) => Math.min(a, b)),
    doubtful.reduce((a, b) => Math.max(a, b)),
  );
  const naming = new Set(found.map(({ rowid }) => rowid));
  return places.filter(({ isDoubtful, seq }) => !isDoubtful || naming.has(seq));
}

function* rowsAt(db: ReadDb, entity: EntityRow, places: readonly Place[]): Generator<NamingAlert> {
  for (let from = 0; from < places.length; from += ROWS_AT_ONCE) {
    const part = places.slice(from, from + ROWS_AT_ONCE);
    const rows = db.all<NamingAlert>(
      `SELECT ${COLUMNS} FROM alerts
       WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
      JSON.stringify(part.map(({ seq }) => seq)),
    );
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    for (const { seq, isDoubtful } of part) {
      const row = bySeq.get(seq);
      if (row && (!isDoubtful || names(db, seq, entity))) yield row;
    }
  }
}

export function names(db: ReadDb, seq: number, entity: Pick<EntityRow, 'kind' | 'value'>): boolean {
  const alert = db.get<Naming>(`SELECT title, ${NAMING} FROM alerts WHERE seq = ?`, seq);
  return alert !== undefined && isNamedBy(alert, entity);
}
