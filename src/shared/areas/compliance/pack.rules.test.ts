import { expect, test } from 'vitest';
import type { PackRequirement } from './pack.contract.ts';
import { canonicalRequirements, countPack, findPackProblems } from './pack.rules.ts';

const group: PackRequirement = { id: 'A', title: 'Access', kind: 'group' };
const control: PackRequirement = { id: 'A.1', parent: 'A', title: 'Accounts', kind: 'requirement' };

test('[FW1] a sound pack has no problems', () => {
  expect(findPackProblems({ textPolicy: 'own-wording', requirements: [group, control] })).toEqual(
    [],
  );
});

test('[FW1] a repeated id, a missing parent and a circle are named', () => {
  const requirements: PackRequirement[] = [
    control,
    control,
    { ...group, id: 'B', parent: 'C' },
    { ...group, id: 'C', parent: 'B' },
    { ...group, id: 'D', parent: 'D' },
    { ...control, id: 'E', parent: 'D' },
  ];
  expect(findPackProblems({ textPolicy: 'text', requirements })).toEqual([
    'A.1 stands twice',
    'A.1 has the parent A, which is not there',
    'A.1 has the parent A, which is not there',
    'B is in a circle of parents',
    'C is in a circle of parents',
    'D is in a circle of parents',
  ]);
});

test('[FW3] text in a pack that may not carry it is a problem, and so is a requirement to import', () => {
  const requirements = [group, { ...control, text: 'Manage accounts.' }];
  expect(findPackProblems({ textPolicy: 'text', requirements })).toEqual([]);
  expect(findPackProblems({ textPolicy: 'own-wording', requirements })).toEqual([
    'A.1 carries text, which the policy own-wording does not allow',
  ]);
  expect(findPackProblems({ textPolicy: 'import-only', requirements })).toEqual([
    'A.1 carries text, which the policy import-only does not allow',
    'A.1 is not a group, in a pack that only its licensee fills',
  ]);
});

test('the canonical text does not depend on the order of members, but on the order of requirements', () => {
  const turned: PackRequirement = {
    kind: 'requirement',
    title: 'Accounts',
    parent: 'A',
    id: 'A.1',
  };
  expect(canonicalRequirements([turned])).toBe(
    '[{"id":"A.1","kind":"requirement","parent":"A","title":"Accounts"}]',
  );
  expect(canonicalRequirements([control, group])).not.toBe(canonicalRequirements([group, control]));
});

test('[FW5] what was withdrawn is counted apart', () => {
  const gone: PackRequirement = { ...control, id: 'A.2', kind: 'withdrawn' };
  expect(countPack([group, control, gone])).toEqual({ groups: 1, requirements: 1, withdrawn: 1 });
});
