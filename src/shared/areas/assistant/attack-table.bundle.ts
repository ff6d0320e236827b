/** The official Enterprise bundle as data. Only what has the form of ATT&CK is taken from it. */

import {
  AttackFileError,
  isObject,
  type JsonObject,
  MITIGATION_ID,
  onlyFirst,
  TACTIC_ID,
  TACTICS_MAX,
  TECHNIQUE_ID,
  TECHNIQUES_MAX,
  textOf,
  VERSION,
} from './attack-table.parts.ts';
import type { AttackData, AttackTactic } from './attack-table.types.ts';

const OBJECTS_MAX = 200_000;
const ATTACK_NOTICE =
  '© The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE Corporation.';

/** The id that ATT&CK Enterprise gives an object; null for other matrices. */
function attackId(object: JsonObject): string | null {
  const references = Array.isArray(object.external_references) ? object.external_references : [];
  const own = references.find((one) => isObject(one) && one.source_name === 'mitre-attack');
  return isObject(own) ? textOf(own.external_id) : null;
}

/** Objects of other matrices may lie in the same file; where an object says none, its id decides. */
const isEnterprise = ({ x_mitre_domains: domains }: JsonObject): boolean =>
  !Array.isArray(domains) || domains.includes('enterprise-attack');

/** Of several versions of one object (STIX 2.1, section 3.6) the last one modified. */
function newestOf(objects: readonly JsonObject[]): JsonObject[] {
  const byId = new Map<string | object, JsonObject>();
  for (const object of objects) {
    const id = textOf(object.id) || object;
    const known = byId.get(id);
    if (!known || textOf(known.modified) < textOf(object.modified)) byId.set(id, object);
  }
  return [...byId.values()];
}

const isGone = (object: JsonObject): boolean =>
  object.revoked === true || object.x_mitre_deprecated === true;

/** @throws AttackFileError */
export function fromBundle(listed: readonly unknown[]): AttackData {
  if (listed.length > OBJECTS_MAX)
    throw new AttackFileError(`The bundle has more than ${OBJECTS_MAX} objects`);
  const objects = newestOf(listed.filter(isObject).filter(isEnterprise));
  const ofType = (type: string) => objects.filter((object) => object.type === type);
  const of = (type: string) => ofType(type).filter((object) => !isGone(object));
  const shortNames = new Map<string, number>();
  const tactics = orderedTactics(of('x-mitre-tactic'), of('x-mitre-matrix')).map(
    ({ shortName, ...tactic }, place): AttackTactic => {
      shortNames.set(shortName, place);
      return tactic;
    },
  );
  if (tactics.length > TACTICS_MAX)
    throw new AttackFileError(`The bundle has more than ${TACTICS_MAX} tactics`);
  const all = ofType('attack-pattern').flatMap((object) => {
    const id = attackId(object);
    return id !== null && TECHNIQUE_ID.test(id) && textOf(object.name) !== ''
      ? [{ object, id }]
      : [];
  });
  const patterns = all.filter(({ object }) => !isGone(object));
  if (patterns.length === 0 || tactics.length === 0)
    throw new AttackFileError(
      patterns.length === 0
        ? 'The bundle holds no technique of ATT&CK Enterprise'
        : 'The bundle holds no tactics',
    );
  if (all.length > TECHNIQUES_MAX)
    throw new AttackFileError(`The bundle has more than ${TECHNIQUES_MAX} techniques`);
  const known = new Map(patterns.map(({ object, id }) => [textOf(object.id), id]));
  const mitigations = new Map(
    of('course-of-action').flatMap((object) => {
      const id = attackId(object);
      return id !== null && MITIGATION_ID.test(id)
        ? [[textOf(object.id), { id, name: textOf(object.name) }] as const]
        : [];
    }),
  );
  const entryOf = ({ object, id }: (typeof all)[number]) => ({
    ...{ id, name: textOf(object.name), tactics: placesOf(object, shortNames) },
  });
  const current = onlyFirst(patterns.map(entryOf));
  const isCurrent = new Set(current.map(({ id }) => id));
  const successors = successorsOf(of('relationship'), all);
  return {
    version: versionOf(objects),
    notice: `Technique, tactic and mitigation names are of MITRE ATT&CK. ${ATTACK_NOTICE}`,
    tactics,
    techniques: current,
    retired: onlyFirst(
      all
        .filter(({ id }) => !isCurrent.has(id))
        .map((one) => ({ ...entryOf(one), by: lastSuccessor(one.id, successors) })),
    ),
    mitigations: onlyFirst([...mitigations.values()]),
    mitigates: mitigatesOf(of('relationship'), known, mitigations),
    isComplete: true,
  };
}

