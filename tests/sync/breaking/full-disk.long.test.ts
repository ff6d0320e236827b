/** The disk of a workstation is full, for real: a small file system of its own. */
import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryBeside } from '../../helpers/beside.ts';
import { type PostgresLogin, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { createSmallDisk, type SmallDisk, whyNoSmallDisk } from '../../helpers/small-disk.ts';
import { eventually } from '../worker/two-cores.ts';
import { expectAlike } from './alike.ts';
import { createWorkspaceOn, inviteTo, joinWith, openStation, type Station } from './hosts.ts';

const MIB = 1024 * 1024;
let cluster: TestCluster;
let login: PostgresLogin;
let disk: SmallDisk | undefined;
const open: Station[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());
afterEach(async () => {
  for (const station of open.splice(0)) await station.close();
  disk?.remove();
});

/** Leaves so many bytes. */
function fillUp(path: string, within: string, left: number): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(within);
    const more = Math.min(16 * MIB, bavail * bsize - left);
    if (more <= 0) return;
    appendFileSync(path, Buffer.alloc(more));
  }
}

const newAlert = (on: Station, title: string) =>
  on.request('POST', '/api/alerts', {
    body: { title, description: 'x'.repeat(500), severity: 'HIGH', source: 'EDR' },
  });

const noDisk = whyNoSmallDisk();
test.skipIf(noDisk !== undefined)(
  `[SY224] a workstation whose disk is full says so, loses nothing that it took, and goes on when there is room${noDisk ? ` (left out: ${noDisk})` : ''}`,
  { timeout: 300_000 },
  async () => {
    disk = createSmallDisk(420);
    login = await cluster.emptyDatabase();
    const ada = await openStation('ada');
    const bea = await openStation('bea', { within: disk.path });
    open.push(ada, bea);
    await createWorkspaceOn(ada, login);
    await joinWith(bea, await inviteTo(ada, 'bea'));
    await expectAlike([ada, bea], login);
    const ballast = join(disk.path, 'ballast');

    // Some room for people; none for what others did.
    fillUp(ballast, disk.path, 100 * MIB);
    expect((await newAlert(ada, 'Of Ada')).status).toBe(201);
    const isSaid = async () => {
      await bea.call('POST', '/api/sync/now').catch(() => {});
      return (await bea.status()).problem?.kind === 'storage-full';
    };
    await eventually(isSaid, 'it is said', 60_000);
    expect((await bea.status()).problem).toMatchObject({
      cause: 'The disk of this machine is full.',
      cure: 'Free space on the disk of this machine; sync then goes on.',
    });
    expect((await newAlert(bea, 'Of Bea, with little room')).status).toBe(201);

    // No room at all, in the middle of what it does.
    const taken: string[] = [];
    await eventually(
      async () => {
        // A log that was taken over makes room for itself once.
        fillUp(ballast, disk?.path ?? '', 0);
        const title = `Of Bea ${taken.length}`;
        const answer = await newAlert(bea, title);
        if (answer.status === 201) taken.push(title);
        else expect(await answer.text()).toMatch(/disk/i);
        return answer.status !== 201;
      },
      'nothing more goes in',
      60_000,
    );
    for (let n = 0; n < 5; n++) {
      await bea.call('POST', '/api/sync/now').catch(() => {});
      await newAlert(ada, `Of Ada ${n}`);
    }
    await eventually(isSaid, 'it is still said', 30_000);

    rmSync(ballast);
    await expectAlike([ada, bea], login);
    const held = queryBeside<{ title: string }>(ada.dataDir, 'SELECT title FROM alerts');
    const titles = held.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining([...taken, 'Of Bea, with little room']));
    expect(bea.host().child.exitCode).toBeNull();
  },
);
