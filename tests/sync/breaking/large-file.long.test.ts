/** What a large file costs in memory at either end. `WATCHFLOOR_FILE_MB=1024` for a whole gigabyte. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { collect } from '../../helpers/evidence-calls.ts';
import { query, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually } from '../worker/two-cores.ts';
import {
  appOf,
  createWorkspaceOn,
  inviteTo,
  joinWith,
  openStation,
  type Station,
} from './hosts.ts';

const MIB = 1024 * 1024;
const FILE_MIB = Number(process.env.WATCHFLOOR_FILE_MB ?? 160);
/** Far below the file: some chunks, what they are sealed in, and what the collector leaves for a while. */
const MOST_KIB = 110 * 1024;

let cluster: TestCluster;
const open: Station[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());
afterEach(async () => {
  for (const station of open.splice(0)) await station.close();
});

/** What a deed adds to the memory of the process at its most. */
async function addedKib(station: Station, deed: () => Promise<void>): Promise<number> {
  station.forgetPeak();
  const before = station.residentKib();
  await deed();
  return station.peakKib() - before;
}

// Skipped where there is no /proc to read the memory of a process from.
test.skipIf(process.platform !== 'linux')(
  '[SY243] a large file is sent and fetched in a memory that does not grow with it',
  { timeout: 900_000 },
  async () => {
    const login = await cluster.emptyDatabase();
    const [ada, bea] = [await openStation('ada'), await openStation('bea')];
    open.push(ada, bea);
    await createWorkspaceOn(ada, login);
    await joinWith(bea, await inviteTo(ada, 'bea'));
    await ada.synced();
    await ada.call('PATCH', '/api/sync', { isPaused: true });
    const bytes = randomBytes(FILE_MIB * MIB);
    const { id } = await collect(appOf(ada), 'memory.raw', bytes);
    const sent = await addedKib(ada, async () => {
      await ada.call('PATCH', '/api/sync', { isPaused: false });
      await eventually(
        async () => {
          const [row] = await query(login, 'SELECT count(*) AS n FROM sync.chunks');
          return Number(row?.n) === FILE_MIB;
        },
        'all of it is at the server',
        400_000,
      );
    });
    await eventually(
      async () => (await bea.request('GET', `/api/evidence/${id}`)).status === 200,
      'its row is at Bea',
      60_000,
    );
    const fetched = await addedKib(bea, async () => {
      const answer = await bea.request('POST', `/api/evidence/${id}/fetch`);
      expect(answer.status, await answer.text()).toBe(200);
    });
    const figures = JSON.stringify({ FILE_MIB, sent, fetched });
    expect(sent, figures).toBeLessThan(MOST_KIB);
    expect(fetched, figures).toBeLessThan(MOST_KIB);
    const sum = createHash('sha256');
    const response = await bea.request('GET', `/api/evidence/${id}/file`);
    for await (const piece of response.body ?? []) sum.update(piece);
    expect(sum.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
