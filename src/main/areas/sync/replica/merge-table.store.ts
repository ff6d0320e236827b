/** Rows of one table, as they came, into the database: in the transaction that is open. */
import type { MergedEntry } from '../../../db/merge-rows.ts';
import type { PackedRows } from '../../../db/packed-rows.ts';
import { rowFromDriver } from '../../../db/statements.ts';
import type { SyncedTable } from '../../../db/write-door.ts';
import { mergeRows as mergeWire } from '../merge.kernel.ts';
import { isSentRow } from '../sent-columns.ts';
import type { WireRow } from '../wire.ts';
import type { MergeFollower } from './followers.types.ts';
import { type PlannedChange, planChange } from './merge-change.ts';
import type { MergeScope } from './merge-context.ts';
import { insertEntries, type NewRow } from './merge-entries.ts';
import { byColumns } from './pack-wire.ts';
import { makeReady } from './ready-rows.ts';
import { isUnsent, renameInPlace, sendAlso } from './rename.store.ts';
import { findTwins, readRaw, readRaws } from './row-reader.store.ts';
import { CellError, type RawRow, type TableCodec } from './table-codec.ts';
import { dropUnknown, readUnknown, saveUnknown, type UnknownPart } from './unknown-rows.store.ts';

const NO_ROWS: PackedRows = { count: 0, properties: [], columns: [], constants: {} };

/** A change with the row that came, and whether an earlier one was kept aside. */
type Planned = PlannedChange & { readonly row: WireRow };

interface Work {
  readonly scope: MergeScope;
  readonly codec: TableCodec;
  /** Whether a row that its table refuses is left out and kept aside; else it throws. */
  readonly isCareful: boolean;
}

/** How many rows changed here. @throws where a table refuses a row and this is not careful. */
export function mergeTable(
  scope: MergeScope,
  table: string,
  rows: readonly WireRow[],
  isCareful: boolean,
): number {
  const codec = scope.codecs.get(table);
  if (!codec) return keepForeign(scope, table, rows);
  const work = { scope, codec, isCareful };
  const came = once(rows.filter(({ id }) => isSentRow(table, id)));
  const ids = came.map(({ id }) => id);
  const parts = readUnknown(scope.tx, table, ids);
  const raws = readRaws(scope.tx, table, ids);
  const fresh: WireRow[] = [];
  const changes: Planned[] = [];
  const twins = new Map(
    findTwins(
      scope.tx,
      codec,
      came.filter(({ id }) => !raws.has(id)),
    ),
  );
  for (const row of came) {
    const part = parts.get(row.id);
    const twin = twins.get(row.id);
    const renamed = twin === undefined ? undefined : renameOwn(work, twin, row.id);
    if (renamed) raws.set(row.id, renamed);
    const raw = raws.get(row.id);
    const held = part && part.v !== null ? { ...part, v: part.v } : null;
    const merged = held ? mergeWire(row, held) : row;
    if (raw) plan(work, changes, { raw, part: held ? undefined : part }, merged);
    else fresh.push(merged);
  }
  return insertFresh(work, fresh, parts) + applyChanges(work, { raws, parts }, changes);
}

/** The same id twice in one go is one row. */
function once(rows: readonly WireRow[]): WireRow[] {
  const found = new Map<string, WireRow>();
  for (const row of rows) {
    const other = found.get(row.id);
    found.set(row.id, other ? mergeWire(other, row) : row);
  }
  return [...found.values()];
}

/** What was made here apart from it takes its id; a row that the server knows does not. */
function renameOwn({ scope, codec }: Work, twin: string, known: string): RawRow | undefined {
  const raw = readRaw(scope.tx, codec.name, twin);
  if (!raw || !isUnsent(scope, raw)) return undefined;
  renameInPlace(scope, codec, twin, known);
  return readRaw(scope.tx, codec.name, known);
}

