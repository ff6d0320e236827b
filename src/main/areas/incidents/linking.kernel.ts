/**
 * Linking: which groups of alerts belong to one incident. A pure function of the groups, the entities
 * they name, the strictness and people's pins: no clock, no chance, no ids of rows, and the order in
 * which groups arrived changes nothing. What follows from it is described in docs/spec/incidents.md.
 *
 * Groups are numbered by (window, key): the quarter hour of their own time, which later repeats do not
 * change. All weights are whole numbers, so that every machine comes to the same result.
 */
export const KERNEL_VERSION = 2;

/** Times are counted in windows of a quarter hour. */
const HOUR = 4;
/** Groups further apart do not link. */
export const MAX_GAP = 24 * HOUR;
/** Nothing that links by itself becomes longer or larger: against endless chains by one busy host. */
const MAX_SPAN = 7 * 24 * HOUR;
const MAX_GROUPS = 5_000;
/** A link is worth half where the groups are this far apart. */
const HALF_GAP = 8 * HOUR;
/** Until a workspace has as many groups, it does not know what is rare. */
const LEAST_SCALE = 2_048;
/** In one of so many groups or more: too common to link. */
export const COMMON_SHARE = 8;
/** Pairs are sorted as one number: 10 bits of strength, twice 21 of place. */
const MAX_PLACES = 2 ** 21;

export type EntityRule = 'ALWAYS' | 'NEVER' | 'BUILT_IN' | null;

/** An entity as linking sees it. `groups`: how many groups of the whole workspace name it. */
export interface LinkEntity {
  readonly kind: string;
  readonly groups: number;
  readonly rule: EntityRule;
}

/** Groups in the order (window, key); `entities` holds ascending numbers of `LinkEntity`. */
export interface LinkGroups {
  readonly count: number;
  readonly window: Uint32Array;
  /** Of group g: `entities[offsets[g]]` to before `entities[offsets[g + 1]]`. */
  readonly offsets: Uint32Array;
  readonly entities: Uint32Array;
  /** The record a group is pinned to, -1 for none. */
  readonly pin: Int32Array;
  /** 1: pinned to a locked record, so that it takes part in nothing. */
  readonly isLocked: Uint8Array;
}

/** The size of a workspace that rarity is measured by: a power of two, so that it seldom changes. */
export function scaleOf(groups: number): number {
  return 2 ** floorLog2(Math.max(LEAST_SCALE, groups));
}

export const floorLog2 = (value: number): number => 31 - Math.clz32(Math.max(1, value));

/** The strength in thousandths that a link must have. Strictness is 0 (loose) to 100 (strict). */
export const thresholdOf = (strictness: number): number => 100 + 8 * strictness;

export function isTooCommon({ groups, rule }: LinkEntity, scale: number): boolean {
  if (rule === 'ALWAYS') return false;
  if (rule !== null) return true;
  return 2 ** floorLog2(groups) * COMMON_SHARE >= scale;
}

/** Thousandths: 1000 where hardly any other group names it, 0 where all do. */
export function rarityOf({ groups, rule }: LinkEntity, scale: number): number {
  if (rule === 'ALWAYS') return 1000;
  return 1000 - Math.floor((1000 * floorLog2(groups)) / floorLog2(scale));
}

/** Thousandths: 1000 at once, 500 after eight hours, 250 after a day. */
export const closenessOf = (gap: number): number =>
  Math.floor((1000 * HALF_GAP) / (HALF_GAP + gap));

/**
 * Of a pair of groups that share entities: the rarest of each kind counts, kinds add up (each takes
 * its part of what is missing to certainty), and distance in time weakens the whole.
 */
