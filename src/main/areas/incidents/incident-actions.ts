/**
 * Merge, split, detach, lock, rename, release: sets of pins and records, in one transaction each, so
 * that each is there as a whole or not at all. Groups are placed at once; linking then looks at what
 * stands next to them.
 */
import type { MergeInput, SplitInput } from '../../../shared/areas/incidents/incidents.contract.ts';
import { MAX_ACTION_GROUPS } from '../../../shared/areas/incidents/incidents.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { recordAction } from '../../db/action-log.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { refuseStale } from './incident-conflict.ts';
import { findIncident, findRecord } from './incident-detail.store.ts';
import type { IncidentRow } from './incident-list.store.ts';
import {
  type Deciding,
  edgesOf,
  insertRecord,
  type MemberGroup,
  membersOf,
  pinGroups,
  takeInHand,
  updateRecord,
} from './incident-pins.store.ts';
import { type Cluster, type ClusterEdge, placeClusters } from './placing.store.ts';

export interface ActionDeps {
  readonly db: Database;
  readonly newId: NewId;
}

/** Who does it and why; the reason goes to the audit log and the history of actions. */
export interface Doing {
  readonly actor: string;
  readonly reason?: string | undefined;
  readonly baseRevision?: string | undefined;
}

/** The key of the incident that came of it. */
type Result = string;

const noSuchIncident = () => new AppError('not-found', 'There is no such incident');

export function mustFindIncident(db: ReadDb, id: string): IncidentRow {
  const row = findIncident(db, id);
  if (!row) throw noSuchIncident();
  return row;
}

function badGroups(message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path: 'groups', message }] });
}

function refuseLocked(row: IncidentRow): void {
  if (row.is_locked === 1)
    throw new AppError('conflict', `'${row.name}' is locked. Unlock it first.`, { allowed: [] });
}

function refuseLarge(groups: number): void {
  if (groups <= MAX_ACTION_GROUPS) return;
  throw badGroups(
    `Together these are ${groups} groups; at most ${MAX_ACTION_GROUPS} can be placed by hand at once. Make linking stricter first.`,
  );
}

const quoted = (row: IncidentRow): string => `'${row.name}'`;
const many = (n: number, one: string, several = `${one}s`): string =>
  n === 1 ? `1 ${one}` : `${n} ${several}`;

export function createIncidentActions({ db, newId }: ActionDeps) {
  /** One action: its transaction, its audit entries, and its place in the history of actions. */
  function act(
    verb: string,
    { actor, reason }: Doing,
    fn: (deciding: Deciding) => { summary: string; key: Result },
  ): Result {
    const kind = `incidents.${verb}`;
    const caller: Caller = { actor, origin: 'user', action: kind, reason: reason ?? null };
    return db.write(caller, (tx) => {
      const deciding: Deciding = { tx, actionId: newId(), actor, changes: [] };
      const { summary, key } = fn(deciding);
      const action = { id: deciding.actionId, kind, actor, summary, note: reason ?? null };
      recordAction(tx, action, deciding.changes);
      tx.announce('incidents');
      return key;
    });
  }

  /** The incident as the person saw it. */
  function find(tx: WriteTx, id: string, { baseRevision }: Doing): IncidentRow {
    const row = mustFindIncident(tx, id);
    refuseStale(tx, row, baseRevision);
    return row;
  }

  function changeLock(id: string, doing: Doing, isLocked: boolean): Result {
    return act(isLocked ? 'lock' : 'unlock', doing, (deciding) => {
      const { tx, actor } = deciding;
      const row = find(tx, id, doing);
      if ((row.is_locked === 1) === isLocked)
        throw new AppError(
          'conflict',
          `${quoted(row)} is ${isLocked ? 'locked' : 'not locked'} already`,
          {
            allowed: [],
          },
        );
      const groups = membersOf(tx, row.id);
      refuseLarge(groups.length);
      const patch = {
        lockedAt: isLocked ? tx.now : null,
        lockedBy: isLocked ? actor : null,
        reason: doing.reason ?? null,
      };
      const key = takeInHand(deciding, row, { newId, patch });
      pinGroups(deciding, keysOf(groups), key);
      placeClusters(tx, [asCluster(key, groups, edgesOf(tx, row.id))]);
      return { key, summary: `${isLocked ? 'Lock' : 'Unlock'} ${quoted(row)}` };
    });
  }

  return {
    merge(input: MergeInput, actor: string): Result {
      const doing = { actor, reason: input.reason };
      return act('merge', doing, (deciding) => {
        const { tx } = deciding;
        const rows = input.incidents.map(({ id, baseRevision }) =>
          find(tx, id, { actor, baseRevision }),
        );
        const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
        const [target, ...others] = distinct;
        if (!target || others.length === 0)
          throw new AppError('conflict', 'These are one incident already', { allowed: [] });
        for (const row of distinct) refuseLocked(row);
        const groups = distinct.flatMap((row) => membersOf(tx, row.id));
        refuseLarge(groups.length);
        const patch = { reason: input.reason, ...(input.name ? { name: input.name } : {}) };
        const key = takeInHand(deciding, target, { newId, patch });
        for (const { key: other } of others)
          if (findRecord(tx, other))
            updateRecord(deciding, other, { mergedInto: key, reason: input.reason });
        pinGroups(deciding, keysOf(groups), key);
        const edges = distinct.flatMap((row) => edgesOf(tx, row.id));
        placeClusters(tx, [asCluster(key, groups, edges)]);
        return {
          key,
          summary: `Merge ${many(distinct.length, 'incident')} into ${quoted(target)}`,
        };
      });
    },

    split(id: string, input: SplitInput, actor: string): Result {
      const doing = { actor, reason: input.reason, baseRevision: input.baseRevision };
      return act('split', doing, (deciding) => {
        const row = find(deciding.tx, id, doing);
        const parted = part(deciding.tx, row, input.groups);
        const patch = { reason: input.reason, name: input.name ?? null };
        const key = separate(deciding, row, { ...parted, newId, patch, reason: input.reason });
        return { key, summary: `Split ${many(parted.chosen.length, 'group')} from ${quoted(row)}` };
      });
    },

    detach(id: string, group: string, doing: Doing): Result {
      return act('detach', doing, (deciding) => {
        const { tx, actor } = deciding;
        const row = find(tx, id, doing);
        const parted = part(tx, row, [group]);
        const reason = doing.reason ?? null;
        // Locked, so that it stands alone until somebody says otherwise.
        const patch = { reason, lockedAt: tx.now, lockedBy: actor };
        separate(deciding, row, { ...parted, newId, patch, reason });
        const left = parted.rest[0]?.key ?? '';
        return {
          key: findIncident(tx, left)?.key ?? row.key,
          summary: `Detach a group from ${quoted(row)}`,
        };
      });
    },

    lock: (id: string, doing: Doing): Result => changeLock(id, doing, true),
    unlock: (id: string, doing: Doing): Result => changeLock(id, doing, false),

    rename(id: string, name: string | null, doing: Doing): Result {
      return act('rename', doing, (deciding) => {
        const { tx } = deciding;
        const row = find(tx, id, doing);
        const groups = membersOf(tx, row.id);
        const isNew = findRecord(tx, row.key) === undefined;
        const key = takeInHand(deciding, row, { newId, patch: { name } });
        // One group carries the name; the others stay with it as linking says.
        if (isNew) pinGroups(deciding, keysOf(groups.slice(0, 1)), key);
        placeClusters(tx, [asCluster(key, groups, edgesOf(tx, row.id))]);
        const summary =
          name === null ? `Take back the name of ${quoted(row)}` : `Name ${quoted(row)} '${name}'`;
        return { key, summary };
      });
    },

    /** Every group back to linking; a name stays with the earliest group. */
    release(id: string, doing: Doing): number {
      let released = 0;
      act('release', doing, (deciding) => {
        const { tx } = deciding;
        const row = find(tx, id, doing);
        refuseLocked(row);
        const record = findRecord(tx, row.key);
        if (!record)
          throw new AppError('conflict', `Nobody placed the groups of ${quoted(row)}`, {
            allowed: [],
          });
        const groups = membersOf(tx, row.id);
        refuseLarge(groups.length);
        updateRecord(deciding, record.id, { reason: doing.reason ?? null });
        pinGroups(deciding, keysOf(groups.slice(record.name === null ? 0 : 1)), null);
        released = groups.length;
        return { key: row.key, summary: `Leave ${quoted(row)} to linking again` };
      });
      return released;
    },
  };
}
export type IncidentActions = ReturnType<typeof createIncidentActions>;

