import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAlert } from '../../../src/main/areas/alerts/alerts.store.ts';
import { syncedTables } from '../../../src/main/db/synced-tables.ts';
import type { Caller, SyncedTable } from '../../../src/main/db/write-door.ts';
import { groupsBesideScan } from '../../helpers/check-groups.ts';
import { openTestApp } from '../../helpers/open-test-app.ts';
import { derivedState } from './derived-state.ts';
import { openReplicaWorld, type ReplicaWorld, type Workstation } from './replica-world.ts';

let world: ReplicaWorld;
let dataDir: string;
let demo: Workstation;
let fresh: Workstation;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-every-'));
  const app = await openTestApp({ as: 'Administrator', workspace: 'demo', dataDir });
  await app.close();
  world = openReplicaWorld();
  demo = world.joinFolder('demo', dataDir);
  fresh = world.join('fresh');
});
afterAll(() => {
  world.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const CALLER: Caller = { actor: 'demo', origin: 'user', action: 'test.change' };
const digests = ({ replica }: Workstation) =>
  Object.fromEntries(replica.tables().map((table) => [table, replica.digests(table)]));

describe('[SY55] a whole workspace', () => {
  test('comes to an empty workstation with every row, figure, list and word', async () => {
    await demo.sync();
    await fresh.sync();
    expect(digests(fresh)).toEqual(digests(demo));
    const filled = Object.values(digests(demo)).filter((parts) => parts.length > 0);
    expect(filled.length).toBeGreaterThan(50);
    expect(derivedState(fresh.db)).toEqual(derivedState(demo.db));
    const { kept, scanned } = groupsBesideScan(fresh.db);
    expect(kept).toEqual(scanned);
    expect(derivedState(fresh.db).groups?.length).toBeGreaterThan(5);
  });

  test('follows a change and a deletion in every table that has rows', async () => {
    demo.world.clock.advance(86_400_000);
    const touched: string[] = [];
    for (const { name, table, columns } of syncedTables().values()) {
      if (name === 'policy_attestations') continue;
      const rows = demo.db.read('test', (reader) =>
        reader.rows(table, `SELECT * FROM ${name} WHERE deleted_at IS NULL ORDER BY id LIMIT 2`),
      ) as Record<string, unknown>[];
      const [first, second] = rows;
      if (!first) continue;
      touched.push(name);
      demo.db.write(CALLER, (tx) => {
        if (name === 'alerts') {
          changeAlert(tx, String(first.id), () => ({ status: 'RESOLVED', resolvedAt: tx.now }));
          return;
        }
        const text = columns.find(({ property }) =>
          ['title', 'name', 'description', 'note', 'reason'].includes(property),
        );
        const patch = text ? { [text.property]: 'Changed for all of us' } : {};
        tx.update(table as SyncedTable, String(first.id), patch as never);
        if (second) tx.remove(table as SyncedTable, String(second.id));
      });
    }
    expect(touched.length).toBeGreaterThan(50);
    await demo.sync();
    await fresh.sync();
    expect(digests(fresh)).toEqual(digests(demo));
    expect(derivedState(fresh.db)).toEqual(derivedState(demo.db));
  });

  test('keeps nothing aside and refuses nothing', () => {
    const count = (sql: string) =>
      fresh.db.read('test', (reader) => reader.get<{ n: number }>(sql)?.n);
    expect(count('SELECT count(*) AS n FROM sync_unknown')).toBe(0);
    expect(count('SELECT count(*) AS n FROM sync_refused')).toBe(0);
  });
});
