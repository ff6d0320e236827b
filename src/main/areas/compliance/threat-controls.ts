/**
 * Which controls should stop which technique. The table names controls of SP 800-53 r5; crosswalk
 * links carry that to the controls of other frameworks, in full where such a control is the same or
 * holds all of it, by half where it only shares a part.
 */
import type { CrosswalkRelation } from '../../../shared/areas/compliance/crosswalk.contract.ts';
import type { ControlThreat } from '../../../shared/areas/compliance/gaps.priority.rules.ts';
import { NIST_PACKS, TECHNIQUE_PACK } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import type { CrosswalkGraph } from './crosswalk-graph.ts';
import type { TechniqueCount } from './threat.store.ts';
import type { ThreatTable } from './threat-table.ts';

/** A control of the workspace by the pack whose ids it has (null where that is unknown). */
export interface PlacedControl {
  readonly id: string;
  readonly frameworkId: string;
  readonly pack: string | null;
  readonly ref: string;
}

/** What the control of the table is to the other one: how much of the threat goes along. */
const SHARES: Readonly<Record<CrosswalkRelation, number>> = {
  equal: 1,
  subset: 1,
  superset: 0.5,
  intersects: 0.5,
};

export type ThreatsOfControls = ReadonlyMap<string, ControlThreat[]>;

export interface PlaceIndex {
  /** Controls with this id, by pack or by a framework that came from none. */
  find(end: { pack: string | null; frameworkId: string | null; ref: string }): PlacedControl[];
}

export function indexPlaces(controls: readonly PlacedControl[]): PlaceIndex {
  const byPack = Map.groupBy(controls, ({ pack, ref }) => `${pack} ${ref}`);
  const byFramework = Map.groupBy(controls, ({ frameworkId, ref }) => `${frameworkId} ${ref}`);
  return {
    find: ({ pack, frameworkId, ref }) =>
      (pack === null ? byFramework.get(`${frameworkId} ${ref}`) : byPack.get(`${pack} ${ref}`)) ??
      [],
  };
}

/** The controls that stand for one of SP 800-53, each with its share: itself, and what is linked. */
export function controlsOfRef(
  db: ReadDb,
  deps: { readonly graph: CrosswalkGraph; readonly places: PlaceIndex },
  ref: string,
): { control: PlacedControl; relation: CrosswalkRelation | null; share: number }[] {
  const own = [...NIST_PACKS].flatMap((pack) => deps.places.find({ pack, frameworkId: null, ref }));
  const linked = deps.graph
    .neighboursOf(db, { pack: TECHNIQUE_PACK }, ref)
    .flatMap(({ target, relation }) =>
      deps.places.find(target).map((control) => ({ control, relation, share: SHARES[relation] })),
    );
  return [...own.map((control) => ({ control, relation: null, share: 1 })), ...linked];
}

export function threatsOfControls(
  db: ReadDb,
  deps: {
    readonly graph: CrosswalkGraph;
    readonly table: ThreatTable;
    readonly places: PlaceIndex;
  },
  counts: readonly TechniqueCount[],
): ThreatsOfControls {
  const byRef = new Map<string, TechniqueCount[]>();
  for (const count of counts)
    for (const ref of deps.table.controlsOf(count.id)) {
      const at = byRef.get(ref);
      if (at) at.push(count);
      else byRef.set(ref, [count]);
    }
  const found = new Map<string, Map<string, ControlThreat>>();
  for (const [ref, techniques] of byRef) {
    for (const { control, share } of controlsOfRef(db, deps, ref)) {
      const threats = found.get(control.id) ?? new Map<string, ControlThreat>();
      found.set(control.id, threats);
      for (const { id, alerts } of techniques)
        if ((threats.get(id)?.share ?? 0) < share) threats.set(id, { id, alerts, share });
    }
  }
  return new Map([...found].map(([id, threats]) => [id, [...threats.values()]]));
}