function plan(
  { scope, codec, isCareful }: Work,
  changes: Planned[],
  mine: { readonly raw: RawRow; readonly part: UnknownPart | undefined },
  row: WireRow,
): void {
  try {
    const change = planChange(scope, codec, mine, row);
    if (change) changes.push({ ...change, row });
  } catch (error) {
    if (!(error instanceof CellError) || !isCareful) throw error;
    holdAside({ scope, codec, isCareful }, row, error.message);
  }
}

/** Kept until it fits; a row that is here in part is kept as what it is with what came. */
function holdAside({ scope, codec }: Work, row: WireRow, reason: string): void {
  saveUnknown(scope.tx, codec.name, row, reason.slice(0, 500));
}

function insertFresh(
  work: Work,
  rows: readonly WireRow[],
  parts: ReadonlyMap<string, UnknownPart>,
): number {
  let count = 0;
  for (const group of byColumns(rows)) count += insertGroup(work, group, parts);
  return count;
}

function insertGroup(
  work: Work,
  group: readonly WireRow[],
  parts: ReadonlyMap<string, UnknownPart>,
): number {
  const { scope, codec, isCareful } = work;
  const { rows, packed, refused, followed } =
    scope.ready?.take(group) ??
    makeReady(scope.tx, { codec, rows: group, follower: scope.followers[codec.name] });
  for (const { row, reason } of refused) {
    if (!isCareful) throw new CellError(reason);
    holdAside(work, row, reason);
  }
  if (rows.length === 0) return 0;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const onRefused = (id: string, reason: string) => {
    const row = byId.get(id);
    if (row) holdAside(work, row, reason);
    byId.delete(id);
  };
  const { inserted, places } = scope.tx.mergeRows(codec.shape.table as SyncedTable, {
    ...{ inserts: packed, updates: [], latest: latestOf(rows) },
    entries: isCareful ? [] : insertEntries(scope, rows),
    ...(isCareful ? { onRefused } : {}),
  });
  if (isCareful) tellMerged(scope, codec, insertEntries(scope, [...byId.values()]));
  const names = Object.keys(rows[0]?.c ?? {}).filter((name) => !codec.shape.columnOf.has(name));
  if (names.length + parts.size > 0)
    for (const row of byId.values()) keepUnknownColumns(work, row, names, parts);
  if (inserted.count > 0) followed?.follow(scope.tx, inserted, places);
  return inserted.count;
}

export function tellMerged(
  scope: MergeScope,
  codec: TableCodec,
  entries: readonly MergedEntry[],
): void {
  if (entries.length === 0) return;
  const latest = latestOf(entries.map(({ stamp }) => ({ v: stamp, f: null })));
  scope.tx.mergeRows(codec.shape.table as SyncedTable, {
    ...{ inserts: NO_ROWS, updates: [], entries, latest },
  });
}

/** Columns that this version does not know; a row that was kept aside is so no longer. */
function keepUnknownColumns(
  { scope, codec }: Work,
  row: WireRow,
  names: readonly string[],
  parts: ReadonlyMap<string, UnknownPart>,
): void {
  if (names.length === 0) {
    if (parts.has(row.id)) dropUnknown(scope.tx, codec.name, row.id);
    return;
  }
  const c = Object.fromEntries(names.map((name) => [name, row.c[name] ?? null]));
  const dated = names.filter((name) => row.f?.[name] !== undefined);
  const f = Object.fromEntries(dated.map((name) => [name, row.f?.[name] ?? '']));
  saveUnknown(
    scope.tx,
    codec.name,
    { id: row.id, v: null, f: dated.length > 0 ? f : null, c },
    null,
  );
}