/** What took the place of what was revoked: `revoked-by` leads from the old one to the new. */
function successorsOf(
  relationships: readonly JsonObject[],
  patterns: readonly { readonly object: JsonObject; readonly id: string }[],
): ReadonlyMap<string, string> {
  const ids = new Map(patterns.map(({ object, id }) => [textOf(object.id), id]));
  return new Map(
    relationships.flatMap(({ relationship_type, source_ref, target_ref }) => {
      const [from, to] = [ids.get(textOf(source_ref)), ids.get(textOf(target_ref))];
      return relationship_type === 'revoked-by' && from && to && from !== to
        ? [[from, to] as const]
        : [];
    }),
  );
}

/** What was revoked may have been replaced by what was revoked later; in a circle nothing takes its place. */
function lastSuccessor(id: string, successors: ReadonlyMap<string, string>): string | null {
  const seen = new Set([id]);
  let at = successors.get(id);
  while (at !== undefined) {
    if (seen.has(at)) return null;
    seen.add(at);
    const next = successors.get(at);
    if (next === undefined) return at;
    at = next;
  }
  return null;
}

/** In the order of the matrix, else of their ids. */
function orderedTactics(found: readonly JsonObject[], matrices: readonly JsonObject[]) {
  const [matrix] = matrices;
  const order = Array.isArray(matrix?.tactic_refs) ? matrix.tactic_refs : [];
  const placeOf = (object: JsonObject): number => {
    const place = order.indexOf(object.id);
    return place === -1 ? order.length : place;
  };
  return found
    .flatMap((object) => {
      const id = attackId(object);
      if (id === null || !TACTIC_ID.test(id) || textOf(object.name) === '') return [];
      return [
        {
          id,
          name: textOf(object.name),
          shortName: textOf(object.x_mitre_shortname),
          place: placeOf(object),
        },
      ];
    })
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))
    .map(({ place: _, ...tactic }) => tactic);
}

function placesOf(object: JsonObject, shortNames: ReadonlyMap<string, number>): number[] {
  const phases = Array.isArray(object.kill_chain_phases) ? object.kill_chain_phases : [];
  const places = phases.flatMap((phase) => {
    if (!isObject(phase) || phase.kill_chain_name !== 'mitre-attack') return [];
    return shortNames.get(textOf(phase.phase_name)) ?? [];
  });
  return [...new Set(places)].sort((a, b) => a - b);
}

function mitigatesOf(
  relationships: readonly JsonObject[],
  techniques: ReadonlyMap<string, string>,
  mitigations: ReadonlyMap<string, { readonly id: string }>,
): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { relationship_type, source_ref, target_ref } of relationships) {
    if (relationship_type !== 'mitigates') continue;
    const mitigation = mitigations.get(textOf(source_ref));
    const technique = techniques.get(textOf(target_ref));
    if (mitigation === undefined || technique === undefined) continue;
    found.set(technique, (found.get(technique) ?? new Set()).add(mitigation.id));
  }
  return Object.fromEntries(
    [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, ids]) => [id, [...ids].sort()]),
  );
}

/** Of the collection that the bundle is; files without one say no version. */
function versionOf(objects: readonly JsonObject[]): string {
  const collection = objects.find(({ type }) => type === 'x-mitre-collection');
  const version = textOf(collection?.x_mitre_version);
  return VERSION.test(version) ? version : 'unknown';
}