export function strengthOf(
  shared: readonly LinkEntity[],
  { gap, scale }: { gap: number; scale: number },
): number {
  const rarest = new Map<string, number>();
  for (const entity of shared) {
    if (entity.rule === 'ALWAYS') return 1000;
    const rarity = rarityOf(entity, scale);
    if (rarity > (rarest.get(entity.kind) ?? -1)) rarest.set(entity.kind, rarity);
  }
  let missing = 1_000_000;
  for (const rarity of [...rarest.values()].sort((a, b) => a - b))
    missing = Math.floor((missing * (1000 - rarity)) / 1000);
  return Math.floor(((1_000_000 - missing) * closenessOf(gap)) / 1_000_000);
}

export interface LinkRules {
  readonly scale: number;
  readonly threshold: number;
}

/** Reads groups and entities for the strength of pairs. */
export function createPairs(groups: LinkGroups, entities: readonly LinkEntity[], rules: LinkRules) {
  const { window, offsets } = groups;
  const isUsable = Uint8Array.from(entities, (entity) =>
    isTooCommon(entity, rules.scale) ? 0 : 1,
  );
  const gapOf = (a: number, b: number): number => Math.abs((window[a] ?? 0) - (window[b] ?? 0));

  /** Both lists ascend, so that one pass finds what is in both. */
  function sharedOf(a: number, b: number): LinkEntity[] {
    const shared: LinkEntity[] = [];
    const [endA = 0, endB = 0] = [offsets[a + 1], offsets[b + 1]];
    let i = offsets[a] ?? 0;
    let j = offsets[b] ?? 0;
    while (i < endA && j < endB) {
      const x = groups.entities[i] ?? 0;
      const y = groups.entities[j] ?? 0;
      if (x === y && isUsable[x] === 1) shared.push(entities[x] as LinkEntity);
      if (x <= y) i++;
      if (y <= x) j++;
    }
    return shared;
  }

  return {
    isUsable: (entity: number): boolean => isUsable[entity] === 1,
    /** 0 where they are too far apart or share nothing that links. */
    strength(a: number, b: number): number {
      const gap = gapOf(a, b);
      return gap > MAX_GAP ? 0 : strengthOf(sharedOf(a, b), { gap, scale: rules.scale });
    },
  };
}
export type Pairs = ReturnType<typeof createPairs>;

/** A pair strong enough, as one number that sorts the strongest first, then the earliest. */
export const packPair = (a: number, b: number, strength: number): number =>
  ((1000 - strength) * MAX_PLACES + Math.min(a, b)) * MAX_PLACES + Math.max(a, b);

const FIRST_PAIRS = 1_024;

/** All pairs that follow each other in time at some entity and are strong enough. */
function findPairs(groups: LinkGroups, pairs: Pairs, { threshold }: LinkRules): Float64Array {
  if (groups.count > MAX_PLACES) throw new Error('Too many groups to link at once');
  const lastOf = new Map<number, number>();
  const found = createNumbers();
  for (let b = 0; b < groups.count; b++) {
    if (groups.isLocked[b] === 1) continue;
    for (let i = groups.offsets[b] ?? 0; i < (groups.offsets[b + 1] ?? 0); i++) {
      const entity = groups.entities[i] ?? 0;
      if (!pairs.isUsable(entity)) continue;
      const a = lastOf.get(entity);
      lastOf.set(entity, b);
      if (a === undefined) continue;
      const strength = pairs.strength(a, b);
      if (strength >= threshold) found.add(packPair(a, b, strength));
    }
  }
  return found.all().sort();
}

