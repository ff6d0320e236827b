/** Crosswalk links between controls in scope, also of frameworks made by hand under a known name. */

import { flipRelation } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import type { ActionLink } from '../../../shared/areas/compliance/gaps.actions.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import type { CrosswalkGraph } from './crosswalk-graph.ts';
import type { ScopeFramework } from './gaps.store.ts';
import type { PlacedControl, PlaceIndex } from './threat-controls.ts';

const isFromPackOf = ({ isFromPack }: ScopeFramework) => isFromPack;

export function linksInScope(
  db: ReadDb,
  graph: CrosswalkGraph,
  scope: {
    readonly frameworks: readonly ScopeFramework[];
    readonly controls: readonly PlacedControl[];
    readonly places: PlaceIndex;
  },
): ActionLink[] {
  const fromPack = new Set(scope.frameworks.filter(isFromPackOf).map(({ id }) => id));
  // What links end at, as `readLinkEndpoints` has it: read already.
  const endpoints = scope.controls.map((control) =>
    fromPack.has(control.frameworkId) ? control : { ...control, pack: null },
  );
  const links = graph
    .linksAmong(db, endpoints)
    .map(({ sourceControlId: from, targetControlId: to, relation }) => ({ from, to, relation }));
  const byName = new Set(
    scope.frameworks
      .filter(({ pack, isFromPack }) => pack !== null && !isFromPack)
      .map(({ id }) => id),
  );
  for (const { id: from, frameworkId, pack, ref } of scope.controls) {
    if (pack === null || !byName.has(frameworkId)) continue;
    for (const { target, relation } of graph.neighboursOf(db, { pack }, ref))
      for (const other of scope.places.find(target)) {
        if (other.frameworkId === frameworkId) continue;
        links.push({ from, to: other.id, relation });
        // The other one finds this one by itself only where it was made by hand too.
        if (!byName.has(other.frameworkId))
          links.push({ from: other.id, to: from, relation: flipRelation(relation) });
      }
  }
  return links;
}
