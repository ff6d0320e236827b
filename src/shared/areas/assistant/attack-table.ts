/** Looks techniques, tactics and mitigations up. Nothing is guessed: what the table does not hold is null. */
import type {
  AttackData,
  AttackNames,
  AttackTactic,
  AttackTechnique,
} from './attack-table.types.ts';

const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/;

export interface AttackTable {
  readonly version: string;
  readonly notice: string;
  readonly tactics: readonly AttackTactic[];
  readonly isComplete: boolean;
  readonly names: AttackNames;
  /** By its id, in any case of letters. */
  technique(id: string): AttackTechnique | null;
  /** By id, name or short name (`lateral-movement`), with the techniques under it. */
  tactic(name: string): (AttackTactic & { readonly techniques: readonly string[] }) | null;
  mitigation(
    id: string,
  ): { readonly id: string; readonly name: string; readonly techniques: readonly string[] } | null;
  /** Names of the tactics of several techniques, each once, in the order of the matrix. */
  tacticsOf(ids: readonly string[]): string[];
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly tactics: readonly number[];
  readonly retired: { readonly by: string | null } | null;
}

/** @param controlsOf controls of SP 800-53 of one technique; none where nobody says. */
export function createAttackTable(
  data: AttackData,
  controlsOf: (technique: string) => readonly string[] = () => [],
): AttackTable {
  const entries = new Map<string, Entry>([
    ...data.retired.map(({ by, ...one }) => [one.id, { ...one, retired: { by } }] as const),
    ...data.techniques.map((one) => [one.id, { ...one, retired: null }] as const),
  ]);
  const mitigations = new Map(data.mitigations.map((mitigation) => [mitigation.id, mitigation]));
  const mitigates = new Map(Object.entries(data.mitigates));
  const children = Map.groupBy(
    data.techniques.filter(({ id }) => id.includes('.')),
    ({ id }) => parentOf(id) ?? '',
  );
  const ofMitigation = new Map<string, string[]>();
  for (const [technique, ids] of mitigates)
    for (const id of ids) ofMitigation.set(id, [...(ofMitigation.get(id) ?? []), technique]);

  const entryOf = (written: string): Entry | undefined => entries.get(written.trim().toUpperCase());
  const namesOf = (places: readonly number[]) =>
    places.flatMap((place) => data.tactics[place]?.name ?? []);

  function mitigationsOf({ id, retired }: Entry): AttackTechnique['mitigations'] {
    const parent = parentOf(id);
    const ids =
      mitigates.get(id) ??
      (parent === null ? undefined : mitigates.get(parent)) ??
      (retired?.by ? mitigates.get(retired.by) : undefined);
    if (!ids) return data.isComplete ? [] : null;
    return ids.flatMap((one) => mitigations.get(one) ?? []);
  }

  function technique(written: string): AttackTechnique | null {
    const found = TECHNIQUE.test(written.trim().toUpperCase()) ? entryOf(written) : undefined;
    if (!found) return null;
    const { id, name, retired } = found;
    const parent = parentOf(id);
    const ofParent = parent === null ? undefined : entries.get(parent);
    const controls = [id, parent, retired?.by ?? null].map((one) =>
      one === null ? [] : controlsOf(one),
    );
    return {
      ...{ id, name, parent, retired },
      fullName: ofParent ? `${ofParent.name}: ${name}` : name,
      tactics: found.tactics.flatMap((place) => data.tactics[place] ?? []),
      subTechniques: (children.get(id) ?? []).map((child) => child.id).sort(),
      mitigations: mitigationsOf(found),
      controls: controls.find((list) => list.length > 0) ?? [],
    };
  }

  return {
    version: data.version,
    notice: data.notice,
    tactics: data.tactics,
    isComplete: data.isComplete,
    names: {
      tactics: data.tactics.map(({ name }) => name),
      find(id) {
        const found = entryOf(id);
        return found && { name: found.name, tactics: namesOf(found.tactics) };
      },
    },
    technique,
    tactic(written) {
      const name = written.trim().toLowerCase().replaceAll('-', ' ');
      const place = data.tactics.findIndex(
        (tactic) => tactic.name.toLowerCase() === name || tactic.id?.toLowerCase() === name,
      );
      const tactic = data.tactics[place];
      if (!tactic) return null;
      const under = data.techniques.filter(({ tactics }) => tactics.includes(place));
      return { ...tactic, techniques: under.map(({ id }) => id) };
    },
    mitigation(written) {
      const found = mitigations.get(written.trim().toUpperCase());
      return found
        ? { ...found, techniques: [...(ofMitigation.get(found.id) ?? [])].sort() }
        : null;
    },
    // A sub-technique that is not listed counts as its technique.
    tacticsOf(ids) {
      const places = ids.flatMap(
        (id) => (entryOf(id) ?? entryOf(id.split('.')[0] ?? ''))?.tactics ?? [],
      );
      return namesOf([...new Set(places)].sort((a, b) => a - b));
    },
  };
}

const parentOf = (id: string): string | null =>
  id.includes('.') ? id.slice(0, id.indexOf('.')) : null;
