/**
 * Alerts that enter and leave groups in one transaction, added up in memory and then written once a
 * group and entity. Whoever changes alerts makes one of these; nothing else writes these tables.
 */
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import type { WriteTx } from '../write-door.ts';
import type { NamedEntity } from './entities.ts';
import { writeEntities } from './group-entities.store.ts';
import {
  byAlphabet,
  firstOf,
  type GroupRow,
  insertGroups,
  type NewGroup,
  readGroups,
  updateGroup,
} from './group-rows.store.ts';
import { TotalChanges } from './group-totals.store.ts';
import { IdSource } from './id-source.store.ts';
import { inPieces, manyRows } from './many-rows.ts';

const INSERT_MEMBERS = manyRows(
  3,
  (list) => `INSERT OR FAIL INTO group_members (alert_seq, group_id, created_at) VALUES ${list}`,
);

/** An alert as its group sees it. */
export interface Member {
  readonly seq: number;
  readonly createdAt: number;
  readonly severity: Severity;
  /** Open or in progress. */
  readonly isActive: boolean;
  readonly source: string;
  readonly detector: string | null;
  readonly title: string;
  readonly techniques: readonly string[];
  /** Of one `GroupChanges`: the same entity is the same object (`same`). */
  readonly entities: readonly NamedEntity[];
}

/** How often more or less a group names an entity, and when. */
export interface EntityChange {
  n: number;
  first: number;
  last: number;
}

export interface GroupChange {
  readonly key: Uint8Array;
  readonly added: Member[];
  readonly removed: Member[];
  readonly entities: Map<NamedEntity, EntityChange>;
}

export class GroupChanges {
  readonly #changes = new Map<string, GroupChange>();
  readonly #entities = new Map<NamedEntity['kind'], Map<string, NamedEntity>>();

  /** One object for each entity, whoever found it. */
  same(entities: readonly NamedEntity[]): NamedEntity[] {
    return entities.map((entity) => this.sameOne(entity));
  }

  sameOne(entity: NamedEntity): NamedEntity {
    const { kind, value } = entity;
    let ofKind = this.#entities.get(kind);
    if (!ofKind) {
      ofKind = new Map();
      this.#entities.set(kind, ofKind);
    }
    const known = ofKind.get(value);
    if (known === undefined) ofKind.set(value, entity);
    return known ?? entity;
  }

  add(key: Uint8Array, member: Member): void {
    this.addTo(this.of(key), member);
  }

  /** `change` is one of these changes. */
  addTo(change: GroupChange, member: Member): void {
    change.added.push(member);
    count(change, member, 1);
  }

  remove(key: Uint8Array, member: Member): void {
    const change = this.of(key);
    change.removed.push(member);
    count(change, member, -1);
  }

