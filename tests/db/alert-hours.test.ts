/** What is kept by the hour equals what a scan counts, whatever happened to the alerts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { changeAlerts } from '../../src/main/areas/alerts/alert-bulk.store.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { leaveAlerts } from '../../src/main/areas/alerts/merged-alerts.store.ts';
import type { WriteTx } from '../../src/main/db/write-door.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { createRandom } from '../helpers/random.ts';

const HOUR_MS = 3_600_000;
const STEPS = 400;

let opened: TestDb;
beforeAll(() => {
  opened = openTestDb();
});
afterAll(() => opened.close());

const all = (sql: string) => opened.storage.connection.prepare(sql).all();
const run = (sql: string, ...values: (string | number | null)[]) =>
  opened.storage.connection.prepare(sql).run(...values);

const SCAN = `
  SELECT 'acted' AS kind, created_at / 3600000 AS hour, count(*) AS n, sum(first_action_at - created_at) AS ms
    FROM alerts WHERE first_action_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2
  UNION ALL SELECT 'automatic', auto_closed_at / 3600000, count(*), 0
    FROM alerts WHERE auto_closed_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2
  UNION ALL SELECT 'closed', resolved_at / 3600000, count(*), sum(handling_ms)
    FROM alerts WHERE resolved_at IS NOT NULL AND deleted_at IS NULL GROUP BY 2
  ORDER BY 1, 2`;

const write = (fn: (tx: WriteTx) => void) =>
  opened.db.write({ actor: null, origin: 'job', action: 'test.write' }, fn);

test('[DA12] hours of closings and first actions equal a scan after any change', () => {
  const random = createRandom(12);
  const moment = () => random.below(6 * HOUR_MS);
  const maybe = () => (random.below(2) === 0 ? null : moment());
  const change = (id: string, values: readonly (number | null)[]) => {
    const [createdAt = 0, resolvedAt = 0, autoClosedAt = 0, firstActionAt = 0, handlingMs = 0] =
      values;
    const patch = { resolvedAt, autoClosedAt, firstActionAt };
    const seqs = all(`SELECT seq FROM alerts WHERE id = '${id}'`) as { seq: number }[];
    opened.db.write({ actor: null, origin: 'user', action: 'test.change' }, (tx) =>
      changeAlerts(
        tx,
        seqs.map(({ seq }) => seq),
        'action',
        () => ({ ...patch, createdAt: createdAt ?? 0, handlingMs: handlingMs ?? 0 }),
      ),
    );
  };
  const remove = (id: string) => {
    write((tx) => leaveAlerts(tx, [id]));
    run('DELETE FROM alerts WHERE id = ?', id);
  };
  for (let step = 0; step < STEPS; step++) {
    const id = `a${random.below(40)}`;
    const values = [moment(), maybe(), maybe(), maybe(), random.below(9_000)];
    const [createdAt = 0, resolvedAt = 0, autoClosedAt = 0, firstActionAt = 0, handlingMs = 0] =
      values;
    switch (random.below(4)) {
      case 0: {
        remove(id);
        const times = { createdAt: createdAt ?? 0, resolvedAt, autoClosedAt, firstActionAt };
        const row = alertRow({ id, ...times, handlingMs: handlingMs ?? 0 });
        write((tx) => insertAlertBatch(tx, packAlerts([{ row, raw: null }])));
        break;
      }
      case 1:
        remove(id);
        break;
      default:
        change(id, values);
    }
    if (step % 20 !== 19) continue;
    expect(all('SELECT kind, hour, n, ms FROM alert_hours WHERE n <> 0 ORDER BY 1, 2')).toEqual(
      all(SCAN),
    );
    expect(all('SELECT 1 FROM alert_hours WHERE n = 0 AND ms <> 0')).toEqual([]);
  }
});