/** Numbers in memory that grows with them. */
function createNumbers() {
  let numbers = new Float64Array(FIRST_PAIRS);
  let count = 0;
  return {
    add(number: number) {
      if (count === numbers.length) {
        const larger = new Float64Array(count * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[count++] = number;
    },
    all: () => numbers.subarray(0, count),
  };
}

/** One link of an incident's strongest tree; `a` came before `b`. */
export interface LinkEdge {
  readonly a: number;
  readonly b: number;
  readonly strength: number;
}

type Unitable = Pick<LinkGroups, 'count' | 'window' | 'pin'>;

export interface Linked {
  /** Of each group the first group of its incident, which stands for it. */
  readonly root: Uint32Array;
  readonly edges: readonly LinkEdge[];
}

/**
 * Unites groups along pairs, the strongest first. Groups pinned to one record are one from the start;
 * two records are never united, and nothing outgrows MAX_SPAN and MAX_GROUPS by itself.
 */
export function unite(groups: Unitable, sortedPairs: Float64Array): Linked {
  const clusters = createClusters(groups);
  const tree = createTrees(groups.count);
  const edges: LinkEdge[] = [];
  let before = -1;
  for (const packed of sortedPairs) {
    if (packed === before) continue;
    before = packed;
    const b = packed % MAX_PLACES;
    const rest = (packed - b) / MAX_PLACES;
    const a = rest % MAX_PLACES;
    clusters.unite(a, b);
    // Also what a person put together is shown with the links that speak for it.
    if (clusters.rootOf(a) === clusters.rootOf(b) && tree.unite(a, b))
      edges.push({ a, b, strength: 1000 - (rest - a) / MAX_PLACES });
  }
  return { root: Uint32Array.from({ length: groups.count }, (_, g) => clusters.rootOf(g)), edges };
}

/** Groups that are connected, each by the root of its tree. */
function createTrees(count: number) {
  const parent = Uint32Array.from({ length: count }, (_, g) => g);

  function rootOf(group: number): number {
    let root = group;
    while (parent[root] !== root) root = parent[root] ?? root;
    for (let at = group; at !== root; ) {
      const next = parent[at] ?? root;
      parent[at] = root;
      at = next;
    }
    return root;
  }

  return {
    rootOf,
    /** False where they were connected already. The earlier one stands for both. */
    unite(a: number, b: number): boolean {
      const [x, y] = [rootOf(a), rootOf(b)];
      parent[Math.max(x, y)] = Math.min(x, y);
      return x !== y;
    },
  };
}

function createClusters({ count, window, pin }: Unitable) {
  const trees = createTrees(count);
  const { rootOf } = trees;
  const size = new Uint32Array(count).fill(1);
  const from = Uint32Array.from(window);
  const to = Uint32Array.from(window);
  const pinned = Int32Array.from(pin);

  /** The earlier one stands for both. */
  function join(x: number, y: number): void {
    const [root, other] = x < y ? [x, y] : [y, x];
    trees.unite(x, y);
    size[root] = (size[root] ?? 0) + (size[other] ?? 0);
    from[root] = Math.min(from[root] ?? 0, from[other] ?? 0);
    to[root] = Math.max(to[root] ?? 0, to[other] ?? 0);
    pinned[root] = Math.max(pinned[root] ?? -1, pinned[other] ?? -1);
  }

  const spanOf = (root: number): number => (to[root] ?? 0) - (from[root] ?? 0);

  function mayJoin(x: number, y: number): boolean {
    if ((pinned[x] ?? -1) >= 0 && (pinned[y] ?? -1) >= 0) return false;
    const span = Math.max(to[x] ?? 0, to[y] ?? 0) - Math.min(from[x] ?? 0, from[y] ?? 0);
    if (span > Math.max(MAX_SPAN, spanOf(x), spanOf(y))) return false;
    return (size[x] ?? 0) + (size[y] ?? 0) <= MAX_GROUPS;
  }

  const rootOfPin = new Map<number, number>();
  for (let group = 0; group < count; group++) {
    const record = pin[group] ?? -1;
    if (record < 0) continue;
    const root = rootOfPin.get(record);
    if (root === undefined) rootOfPin.set(record, group);
    else join(rootOf(root), rootOf(group));
  }

  return {
    rootOf,
    unite(a: number, b: number): boolean {
      const x = rootOf(a);
      const y = rootOf(b);
      if (x === y || !mayJoin(x, y)) return false;
      join(x, y);
      return true;
    },
  };
}

/** The whole at once. */
export function link(
  groups: LinkGroups,
  entities: readonly LinkEntity[],
  rules: LinkRules,
): Linked {
  const pairs = createPairs(groups, entities, rules);
  return unite(groups, findPairs(groups, pairs, rules));
}
