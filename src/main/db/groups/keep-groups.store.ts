/**
 * Groups follow their alerts in the transaction that changes these: each alert is in exactly one
 * group, and every kept number equals a full scan. An alert that was here before there were groups is
 * in none until the rebuild reaches it (`rebuild-groups.store.ts`); what happens to it until then is
 * passed over here.
 */
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { isActive } from '../../../shared/areas/alerts/alerts.rules.ts';
import { remembered } from '../../../shared/kernel/remembered.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../database.ts';
import { type PackedRows, packedColumn } from '../packed-rows.ts';
import type { InsertedRange, WriteTx } from '../write-door.ts';
import { entitiesOf, type NamedEntity } from './entities.ts';
import { changeActive } from './group-active.store.ts';
import { noteFirstAlerts } from './group-build.store.ts';
import { type GroupChange, GroupChanges, type Member } from './group-changes.store.ts';
import { createKeyMaker, detachedKey, type GroupRules, readGroupRules } from './group-rules.ts';
import { type Groupable, type PackedGroups, packGroups } from './packed-groups.ts';

/** What groups need of the row of an alert. */
export interface GroupedAlert extends Groupable {
  readonly seq: number;
  readonly id: string;
  readonly status: AlertStatus;
  readonly severity: Severity;
  readonly techniques: readonly string[];
  readonly suppressedBy: string | null;
}

/** Open or in progress, and not hidden by a rule of suppression. */
const isWaiting = ({ status, suppressedBy }: Pick<GroupedAlert, 'status' | 'suppressedBy'>) =>
  isActive(status) && suppressedBy === null;

const NO_TECHNIQUES = '[]';

interface InsertedRows {
  readonly range: InsertedRange;
  /** The inserted rows of the batch, in order. */
  readonly places: readonly number[];
}

/** Puts new alerts into their groups. */
export function groupInserted(
  tx: WriteTx,
  rows: PackedRows,
  packed: PackedGroups,
  inserted: InsertedRows,
): void {
  const inserts = createGroupInserts(tx);
  inserts.add(rows, packed, inserted);
  inserts.end();
}

/** New alerts of one transaction: what all of its batches make of a group or an entity is written once. */
export function createGroupInserts(tx: WriteTx) {
  const changes = new GroupChanges();

  function add(rows: PackedRows, packed: PackedGroups, { range, places }: InsertedRows): void {
    if (range.count === 0) return;
    const rules = readGroupRules(tx);
    noteFirstAlerts(tx, rules, range.first);
    const columns = createColumns(rows);
    const groups = packed.rules === rules.text ? packed : packRowGroups(rows, rules);
    const pinned = readPins(tx, () => places.map((place) => columns.id(place)));
    const entitiesAt = createEntityReader(groups, changes);
    const groupAt = createGroupFinder(groups, changes);
    places.forEach((place, index) => {
      const id = pinned ? columns.id(place) : '';
      const member = columns.member(place, range.first + index, entitiesAt(place));
      const group = groupAt(place);
      if (pinned?.has(id)) changes.add(detachedKey(id, member.createdAt), member);
      else if (group) changes.addTo(group, member);
    });
  }

  return { add, end: () => changes.apply(tx) };
}

/** Keys and entities of rows that are packed already. */
export function packRowGroups(rows: PackedRows, rules: GroupRules): PackedGroups {
  const { groupable } = createColumns(rows);
  return packGroups(
    Array.from({ length: rows.count }, (_, row) => groupable(row)),
    rules,
  );
}

/** Reads single rows of a batch that is packed column by column. */
function createColumns(rows: PackedRows) {
  const column = <T>(property: string) => (packedColumn(rows, property) ?? []) as readonly T[];
  const ids = column<string>('id');
  const createdAt = column<number>('createdAt');
  const severity = column<Severity>('severity');
  const status = column<AlertStatus>('status');
  const suppressedBy = column<string | null>('suppressedBy');
  const source = column<string>('source');
  const title = column<string>('title');
  const detector = column<string>('detector');
  const techniques = column<string>('techniques');
  const description = column<string>('description');
  const category = column<string>('category');
  const sourceHost = column<string>('sourceHost');
  const sourceUser = column<string>('sourceUser');
  const sourceIp = column<string>('sourceIp');
  const destIp = column<string>('destIp');
  const techniquesOf = remembered((text) => JSON.parse(text) as readonly string[]);
  return {
    id: (row: number): string => ids[row] ?? '',
    member(row: number, seq: number, entities: readonly NamedEntity[]): Member {
      const text = techniques[row] ?? NO_TECHNIQUES;
      return {
        seq,
        createdAt: createdAt[row] as number,
        severity: severity[row] as Severity,
        isActive: isWaiting({
          status: status[row] as AlertStatus,
          suppressedBy: suppressedBy[row] ?? null,
        }),
        source: source[row] as string,
        detector: detector[row] ?? null,
        title: title[row] as string,
        techniques: text === NO_TECHNIQUES ? [] : techniquesOf(text),
        entities,
      };
    },
    groupable: (row: number): Groupable => ({
      source: source[row] as string,
      title: title[row] as string,
      description: description[row] ?? '',
      detector: detector[row] ?? null,
      severity: severity[row] as Severity,
      category: category[row] ?? null,
      sourceHost: sourceHost[row] ?? null,
      sourceUser: sourceUser[row] ?? null,
      sourceIp: sourceIp[row] ?? null,
      destIp: destIp[row] ?? null,
      createdAt: createdAt[row] as number,
    }),
  };
}

