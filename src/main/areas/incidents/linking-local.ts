/**
 * Linking what is new: the new groups, what stands next to them in time, and whatever hangs together
 * with these. Comes to the same incidents as linking everything (linking-whole.ts), because a group
 * that no strong pair ties to the new ones is not concerned.
 */
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { toClusters } from './clusters.ts';
import {
  floorLog2,
  isTooCommon,
  KERNEL_VERSION,
  type LinkRules,
  packPair,
  scaleOf,
  thresholdOf,
  unite,
} from './linking.kernel.ts';
import {
  beginWhole,
  countGroups,
  dropWork,
  endLocal,
  endWhole,
  groupsOfEntity,
  readEntityList,
  readEvery,
  readFresh,
  readLinkState,
  readLockedRecords,
  readStrictness,
  readWork,
  ruleOf,
  type WorkRow,
} from './linking.store.ts';
import { LocalGraph, TooMuch } from './local-graph.ts';
import { type Cluster, placeClusters } from './placing.store.ts';

export type LocalOutcome = 'done' | 'nothing' | 'whole';

/** What linking comes to, before it is written. */
export interface LocalPlan {
  /** What it was thought out from: where that has changed, it is not written. */
  readonly version: number;
  readonly isWhole: number;
  readonly isPart: boolean;
  readonly scale: number;
  readonly clusters: readonly Cluster[];
  /** The last of the work it takes care of. */
  readonly workUpTo: number;
}

/**
 * @param limit how many groups may be looked at; more is for linking as a whole.
 * @returns 'whole' where this must be left to it; then nothing was written.
 */
export function linkLocally(tx: WriteTx, limit: number): LocalOutcome {
  const plan = planLocally(tx, limit);
  if (typeof plan === 'string') return plan;
  writePlan(tx, plan);
  return 'done';
}

/** Thinks it out, from one state of the database: within a transaction, or a snapshot. */
export function planLocally(db: ReadDb, limit: number): LocalPlan | 'nothing' | 'whole' {
  const { version, isWhole, kernel, scale: linkedScale } = readLinkState(db);
  const total = countGroups(db);
  const scale = scaleOf(total);
  const isPart = isWhole === 0 && kernel === KERNEL_VERSION && linkedScale === scale;
  if (!isPart && total > limit) return 'whole';
  const work = readWork(db, 4 * limit + 1);
  const fresh = isPart ? readFresh(db, limit + 1) : readEvery(db, limit + 1);
  if (isPart && fresh.length === 0 && work.length === 0) return 'nothing';
  if (fresh.length > limit || work.length > 4 * limit) return 'whole';
  const rules = { scale, threshold: thresholdOf(readStrictness(db)) };
  const graph = gather(db, { limit, fresh, work, rules });
  if (!graph) return 'whole';
  const workUpTo = work.at(-1)?.seq ?? 0;
  return { version, isWhole, isPart, scale, clusters: cluster(graph), workUpTo };
}

/** False, and nothing is written, where something was decided or deleted since it was thought out. */
export function writePlan(tx: WriteTx, plan: LocalPlan): boolean {
  const { version, isWhole } = readLinkState(tx);
  if (version !== plan.version || isWhole !== plan.isWhole) return false;
  if (!plan.isPart) beginWhole(tx);
  if (placeClusters(tx, plan.clusters).size > 0) tx.announce('incidents');
  dropWork(tx, plan.workUpTo);
  if (plan.isPart) endLocal(tx);
  else endWhole(tx, plan.scale);
  return true;
}

interface Gathering {
  readonly limit: number;
  readonly fresh: readonly number[];
  readonly work: readonly WorkRow[];
  readonly rules: LinkRules;
}

/** Null where more is concerned than may be looked at. */
function gather(db: ReadDb, { limit, fresh, work, rules }: Gathering): LocalGraph | null {
  const list = readEntityList(db);
  const graph = new LocalGraph(db, {
    ...{ rules, limit, locked: readLockedRecords(db) },
    ruleOf: (entity) => ruleOf(list, entity),
  });
  try {
    for (const id of new Set([...fresh, ...work.map(({ groupId }) => groupId)])) graph.seed(id);
    for (const entity of crossedLevel(graph, new Set(fresh), work, rules))
      for (const id of groupsOfEntity(db, entity, limit + 1)) graph.seed(id);
    graph.grow();
    return graph;
  } catch (thrown) {
    if (thrown instanceof TooMuch) return null;
    throw thrown;
  }
}

/** Entities that count as more common now than before these groups came: all their pairs have changed. */
function crossedLevel(
  graph: LocalGraph,
  fresh: ReadonlySet<number>,
  work: readonly WorkRow[],
  { scale }: LinkRules,
): number[] {
  const added = new Map<number, number>();
  const add = (entity: number) => added.set(entity, (added.get(entity) ?? 0) + 1);
  for (const group of fresh) for (const { id } of graph.entitiesOf(group)) add(id);
  const seen = new Set<string>();
  for (const { groupId, entityId } of work) {
    const key = `${groupId} ${entityId}`;
    if (entityId === 0 || fresh.has(groupId) || seen.has(key)) continue;
    seen.add(key);
    add(entityId);
  }
  return [...added].flatMap(([id, n]) => {
    const now = graph.entity(id);
    if (!now) return [];
    const before = { ...now, groups: now.groups - n };
    const isSame = floorLog2(before.groups) === floorLog2(now.groups);
    if (before.groups <= 1 || isSame) return [];
    return isTooCommon(before, scale) && isTooCommon(now, scale) ? [] : [id];
  });
}

/** Links what the graph has gathered, with the same kernel as everything. */
function cluster(graph: LocalGraph): Cluster[] {
  const nodes = graph.sorted();
  const placeOf = new Map(nodes.map(({ id }, at) => [id, at]));
  const records = [...new Set(nodes.flatMap(({ record }) => record ?? []))];
  const recordPlace = new Map(records.map((record, at) => [record, at]));
  const pairs = graph
    .pairs()
    .map(({ a, b, strength }) => packPair(placeOf.get(a) ?? 0, placeOf.get(b) ?? 0, strength));
  const linked = unite(
    {
      count: nodes.length,
      window: Uint32Array.from(nodes, ({ window }) => window),
      pin: Int32Array.from(nodes, ({ record }) =>
        record === null ? -1 : (recordPlace.get(record) ?? -1),
      ),
    },
    Float64Array.from(pairs).sort(),
  );
  return toClusters(linked, {
    ids: nodes.map(({ id }) => id),
    keys: nodes.map(({ key }) => key),
    recordOf: (at) => nodes[at]?.record ?? undefined,
  });
}
