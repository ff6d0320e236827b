/** From what the kernel found (places) to incidents (ids and keys). Pure. */
import type { Linked } from './linking.kernel.ts';
import type { Cluster, ClusterEdge } from './placing.store.ts';

/** Groups by their place in the order of the kernel. */
export interface PlacedGroups {
  readonly ids: ArrayLike<number>;
  readonly keys: readonly string[];
  /** The record a group is pinned to. */
  readonly recordOf: (place: number) => string | undefined;
}

export function toClusters({ root, edges }: Linked, groups: PlacedGroups): Cluster[] {
  const byRoot = new Map<number, { record: string | undefined; places: number[] }>();
  for (let place = 0; place < root.length; place++) {
    const at = root[place] ?? place;
    const cluster = byRoot.get(at) ?? { record: undefined, places: [] };
    if (cluster.places.length === 0) byRoot.set(at, cluster);
    cluster.places.push(place);
    cluster.record ??= groups.recordOf(place);
  }
  const edgesByRoot = new Map<number, ClusterEdge[]>();
  for (const { a, b, strength } of edges) {
    const at = root[a] ?? a;
    const list = edgesByRoot.get(at) ?? [];
    if (list.length === 0) edgesByRoot.set(at, list);
    list.push({ a: groups.ids[a] ?? 0, b: groups.ids[b] ?? 0, strength });
  }
  return [...byRoot].map(([at, { record, places }]) => ({
    key: record ?? groups.keys[at] ?? '',
    hasRecord: record !== undefined,
    groups: places.map((place) => groups.ids[place] ?? 0),
    edges: edgesByRoot.get(at) ?? [],
  }));
}
