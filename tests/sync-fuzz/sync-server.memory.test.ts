import { describeSyncServer } from '../contract-suites/sync-server.suite.ts';
import { createMemoryHub } from '../helpers/sync/memory-server.ts';
import { stampAt } from '../helpers/sync/server-world.ts';

describeSyncServer('in memory', async () => {
  const hub = createMemoryHub({
    catalogue: {
      note_templates: {},
      control_evidence: { key: { columns: ['control_id', 'evidence_id'], liveOnly: true } },
    },
    now: () => Date.now(),
  });
  let seats = 0;
  return {
    async seat() {
      const number = ++seats;
      const [id, person, node] = [`s${number}`, `p${number}`, `n${number}`];
      let counter = 0;
      return {
        ...{ id, person, node },
        server: hub.connect({ id, people: [person], node: () => node }),
        stamp: (later = 0) => stampAt(Date.now() + later, ++counter, node),
      };
    },
    purge: async () => hub.purgeTombstones(),
    async close() {},
  };
});
