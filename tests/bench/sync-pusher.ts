/**
 * One workstation that pushes, as a process of its own (`fork`): it connects, sends a batch so that its
 * connection has been used, says `ready`, and sends so many rows each time it is told a number.
 */
import type { WireRow } from '../../src/main/areas/sync/wire.ts';
import type { PostgresLogin } from '../helpers/postgres.ts';
import { seatOf, stampAt } from '../helpers/sync/server-world.ts';

export interface PusherSetup {
  readonly login: PostgresLogin;
  readonly person: string;
  readonly node: string;
}

const BATCH = 500;

const setup: PusherSetup = JSON.parse(process.argv[2] ?? '');
const { server } = seatOf(setup.login, setup.person, setup.node);
function notes(from: number, count: number): WireRow[] {
  const at = Date.now();
  return Array.from({ length: count }, (_, place): WireRow => {
    const i = from + place;
    const cells = { name: `Note ${i}`, text: 'Text', verdict: null, created_by: setup.person };
    const c = { ...cells, created_at: at, updated_at: at, deleted_at: null };
    return { id: `${setup.node}-${i}`, v: stampAt(at, i % 60_000, setup.node), f: null, c };
  });
}

function createPush(): (count: number) => Promise<void> {
  let made = 0;
  return async (count) => {
    const end = made + count;
    while (made < end) {
      const rows = notes(made, Math.min(BATCH, end - made));
      made += rows.length;
      const tables = [{ table: 'note_templates', rows }];
      const { refused, behind, sameAs } = await server.push({
        ...{ writes: [], tables, conflicts: [], cursor: 0, through: made },
      });
      if (refused.length + behind.length + sameAs.length > 0) throw new Error('Not all was taken');
    }
  };
}

const push = createPush();
process.on('message', async (count: number) => {
  await push(count);
  process.send?.('done');
});
await server.head();
await push(BATCH);
process.send?.('ready');
