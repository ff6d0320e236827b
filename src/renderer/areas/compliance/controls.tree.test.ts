import { expect, test } from 'vitest';
import type {
  TreeBranch,
  TreeFramework,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { treeNodes } from './controls.tree.ts';

const counts = {
  ...{ total: 3, COMPLIANT: 1, PARTIALLY_COMPLIANT: 0, NON_COMPLIANT: 1, NOT_ASSESSED: 0 },
  outside: 1,
};
const framework: TreeFramework = { id: 'f', name: 'F', version: '1', isActive: true, counts };
const control = (id: string, parentRef: string | null, status = 'COMPLIANT' as const) => ({
  ...{ id, controlId: id, title: `Title ${id}`, status, owner: null, parentRef },
  ...{ isApplicable: true, goneIn: null, nextAssessment: null },
});
const closed = new Set<string>();

const shape = (branch: TreeBranch, collapsed = closed) =>
  treeNodes([framework], () => branch, { open: new Set(['f']), collapsed }).map(
    ({ level, ref, counts: found }) => [level, ref, found?.total ?? null],
  );

test('[CO50] groups, controls and enhancements stand under each other, with what is under them', () => {
  const branch: TreeBranch = {
    groups: [
      { ref: 'AC', parentRef: null, title: 'Access' },
      { ref: 'ZZ', parentRef: null, title: 'Nothing in it' },
    ],
    controls: [control('AC-1', 'AC'), control('AC-2', 'AC'), control('AC-2(1)', 'AC-2')],
  };
  expect(shape(branch)).toEqual([
    [1, '', 3],
    [2, 'AC', 3],
    [3, 'AC-1', null],
    [3, 'AC-2', 2],
    [4, 'AC-2(1)', null],
  ]);
  expect(shape(branch, new Set(['g:f/AC']))).toEqual([
    [1, '', 3],
    [2, 'AC', 3],
  ]);
});

test('[CO50] a missing parent and a circle of parents lose no control', () => {
  const branch: TreeBranch = {
    groups: [],
    controls: [control('A', 'B'), control('B', 'A'), control('C', 'nowhere'), control('D', 'D')],
  };
  const refs = shape(branch).map(([, ref]) => ref);
  expect(refs.sort()).toEqual(['', 'A', 'B', 'C', 'D']);
});

test('[CO50] a framework that is closed is one row, and one that is being loaded says so', () => {
  expect(treeNodes([framework], () => undefined, { open: closed, collapsed: closed })).toHaveLength(
    1,
  );
  const [node] = treeNodes([framework], () => undefined, {
    open: new Set(['f']),
    collapsed: closed,
  });
  expect(node).toMatchObject({ isLoading: true, isExpanded: true });
});