const keysOf = (groups: readonly MemberGroup[]): string[] => groups.map(({ key }) => key);

function asCluster(
  key: string,
  groups: readonly MemberGroup[],
  edges: readonly ClusterEdge[],
): Cluster {
  return { key, hasRecord: true, groups: groups.map(({ id }) => id), edges };
}

interface Parted {
  readonly chosen: MemberGroup[];
  readonly rest: MemberGroup[];
}

/** @throws AppError where a group went elsewhere meanwhile, or none would be left. */
function part(tx: WriteTx, row: IncidentRow, keys: readonly string[]): Parted {
  refuseLocked(row);
  const groups = membersOf(tx, row.id);
  refuseLarge(groups.length);
  const wanted = new Set(keys);
  const chosen = groups.filter(({ key }) => wanted.has(key));
  const rest = groups.filter(({ key }) => !wanted.has(key));
  if (chosen.length < wanted.size)
    throw new AppError(
      'conflict',
      `${many(wanted.size - chosen.length, 'of the groups is', 'of the groups are')} not in ${quoted(row)} any more. Nothing was changed.`,
      { allowed: [] },
    );
  if (chosen.length === 0) throw badGroups('Choose at least one group');
  if (rest.length === 0)
    throw badGroups('All groups of the incident are chosen; at least one must stay');
  return { chosen, rest };
}

interface Separation extends Parted {
  readonly newId: NewId;
  /** Of the new incident. */
  readonly patch: Parameters<typeof insertRecord>[2];
  readonly reason: string | null;
}

/** Both parts are pinned, because otherwise linking would put them together again. */
function separate(deciding: Deciding, row: IncidentRow, separation: Separation): Result {
  const { tx } = deciding;
  const { chosen, rest, newId, patch, reason } = separation;
  const edges = edgesOf(tx, row.id);
  const within = (groups: readonly MemberGroup[]) => {
    const ids = new Set(groups.map(({ id }) => id));
    return edges.filter(({ a, b }) => ids.has(a) && ids.has(b));
  };
  const stays = takeInHand(deciding, row, { newId, patch: { reason } });
  const goes = newId();
  insertRecord(deciding, goes, patch);
  pinGroups(deciding, keysOf(rest), stays);
  pinGroups(deciding, keysOf(chosen), goes);
  placeClusters(tx, [
    asCluster(stays, rest, within(rest)),
    asCluster(goes, chosen, within(chosen)),
  ]);
  return goes;
}