function applyChanges(
  work: Work,
  { raws, parts }: { raws: ReadonlyMap<string, RawRow>; parts: ReadonlyMap<string, UnknownPart> },
  changes: readonly Planned[],
): number {
  if (changes.length === 0) return 0;
  const { scope, codec, isCareful } = work;
  const { tx } = scope;
  const follower = scope.followers[codec.name];
  const refused = new Map<string, string>();
  const derived = follower ? withDerived(work, raws, changes, follower) : changes;
  tx.mergeRows(codec.shape.table as SyncedTable, {
    inserts: NO_ROWS,
    updates: derived.map(({ change }) => change),
    entries: changes.flatMap(({ entries }) => entries),
    latest: latestOf(
      changes.map(({ change }) => ({ v: change.rowVersion, f: versionsOf(change) })),
    ),
    ...(isCareful ? { onRefused: (id, reason) => void refused.set(id, reason) } : {}),
  });
  const written = derived.filter(({ change }) => !refused.has(change.id));
  for (const { change, unknown, row } of derived) {
    const reason = refused.get(change.id);
    if (reason !== undefined) holdAside(work, row, reason);
    else if (unknown) saveUnknown(tx, codec.name, { ...unknown, id: change.id }, null);
    else if (typeof parts.get(change.id)?.v === 'string') dropUnknown(tx, codec.name, change.id);
  }
  if (written.length > 0)
    follower?.changed(
      tx,
      written.map(({ change }) => beforeAndAfter(codec, raws.get(change.id), change.set)),
    );
  for (const { change, revives, isMore } of written) {
    if (isMore) sendAlso(scope, codec.name, change.id);
    if (revives) revive(work, change.id);
  }
  return written.length;
}

function versionsOf({ fieldVersions }: PlannedChange['change']): Record<string, string> | null {
  return fieldVersions === null ? null : (JSON.parse(fieldVersions) as Record<string, string>);
}

function beforeAndAfter(
  { shape }: TableCodec,
  raw: RawRow | undefined,
  set: Readonly<Record<string, unknown>>,
) {
  const before = rowFromDriver(shape, raw ?? {}) as Record<string, unknown>;
  const after = { ...before };
  for (const [name, value] of Object.entries(set)) {
    const column = shape.columnOf.get(name);
    if (column) after[column.property] = column.read(value);
  }
  return { before, after };
}

/** Columns that are worked out here follow what changed. */
function withDerived(
  { codec }: Work,
  raws: ReadonlyMap<string, RawRow>,
  changes: readonly Planned[],
  { derive, derivedFrom }: MergeFollower,
): Planned[] {
  return changes.map((planned) => {
    const { id, set } = planned.change;
    if (!Object.keys(set).some((name) => derivedFrom.has(name))) return planned;
    const raw = raws.get(id);
    const further: Record<string, unknown> = {};
    const derived = derive(packOne(codec, { ...raw, ...set }));
    for (const [property, [value]] of Object.entries(derived)) {
      const name = codec.shape.columnsByProperty[property]?.name;
      if (name !== undefined && raw?.[name] !== value) further[name] = value;
    }
    return { ...planned, change: { ...planned.change, set: { ...set, ...further } } };
  });
}

const packOne = ({ columns }: TableCodec, raw: RawRow): PackedRows => ({
  count: 1,
  properties: columns.map(({ property }) => property),
  columns: columns.map(({ name }) => [raw[name] ?? null]),
  constants: {},
});

/** By a write of this workstation, which goes to the others. */
function revive({ scope, codec }: Work, id: string): void {
  const { tx, followers } = scope;
  const before = readRaw(tx, codec.name, id);
  if (!before || !tx.revive(codec.shape.table as SyncedTable, id)) return;
  followers[codec.name]?.changed(tx, [beforeAndAfter(codec, before, { deleted_at: null })]);
  sendAlso(scope, codec.name, id);
}

function latestOf(rows: readonly Pick<NewRow, 'v' | 'f'>[]): string {
  let latest = '';
  for (const { v, f } of rows) {
    if (v > latest) latest = v;
    if (f) for (const stamp of Object.values(f)) if (stamp > latest) latest = stamp;
  }
  return latest;
}

/** Rows of a table that this version does not know. */
function keepForeign({ tx }: MergeScope, table: string, rows: readonly WireRow[]): number {
  const parts = readUnknown(
    tx,
    table,
    rows.map(({ id }) => id),
  );
  for (const row of once(rows)) {
    const part = parts.get(row.id);
    saveUnknown(
      tx,
      table,
      part && part.v !== null ? mergeWire(row, { ...part, v: part.v }) : row,
      null,
    );
  }
  return rows.length;
}
