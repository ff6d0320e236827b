/** What may happen in a workspace, as data: histories are made at random, shrunk, pinned and replayed. */
import fc from 'fast-check';

/** While a workstation syncs, at its n-th call of this kind. */
export interface Mishap {
  readonly on: 'head' | 'pull' | 'push' | 'digests';
  readonly call: number;
  readonly type:
    | 'cut-before'
    | 'cut-after'
    | 'crash-in-merge'
    | 'other-syncs'
    | 'other-edits'
    | 'other-inserts'
    | 'edit-here'
    | 'server-restored'
    | 'page-twice'
    | 'batch-twice';
  readonly pick: number;
}

export type Step =
  | { readonly type: 'insert'; readonly who: number; readonly table: number; readonly key: number }
  | {
      readonly type: 'edit';
      readonly who: number;
      readonly row: number;
      readonly column: number;
      readonly asFirst: boolean;
    }
  | { readonly type: 'edit-many'; readonly who: number; readonly table: number }
  | { readonly type: 'remove' | 'revive'; readonly who: number; readonly row: number }
  | { readonly type: 'undo'; readonly who: number }
  | { readonly type: 'sync'; readonly who: number; readonly mishaps: readonly Mishap[] }
  | { readonly type: 'clock'; readonly who: number; readonly ms: number }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'backup' | 'restore' | 'upgrade'; readonly who: number }
  | { readonly type: 'server-backup' | 'server-restore' | 'purge-tombstones' }
  | {
      readonly type: 'restrict';
      readonly who: number;
      readonly row: number;
      readonly named: number | null;
    };

export interface History {
  readonly replicas: number;
  /** Rows of one batch and of one page: small ones split transactions. */
  readonly batchRows: number;
  readonly pageRows: number;
  /** How many begin with the older program. */
  readonly old: number;
  readonly steps: readonly Step[];
}

const SECOND = 1_000;
const DAY = 86_400_000;

const who = fc.nat({ max: 4 });
const row = fc.nat({ max: 20 });

const mishap: fc.Arbitrary<Mishap> = fc.record({
  on: fc.constantFrom<Mishap['on'][]>('head', 'pull', 'push', 'push', 'push', 'digests'),
  call: fc.constantFrom(1, 1, 1, 2, 3),
  type: fc.constantFrom<Mishap['type'][]>(
    'cut-before',
    'cut-after',
    'crash-in-merge',
    'other-syncs',
    'other-edits',
    'other-edits',
    'other-inserts',
    'other-inserts',
    'edit-here',
    'edit-here',
    'server-restored',
    'page-twice',
    'batch-twice',
  ),
  pick: fc.nat({ max: 9 }),
});

const edits: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('edit'),
      ...{ who, row, column: fc.nat({ max: 2 }), asFirst: fc.nat({ max: 9 }).map((n) => n === 0) },
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('insert'),
      ...{ who, table: fc.constantFrom(0, 0, 1, 1, 2, 3, 3, 4, 5, 6), key: fc.nat({ max: 1 }) },
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('edit-many'), who, table: fc.nat({ max: 6 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('remove', 'revive'), who, row }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('undo'), who }) },
];

const syncs: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 14,
    arbitrary: fc.record({
      type: fc.constant('sync'),
      who,
      mishaps: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(mishap, { minLength: 1, maxLength: 3 }) },
      ),
    }),
  },
];

const clocks: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('clock'),
      who,
      ms: fc.constantFrom(
        -3 * DAY,
        -45 * SECOND,
        -SECOND,
        SECOND,
        50 * SECOND,
        90 * SECOND,
        3 * DAY,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('wait'),
      ms: fc.constantFrom(SECOND, 30 * SECOND, 90 * SECOND, DAY),
    }),
  },
];

const backups: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('backup', 'restore', 'upgrade'), who }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('server-backup', 'server-restore'),
    }),
  },
];

const purges: fc.WeightedArbitrary<Step>[] = [
  { weight: 1, arbitrary: fc.record({ type: fc.constant('purge-tombstones') }) },
];

const audiences: fc.WeightedArbitrary<Step>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('restrict'),
      ...{ who, row, named: fc.option(who, { nil: null }) },
    }),
  },
];

/** @param length of the longest history */
export const histories = (length: number): fc.Arbitrary<History> => historiesOf(length, []);

/** The same, where deletions are purged at the server in between. */
export const purgedHistories = (length: number): fc.Arbitrary<History> =>
  historiesOf(length, purges);

function historiesOf(
  length: number,
  more: readonly fc.WeightedArbitrary<Step>[],
): fc.Arbitrary<History> {
  return fc.record({
    replicas: fc.integer({ min: 2, max: 5 }),
    batchRows: fc.constantFrom(1, 2, 5, 5_000),
    pageRows: fc.constantFrom(1, 3, 5_000),
    old: fc.nat({ max: 2 }),
    steps: fc.array(fc.oneof(...edits, ...syncs, ...clocks, ...backups, ...audiences, ...more), {
      minLength: 4,
      maxLength: length,
      size: 'max',
    }),
  });
}
