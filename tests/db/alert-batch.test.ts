/** A batch of changed alerts keeps what triggers kept of each: the same hours, the same work of the engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAlerts } from '../../src/main/areas/alerts/alert-bulk.store.ts';
import type { AlertPatch } from '../../src/main/areas/alerts/alerts.store.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom } from '../helpers/random.ts';

const HOUR_MS = 3_600_000;
const ALERTS = 40;
const BATCHES = 60;
const CALLER = { actor: null, origin: 'user', action: 'test.bulk' } as const;

/** The trigger of a migration, which a later one dropped. */
function triggerOf(migration: string, name: string): string {
  const path = join(REPOSITORY, 'resources', 'migrations', 'sqlite', migration);
  const text = readFileSync(path, 'utf8');
  return new RegExp(`CREATE TRIGGER ${name}\\b[\\s\\S]*?\\nEND;`).exec(text)?.[0] ?? '';
}

/** The alerts changed in batches, and the same ones one by one under the triggers that there were. */
let batches: TestDb;
let singles: TestDb;
beforeAll(() => {
  [batches, singles] = [openTestDb(), openTestDb()];
  const { connection } = singles.storage;
  connection.exec(triggerOf('0035_engine.sql', 'engine_alert_changed'));
  connection.exec(triggerOf('0045_alert_hours.sql', 'alert_hours_changed'));
  for (const { storage } of [batches, singles]) {
    for (let seq = 1; seq <= ALERTS; seq++) {
      storage.connection
        .prepare(
          `INSERT INTO alerts (seq, id, title, description, severity, status, source, techniques, received_at,
             updated_at, row_version, created_at) VALUES (?, ?, 'T', 'D', 'LOW', 'OPEN', 'S', '[]', 0, 0, '1', ?)`,
        )
        .run(seq, `a${seq}`, seq * 1_000_000);
      // Of one the engine has said nothing yet.
      if (seq === 7) continue;
      storage.connection
        .prepare('INSERT INTO engine_decisions VALUES (?, 10, 1, NULL, ?, 0, 1, 0)')
        .run(seq, seq);
    }
  }
});
afterAll(() => {
  batches.close();
  singles.close();
});

const all = ({ storage }: TestDb, sql: string) => storage.connection.prepare(sql).all();
const KEPT = [
  'SELECT kind, hour, n, ms FROM alert_hours WHERE n <> 0 ORDER BY 1, 2',
  'SELECT alert_seq, is_open FROM engine_decisions ORDER BY 1',
  'SELECT alert_seq FROM engine_dirty ORDER BY 1',
];

const COLUMNS = {
  status: 'status',
  verdict: 'verdict',
  resolvedAt: 'resolved_at',
  autoClosedAt: 'auto_closed_at',
  firstActionAt: 'first_action_at',
  handlingMs: 'handling_ms',
  suppressedBy: 'suppressed_by',
} as const;

test('[DA12] what a batch keeps is what triggers kept of each alert', () => {
  const random = createRandom(54);
  const maybe = <V>(value: V) => (random.below(2) === 0 ? null : value);
  const moment = () => maybe(random.below(6 * HOUR_MS));
  const some = <V>(values: readonly V[]) => values[random.below(values.length)] as V;
  for (let batch = 0; batch < BATCHES; batch++) {
    const patches = new Map<number, AlertPatch>();
    for (let n = 0; n < 8; n++) {
      const kinds: readonly AlertPatch[] = [
        { status: some(['OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE'] as const) },
        { resolvedAt: moment(), handlingMs: random.below(9_000) },
        { verdict: maybe('FALSE_POSITIVE' as const), firstActionAt: moment() },
        { autoClosedAt: moment(), suppressedBy: maybe('rule') },
      ];
      patches.set(1 + random.below(ALERTS), { ...some(kinds), ...some(kinds) });
    }
    batches.db.write(CALLER, (tx) =>
      changeAlerts(tx, [...patches.keys()], 'action', (row) => patches.get(row.seq) ?? null),
    );
    for (const [seq, patch] of patches) {
      const properties = Object.keys(patch) as (keyof typeof COLUMNS)[];
      singles.storage.connection
        .prepare(
          `UPDATE alerts SET ${properties.map((one) => `${COLUMNS[one]} = ?`).join(', ')} WHERE seq = ?`,
        )
        .run(...properties.map((one) => patch[one]), seq);
    }
    for (const sql of KEPT) expect(all(batches, sql), sql).toEqual(all(singles, sql));
  }
  expect(all(batches, KEPT[0] ?? '').length).toBeGreaterThan(3);
  expect(all(batches, 'SELECT 1 FROM engine_decisions WHERE is_open = 0').length).toBeGreaterThan(
    3,
  );
});
