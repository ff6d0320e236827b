import type { FrameworkPack, PackRequirement } from './pack.contract.ts';

/**
 * The text that a pack's checksum is over: JSON without white space, members in the order of their
 * names, the requirements in the order of the file.
 */
export function canonicalRequirements(requirements: readonly PackRequirement[]): string {
  const ordered = requirements.map((requirement) =>
    Object.fromEntries(Object.entries(requirement).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  return JSON.stringify(ordered);
}

export interface PackCounts {
  groups: number;
  requirements: number;
  withdrawn: number;
}

export function countPack(requirements: readonly PackRequirement[]): PackCounts {
  const counts: PackCounts = { groups: 0, requirements: 0, withdrawn: 0 };
  for (const { kind } of requirements) {
    if (kind === 'group') counts.groups += 1;
    else if (kind === 'withdrawn') counts.withdrawn += 1;
    else counts.requirements += 1;
  }
  return counts;
}

type PackBody = Pick<FrameworkPack, 'textPolicy' | 'requirements'>;

/** Everything a schema cannot say of a pack, each as a sentence; none for a sound one. */
export function findPackProblems(pack: PackBody): string[] {
  return [
    ...findRepeatedIds(pack.requirements),
    ...findBrokenParents(pack.requirements),
    ...findPolicyBreaks(pack),
  ];
}

function findRepeatedIds(requirements: readonly PackRequirement[]): string[] {
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const { id } of requirements) {
    if (seen.has(id)) problems.push(`${id} stands twice`);
    seen.add(id);
  }
  return problems;
}

/** A parent is in the pack, and nobody is their own ancestor. */
function findBrokenParents(requirements: readonly PackRequirement[]): string[] {
  const parents = new Map(requirements.map(({ id, parent }) => [id, parent]));
  const problems: string[] = [];
  for (const { id, parent } of requirements) {
    if (parent === undefined) continue;
    if (!parents.has(parent)) problems.push(`${id} has the parent ${parent}, which is not there`);
    else if (isOwnAncestor(id, parents)) problems.push(`${id} is in a circle of parents`);
  }
  return problems;
}

function isOwnAncestor(id: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const passed = new Set<string>();
  let at = parents.get(id);
  while (at !== undefined && !passed.has(at)) {
    if (at === id) return true;
    passed.add(at);
    at = parents.get(at);
  }
  return false;
}

function findPolicyBreaks({ textPolicy, requirements }: PackBody): string[] {
  const problems: string[] = [];
  for (const { id, kind, text } of requirements) {
    if (text !== undefined && textPolicy !== 'text') {
      problems.push(`${id} carries text, which the policy ${textPolicy} does not allow`);
    }
    if (textPolicy === 'import-only' && kind !== 'group') {
      problems.push(`${id} is not a group, in a pack that only its licensee fills`);
    }
  }
  return problems;
}