  apply(tx: WriteTx): void {
    if (this.#changes.size === 0) return;
    // What leaves goes first: an alert has one row among the members.
    for (const { removed } of this.#changes.values()) dropMembers(tx, removed);
    const totals = new TotalChanges();
    const ids = new IdSource(tx, 'alert_groups');
    const changes = [...this.#changes.values()];
    const known = readGroups(
      tx,
      changes.map(({ key }) => key),
    );
    const touched = changes.flatMap((change, place) => {
      const before = known.get(place);
      if (!before && change.added.length === 0) return [];
      const [id, isNew] = [before?.id ?? ids.next(), before === undefined];
      return [{ change, before, id, isNew, isLinked: (before?.incidentId ?? null) !== null }];
    });
    insertMembers(tx, touched);
    writeGroups(tx, touched, totals);
    writeEntities(tx, touched);
    totals.apply(tx);
    tx.announce('alert_groups');
    this.#changes.clear();
  }

  /** What happens to the group of that key, so far. */
  of(key: Uint8Array): GroupChange {
    const name = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
    let change = this.#changes.get(name);
    if (!change) {
      change = { key, added: [], removed: [], entities: new Map() };
      this.#changes.set(name, change);
    }
    return change;
  }
}

function count({ entities }: GroupChange, member: Member, n: 1 | -1): void {
  const at = member.createdAt;
  for (const entity of member.entities) {
    const change = entities.get(entity);
    if (change === undefined) {
      entities.set(entity, { n, first: at, last: at });
      continue;
    }
    change.n += n;
    if (at < change.first) change.first = at;
    if (at > change.last) change.last = at;
  }
}

function dropMembers(tx: WriteTx, members: readonly Member[]): void {
  for (const { seq } of members) tx.run('DELETE FROM group_members WHERE alert_seq = ?', seq);
}

/** A group that changes, as it was, and the id that it has or gets. */
interface TouchedGroup {
  readonly change: GroupChange;
  readonly before: GroupRow | undefined;
  readonly id: number;
  readonly isNew: boolean;
  /** Whether it belongs to an incident. */
  readonly isLinked: boolean;
}

/** In the order of the alerts, so that the table only grows at its end. */
function insertMembers(tx: WriteTx, groups: readonly TouchedGroup[]): void {
  const rows = groups
    .flatMap(({ change, id }) => change.added.map((member) => ({ member, id })))
    .sort((a, b) => a.member.seq - b.member.seq);
  inPieces(
    INSERT_MEMBERS,
    rows,
    ({ member, id }, put) => {
      put(member.seq);
      put(id);
      put(member.createdAt);
    },
    (sql, values) => tx.run(sql, ...values),
  );
}

function writeGroups(tx: WriteTx, groups: readonly TouchedGroup[], totals: TotalChanges): void {
  const begun: NewGroup[] = [];
  for (const { change, before, id } of groups) {
    const after = changedGroup(tx, change, before, id);
    if (before) totals.add(before, -1);
    if (after.n > 0) totals.add(after, 1);
    if (before) updateGroup(tx, before, after);
    else begun.push({ key: change.key, group: after });
  }
  insertGroups(tx, begun);
}

function changedGroup(
  tx: WriteTx,
  { added, removed }: GroupChange,
  before: GroupRow | undefined,
  id: number,
): GroupRow {
  const first = added[0];
  const group: GroupRow = before
    ? { ...before, techniqueCounts: { ...before.techniqueCounts }, counts: { ...before.counts } }
    : { ...emptyGroup(id), source: first?.source ?? '' };
  for (const member of added) tally(group, member, 1);
  for (const member of removed) tally(group, member, -1);
  for (const member of added) {
    if (comesFirst(member, group)) Object.assign(group, leadOf(member));
    if (member.createdAt > group.lastSeen) group.lastSeen = member.createdAt;
  }
  const isBoundGone = removed.some(
    ({ createdAt }) => createdAt <= group.firstSeen || createdAt >= group.lastSeen,
  );
  if (group.n > 0 && isBoundGone) Object.assign(group, firstOf(tx, id));
  group.severity = SEVERITIES.find((severity) => group.counts[severity] > 0) ?? group.severity;
  return group;
}

const emptyGroup = (id: number): GroupRow => ({
  id,
  incidentId: null,
  source: '',
  detector: null,
  title: '',
  severity: 'LOW',
  techniqueCounts: {},
  n: 0,
  nActive: 0,
  firstSeen: Number.MAX_SAFE_INTEGER,
  lastSeen: Number.MIN_SAFE_INTEGER,
  counts: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 },
});

function tally(group: GroupRow, member: Member, n: 1 | -1): void {
  group.n += n;
  if (member.isActive) group.nActive += n;
  group.counts[member.severity] += n;
  const { techniques } = member;
  for (const [place, technique] of techniques.entries()) {
    if (techniques.indexOf(technique) < place) continue;
    const left = (group.techniqueCounts[technique] ?? 0) + n;
    if (left > 0) group.techniqueCounts[technique] = left;
    else delete group.techniqueCounts[technique];
  }
}

const leadOf = ({ createdAt, title, detector }: Member) => ({
  firstSeen: createdAt,
  title,
  detector,
});

/** Of several at one moment the first in the alphabet, whichever came here first. */
function comesFirst(
  member: Pick<Member, 'createdAt' | 'title' | 'detector'>,
  group: Pick<GroupRow, 'firstSeen' | 'title' | 'detector'>,
): boolean {
  if (member.createdAt !== group.firstSeen) return member.createdAt < group.firstSeen;
  return byAlphabet(member, group) < 0;
}
