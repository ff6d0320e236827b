/**
 * Linking everything, beside the core: reads all, thinks, and writes what differs, in small
 * transactions that each hold whole incidents. Ended in the middle, every incident is as it was or as
 * it shall be, and the next start goes on (`incident_state.is_whole`).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../../db/write-door.ts';
import type { JobContext, JobFunction } from '../../jobs/job.ts';
import { toClusters } from './clusters.ts';
import { link, scaleOf, thresholdOf } from './linking.kernel.ts';
import {
  beginWhole,
  dropWork,
  endWhole,
  lastWork,
  readIncidentPlaces,
  readLinkState,
  readStrictness,
} from './linking.store.ts';
import { planLocally, writePlan } from './linking-local.ts';
import { type Cluster, hashEdges, placeClusters } from './placing.store.ts';
import { readWholeInput, type WholeInput } from './whole-input.ts';

/** Groups of one transaction, unless one incident alone has more. */
const BATCH_GROUPS = 100;
/** So many groups are linked by what stands around them; more are linked with all others. */
const LOCAL_GROUPS = 400;
/** Decisions made meanwhile make it begin anew; after so many times it is left for the next run. */
const MAX_STARTS = 5;

const CALLER: Caller = { actor: null, origin: 'job', action: 'incidents.link' };

export const linkIncidentsJob: JobFunction = async (_, context) => {
  for (let start = 0; start < MAX_STARTS; start++) {
    const outcome = linkNew(context) ?? (await linkOnce(context));
    if (outcome !== null) return outcome;
  }
  return { groups: 0, changed: 0 };
};

/** Links what is new, thought out while others write; null where that is not enough. */
function linkNew({ db }: JobContext): { groups: number; changed: number } | null {
  const plan = db.snapshot('incidents.plan', (reader) => planLocally(reader, LOCAL_GROUPS));
  if (plan === 'whole') return null;
  if (plan === 'nothing') return { groups: 0, changed: 0 };
  if (!db.write(CALLER, (tx) => writePlan(tx, plan))) return null;
  const groups = plan.clusters.reduce((sum, cluster) => sum + cluster.groups.length, 0);
  return { groups, changed: groups };
}

/** Null where a decision came in between. */
async function linkOnce(context: JobContext): Promise<{ groups: number; changed: number } | null> {
  const { db, signal } = context;
  const { version, seq } = db.write(CALLER, (tx) => ({
    version: beginWhole(tx).version,
    seq: lastWork(tx),
  }));
  const input = await readWholeInput(
    db.read('incidents.input', (reader) => reader),
    { signal },
  );
  signal.throwIfAborted();
  const scale = scaleOf(input.groups.count);
  const strictness = db.read('incidents.strictness', readStrictness);
  const threshold = thresholdOf(strictness);
  const linked = link(input.groups, input.entities, { scale, threshold });
  await nextTurn();
  const changed = findChanged(context, input, clustersOf(input, linked));
  const total = changed.reduce((sum, { groups }) => sum + groups.length, 0);
  let done = 0;
  for (const batch of batchesOf(changed, input)) {
    signal.throwIfAborted();
    const isWritten = db.write(CALLER, (tx) => {
      if (readLinkState(tx).version !== version) return false;
      placeClusters(tx, batch);
      tx.announce('incidents');
      return true;
    });
    if (!isWritten) return null;
    done += batch.reduce((sum, { groups }) => sum + groups.length, 0);
    context.report({ done, total, message: 'Link groups' });
    context.relieveLog();
    await nextTurn();
  }
  const isEnd = db.write(CALLER, (tx) => {
    if (readLinkState(tx).version !== version) return false;
    dropWork(tx, seq);
    endWhole(tx, scale);
    tx.announce('incidents');
    return true;
  });
  return isEnd ? { groups: input.groups.count, changed: total } : null;
}

export function clustersOf(input: WholeInput, linked: ReturnType<typeof link>): Cluster[] {
  return toClusters(linked, {
    ...{ ids: input.ids, keys: input.keys },
    recordOf: (place) => input.records[input.groups.pin[place] ?? -1],
  });
}

/** Incidents whose groups, key or links differ from what is written. */
function findChanged({ db }: JobContext, input: WholeInput, clusters: Cluster[]): Cluster[] {
  const placeOfKey = new Map<string, { id: number; edgesHash: number }>();
  db.read('incidents.places', (reader) => {
    for (const { key, id, edgesHash } of readIncidentPlaces(reader))
      placeOfKey.set(key, { id, edgesHash });
  });
  const incidentOf = new Map<number, number>();
  for (let place = 0; place < input.ids.length; place++)
    incidentOf.set(input.ids[place] ?? 0, input.incidents[place] ?? 0);
  return clusters.filter(({ key, groups, edges }) => {
    const place = placeOfKey.get(key);
    if (!place || place.edgesHash !== hashEdges(edges)) return true;
    return groups.some((group) => incidentOf.get(group) !== place.id);
  });
}

/**
 * Packs incidents into transactions so that what loses groups and what gains them are written
 * together: clusters that share an incident of before are never apart.
 */
function batchesOf(clusters: readonly Cluster[], input: WholeInput): Cluster[][] {
  const incidentOf = new Map<number, number>();
  for (let place = 0; place < input.ids.length; place++)
    incidentOf.set(input.ids[place] ?? 0, input.incidents[place] ?? 0);
  const parent = clusters.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    parent[at] = root;
    return root;
  };
  const clusterOfIncident = new Map<number, number>();
  for (const [at, { groups }] of clusters.entries()) {
    for (const group of groups) {
      const incident = incidentOf.get(group) ?? 0;
      if (incident === 0) continue;
      const other = clusterOfIncident.get(incident);
      if (other === undefined) clusterOfIncident.set(incident, at);
      else if (rootOf(other) !== rootOf(at)) parent[rootOf(at)] = rootOf(other);
    }
  }
  const together = new Map<number, Cluster[]>();
  for (const [at, cluster] of clusters.entries()) {
    const root = rootOf(at);
    const list = together.get(root) ?? [];
    if (list.length === 0) together.set(root, list);
    list.push(cluster);
  }
  return packed([...together.values()]);
}

function packed(parts: readonly Cluster[][]): Cluster[][] {
  const batches: Cluster[][] = [];
  let batch: Cluster[] = [];
  let size = 0;
  for (const part of parts) {
    const n = part.reduce((sum, { groups }) => sum + groups.length, 0);
    if (size > 0 && size + n > BATCH_GROUPS) {
      batches.push(batch);
      batch = [];
      size = 0;
    }
    batch.push(...part);
    size += n;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
