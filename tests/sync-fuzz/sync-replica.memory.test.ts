import { describeReplica } from '../contract-suites/sync-replica.suite.ts';
import { createMemoryReplica } from '../helpers/sync/memory-replica.ts';

const PERSON = 'ann';

describeReplica('in memory', () => {
  let now = Date.UTC(2026, 10, 22);
  const columns = ['name', 'text', 'verdict', 'created_by', 'created_at', 'updated_at'];
  const replica = createMemoryReplica({
    ...{ schema: { note_templates: { columns } }, node: 'n1', newNode: () => 'n2' },
    clock: () => now,
  });
  return {
    replica,
    now: () => now,
    advance(ms) {
      now += ms;
    },
    insert: (ids) =>
      replica.write(PERSON, 'test', (tx) => {
        for (const id of ids) tx.insert('note_templates', id, { name: id, text: 'Text' });
      }),
    rename: (ids, name) =>
      replica.write(PERSON, 'test', (tx) => {
        for (const id of ids) tx.update('note_templates', id, { name });
      }),
    conflicts: () => replica.conflicts().length,
    close() {},
  };
});
