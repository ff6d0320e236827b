/** What results of one framework say for another, and which of its groups are reached by links. */
import type { CrosswalkRelation } from '../../../shared/areas/compliance/crosswalk.contract.ts';
import { carryOver, projectFrom } from '../../../shared/areas/compliance/crosswalk.rules.ts';
import type {
  CrosswalkCoverage,
  CrosswalkProjection,
  ProjectionRow,
  ProjectionSource,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { ControlLink, CrosswalkGraph } from './crosswalk-graph.ts';
import {
  type GroupPlace,
  type LinkedControl,
  type NamedFramework,
  readGroupPlaces,
  readProjectable,
} from './crosswalks.store.ts';

type FindPack = (id: string) => FrameworkPack | undefined;

interface Pair {
  readonly from: NamedFramework;
  readonly to: NamedFramework;
}

const named = ({ id, name }: NamedFramework) => ({ id, name });

function toSource(link: ControlLink, from: LinkedControl): ProjectionSource {
  const { id, originKind: kind, relation, rationale, origin, confidence } = link;
  const { ref, title, status } = from;
  return {
    ...{ id, kind, relation, rationale, origin, confidence },
    ...{ controlId: from.id, ref, title, status },
    carries: carryOver(status, relation),
  };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Only controls that apply and are in their pack say anything or are said anything of. */
export function projectFramework(
  db: ReadDb,
  graph: CrosswalkGraph,
  { from, to }: Pair,
): CrosswalkProjection {
  const sources = new Map(readProjectable(db, from.id).map((one) => [one.id, one]));
  const targets = readProjectable(db, to.id);
  const links = groupBy(graph.linksFrom(db, [from.id], [to.id]), (link) => link.targetControlId);
  const rows = targets.flatMap((target): ProjectionRow[] => {
    const found = (links.get(target.id) ?? []).flatMap((link) => {
      const source = sources.get(link.sourceControlId);
      return source ? [toSource(link, source)] : [];
    });
    if (found.length === 0) return [];
    const { status: projected, isContested } = projectFrom(found);
    const { ref, title, status } = target;
    return [{ controlId: target.id, ref, title, status, projected, isContested, sources: found }];
  });
  return { from: named(from), to: named(to), rows, unlinked: targets.length - rows.length };
}

/** Groups of the workspace, and of the pack where a framework was linked to one without them. */
function readPlaces(db: ReadDb, framework: NamedFramework, findPack: FindPack): GroupPlace[] {
  const own = readGroupPlaces(db, framework.id);
  const pack = own.length > 0 || framework.pack === null ? undefined : findPack(framework.pack);
  if (!pack) return own;
  return pack.requirements.map(({ id, parent, title, kind }) => ({
    ...{ ref: id, parentRef: parent ?? null, title },
    isGroup: kind === 'group',
  }));
}

/** The group at the top above a control; its category where it stands in none. */
function topGroupOf(places: readonly GroupPlace[], controls: readonly LinkedControl[]) {
  const titles = new Map(
    places.flatMap(({ ref, title, isGroup = true }) => (isGroup ? [[ref, title] as const] : [])),
  );
  const parents = new Map<string, string | null>();
  for (const { ref, parentRef } of places) parents.set(ref, parentRef);
  for (const { ref, parentRef } of controls)
    parents.set(ref, parentRef ?? parents.get(ref) ?? null);
  return (control: LinkedControl): { ref: string; title: string } => {
    const passed = new Set<string>();
    let top: string | null = null;
    for (
      let at = parents.get(control.ref) ?? null;
      at !== null && !passed.has(at);
      at = parents.get(at) ?? null
    ) {
      passed.add(at);
      if (titles.has(at)) top = at;
    }
    const ref = top ?? control.category ?? 'Other';
    return { ref, title: titles.get(ref) ?? '' };
  };
}

const isWhole = (relation: CrosswalkRelation) => relation === 'equal' || relation === 'superset';

export function coverFramework(
  db: ReadDb,
  { graph, findPack }: { graph: CrosswalkGraph; findPack: FindPack },
  { from, to }: Pair,
): CrosswalkCoverage {
  const sources = readProjectable(db, from.id);
  const targets = readProjectable(db, to.id);
  const columnOf = topGroupOf(readPlaces(db, from, findPack), sources);
  const rowOf = topGroupOf(readPlaces(db, to, findPack), targets);
  const byId = new Map([...sources, ...targets].map((one) => [one.id, one]));
  const links = graph
    .linksFrom(db, [from.id], [to.id])
    .filter((link) => byId.has(link.sourceControlId) && byId.has(link.targetControlId));
  const linked = groupBy(links, (link) => link.targetControlId);
  const rows = [...groupBy(targets, (one) => rowOf(one).ref)].map(([ref, controls]) => ({
    ref,
    title: controls[0] ? rowOf(controls[0]).title : '',
    controls: controls.length,
    linked: controls.filter(({ id }) => linked.has(id)).length,
  }));
  const columns = [...groupBy(sources, (one) => columnOf(one).ref)].map(([ref, [first]]) => ({
    ref,
    title: first ? columnOf(first).title : '',
  }));
  const placeOf = (id: string, groupOf: (one: LinkedControl) => { ref: string }): string => {
    const control = byId.get(id);
    return control ? groupOf(control).ref : '';
  };
  const cells = [
    ...groupBy(links, (link) =>
      JSON.stringify([
        placeOf(link.targetControlId, rowOf),
        placeOf(link.sourceControlId, columnOf),
      ]),
    ),
  ].map(([key, inCell]) => {
    const [row = '', column = ''] = JSON.parse(key) as string[];
    const controls = new Set(inCell.map((link) => link.targetControlId)).size;
    return { row, column, links: inCell.length, controls };
  });
  const whole = [...linked.values()].filter((at) =>
    at.some((link) => isWhole(link.relation)),
  ).length;
  return {
    from: named(from),
    to: named(to),
    ...{ rows, columns, cells },
    reached: {
      controls: targets.length,
      whole,
      part: linked.size - whole,
      none: targets.length - linked.size,
    },
  };
}
