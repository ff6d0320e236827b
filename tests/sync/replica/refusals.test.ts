/** Why the server did not take a row: its word, kept beside the row and told on the page. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRefusedService } from '../../../src/main/areas/sync/refused/refused.service.ts';
import type { PushBatch, PushOutcome } from '../../../src/main/areas/sync/wire.ts';
import { checkOutcome } from '../../../src/main/areas/sync/worker/page-checks.ts';
import { syncedTables } from '../../../src/main/db/synced-tables.ts';
import { frameworksTable } from '../../../src/main/db/tables/compliance.table.ts';
import { openReplicaWorld, type ReplicaWorld, type Workstation } from './replica-world.ts';

let world: ReplicaWorld;
let ann: Workstation;
beforeEach(() => {
  world = openReplicaWorld();
  ann = world.join('ann');
});
afterEach(() => world.close());

function batchOf(...ids: string[]): PushBatch {
  ann.db.write({ actor: 'ann', origin: 'user', action: 'test.write' }, (tx) => {
    for (const id of ids)
      tx.insert(frameworksTable, {
        ...{ id, name: `Framework ${id}`, version: null, description: null, category: null },
        ...{ isActive: true, createdAt: 1 },
      });
  });
  const batch = ann.replica.nextBatch();
  if (batch === null) throw new Error('There is nothing to send');
  return batch;
}

const refusing = (batch: PushBatch, ids: string[], refusedFor?: string[]): PushOutcome => ({
  ...{ head: 1, cursor: batch.cursor, behind: [], sameAs: [] },
  refused: ids.map((id): [string, string] => ['compliance_frameworks', id]),
  ...(refusedFor ? { refusedFor } : {}),
});
const listed = () =>
  createRefusedService(ann.db, syncedTables())
    .list()
    .records.map(({ record, reason, title }) => [record, reason, title]);

test('[SY241] the word of the server for each row that it refuses is kept and told; one that is not known here is none', async () => {
  const batch = batchOf('f1', 'f2', 'f3');
  const words = ['restricted', 'because-of-the-moon', 'administrators-only'];
  await ann.replica.pushed(batch, refusing(batch, ['f1', 'f2', 'f3'], words));
  expect(listed()).toEqual([
    ['f1', 'restricted', 'Framework f1'],
    ['f2', 'not-permitted', 'Framework f2'],
    ['f3', 'administrators-only', 'Framework f3'],
  ]);
  await ann.replica.pushed(batch, refusing(batch, ['f1'], ['another-workstation']));
  expect(listed()[0]).toEqual(['f1', 'another-workstation', 'Framework f1']);
});

test('[SY241] a server that gives no reasons is understood, too', async () => {
  const batch = batchOf('f1');
  await ann.replica.pushed(batch, refusing(batch, ['f1']));
  expect(listed()).toEqual([['f1', 'not-permitted', 'Framework f1']]);
});

test('[SY241] reasons for other rows than those refused are not believed', () => {
  const batch = batchOf('f1', 'f2');
  checkOutcome(batch, refusing(batch, ['f1', 'f2'], ['restricted', 'restricted']));
  expect(() => checkOutcome(batch, refusing(batch, ['f1', 'f2'], ['restricted']))).toThrow(
    'it gives reasons for other rows than it refuses',
  );
});