/** The group of a row of a batch, looked for once a key. */
function createGroupFinder({ keys, keyOf }: PackedGroups, changes: GroupChanges) {
  const met: (GroupChange | undefined)[] = [];
  return (row: number): GroupChange | undefined => {
    const place = keyOf[row] ?? 0;
    const key = keys[place];
    if (!met[place] && key) met[place] = changes.of(key);
    return met[place];
  };
}

/** What a row of a batch names; what other batches of the same changes name too is the same object. */
function createEntityReader({ named, namedFrom, entities }: PackedGroups, changes: GroupChanges) {
  const met: (NamedEntity | undefined)[] = [];
  const entityAt = (place: number): NamedEntity | undefined => {
    const entity = entities[place];
    if (entity === undefined) return undefined;
    const known = met[place] ?? changes.sameOne(entity);
    met[place] = known;
    return known;
  };
  return (row: number): NamedEntity[] => {
    const found: NamedEntity[] = [];
    const end = namedFrom[row + 1] ?? 0;
    for (let at = namedFrom[row] ?? 0; at < end; at++) {
      const entity = entityAt(named[at] ?? -1);
      if (entity) found.push(entity);
    }
    return found;
  };
}

/** Those of the alerts that are taken out of their groups; null where no alert at all is. */
function readPins(db: ReadDb, idsOf: () => readonly string[]): ReadonlySet<string> | null {
  const any = db.get('SELECT 1 FROM group_pins WHERE deleted_at IS NULL LIMIT 1');
  if (any === undefined) return null;
  const rows = db.all<{ id: string }>(
    `SELECT id FROM group_pins
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    JSON.stringify(idsOf()),
  );
  return new Set(rows.map(({ id }) => id));
}

export function toMember(changes: GroupChanges, alert: GroupedAlert): Member {
  return {
    seq: alert.seq,
    createdAt: alert.createdAt,
    severity: alert.severity,
    isActive: isWaiting(alert),
    source: alert.source,
    detector: alert.detector,
    title: alert.title,
    techniques: alert.techniques,
    entities: changes.same(entitiesOf(alert)),
  };
}

/** The key of the group that an alert is in now. */
function currentKey(db: ReadDb, seq: number): Uint8Array | undefined {
  return db.get<{ key: Uint8Array }>(
    `SELECT g.key FROM group_members m JOIN alert_groups g ON g.id = m.group_id
     WHERE m.alert_seq = ?`,
    seq,
  )?.key;
}

/** Where an alert belongs: by the rules, or alone. */
export function createKeyChooser(
  db: ReadDb,
  rules: GroupRules,
  idsOf: () => readonly string[],
): (alert: GroupedAlert) => Uint8Array {
  const pins = readPins(db, idsOf);
  const makeKey = createKeyMaker(rules);
  return (alert) => (pins?.has(alert.id) ? detachedKey(alert.id, alert.createdAt) : makeKey(alert));
}

/** Alerts before and after a change, one or many. Mostly of their status, which costs a row a group. */
export function groupsChanged(
  tx: WriteTx,
  changed: readonly { readonly before: GroupedAlert; readonly after: GroupedAlert }[],
): void {
  const opened: number[] = [];
  const closed: number[] = [];
  for (const { before, after } of changed) {
    if (!looksTheSame(before, after)) moveAlert(tx, before, after);
    else if (isWaiting(after) && !isWaiting(before)) opened.push(after.seq);
    else if (isWaiting(before) && !isWaiting(after)) closed.push(after.seq);
  }
  changeActive(tx, opened, 1);
  changeActive(tx, closed, -1);
}

const LOOKED_AT = [
  'source',
  'title',
  'description',
  'detector',
  'severity',
  'category',
  'sourceHost',
  'sourceUser',
  'sourceIp',
  'destIp',
  'createdAt',
] as const satisfies readonly (keyof GroupedAlert)[];

function looksTheSame(before: GroupedAlert, after: GroupedAlert): boolean {
  return (
    LOOKED_AT.every((property) => before[property] === after[property]) &&
    before.techniques.join() === after.techniques.join()
  );
}

/** Puts an alert where it belongs by now, from wherever it is; `before` is what its group counted. */
export function moveAlert(tx: WriteTx, before: GroupedAlert, after: GroupedAlert): void {
  const from = currentKey(tx, before.seq);
  if (!from) return;
  const keyOf = createKeyChooser(tx, readGroupRules(tx), () => [after.id]);
  const changes = new GroupChanges();
  changes.remove(from, toMember(changes, before));
  changes.add(keyOf(after), toMember(changes, after));
  changes.apply(tx);
}

/** Before alerts are deleted for good. */
export function groupRemoved(tx: WriteTx, alerts: readonly GroupedAlert[]): void {
  const changes = new GroupChanges();
  for (const alert of alerts) {
    const key = currentKey(tx, alert.seq);
    if (key) changes.remove(key, toMember(changes, alert));
  }
  changes.apply(tx);
}
