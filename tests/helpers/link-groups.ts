import {
  type EntityRule,
  type LinkEntity,
  type LinkGroups,
  link,
  scaleOf,
  thresholdOf,
} from '../../src/main/areas/incidents/linking.kernel.ts';

/** A group as tests and evaluations write it; entities as '<kind>:<value>'. */
export interface PlainGroup {
  readonly key: string;
  readonly window: number;
  readonly entities: readonly string[];
}

export interface PlainDecisions {
  readonly strictness: number;
  /** Of a group's key, the record. */
  readonly pins?: ReadonlyMap<string, string>;
  readonly locked?: ReadonlySet<string>;
  readonly rules?: ReadonlyMap<string, EntityRule>;
}

function toLinkInput(plain: readonly PlainGroup[], decisions: PlainDecisions) {
  const { pins = new Map(), locked = new Set(), rules = new Map() } = decisions;
  const sorted = [...plain].sort((a, b) => a.window - b.window || (a.key < b.key ? -1 : 1));
  const names = [...new Set(sorted.flatMap(({ entities }) => entities))].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const records = [...new Set(pins.values())].sort();
  const lists = sorted.map(({ entities }) =>
    [...new Set(entities)].map((name) => places.get(name) ?? 0).sort((a, b) => a - b),
  );
  const counts = new Uint32Array(names.length);
  for (const place of lists.flat()) counts[place] = (counts[place] ?? 0) + 1;
  const offsets = new Uint32Array(sorted.length + 1);
  for (const [g, list] of lists.entries()) offsets[g + 1] = (offsets[g] ?? 0) + list.length;
  const recordOf = ({ key }: PlainGroup): string => pins.get(key) ?? '';
  const groups: LinkGroups = {
    count: sorted.length,
    window: Uint32Array.from(sorted, ({ window }) => window),
    offsets,
    entities: Uint32Array.from(lists.flat()),
    pin: Int32Array.from(sorted, (group) => records.indexOf(recordOf(group))),
    isLocked: Uint8Array.from(sorted, (group) => (locked.has(recordOf(group)) ? 1 : 0)),
  };
  const entities: LinkEntity[] = names.map((name, place) => ({
    kind: name.slice(0, name.indexOf(':')),
    groups: counts[place] ?? 0,
    rule: rules.get(name) ?? null,
  }));
  return { sorted, groups, entities };
}

/** The incident of each group by its key: the key of the incident's earliest group, or its record. */
export function linkPlain(
  plain: readonly PlainGroup[],
  decisions: PlainDecisions,
): Map<string, string> {
  const { sorted, groups, entities } = toLinkInput(plain, decisions);
  const scale = scaleOf(sorted.length);
  const { root } = link(groups, entities, {
    scale,
    threshold: thresholdOf(decisions.strictness),
  });
  const recordOfRoot = new Map<number, string>();
  for (const [g, group] of sorted.entries()) {
    const record = decisions.pins?.get(group.key);
    if (record !== undefined) recordOfRoot.set(root[g] ?? 0, record);
  }
  return new Map(
    sorted.map((group, g) => {
      const place = root[g] ?? 0;
      return [group.key, recordOfRoot.get(place) ?? sorted[place]?.key ?? ''];
    }),
  );
}
