import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bornHlc, hlcToStamp } from '../../src/main/db/hlc.ts';
import { openStorage } from '../../src/main/db/open.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';

const SHIPPED = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
const AT = Date.UTC(2026, 10, 1);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-snapshots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database of the version before, with figures of a day, brought to this one. */
function upgraded(role: 'SOC Analyst' | 'Auditor') {
  const older = join(folder, 'older');
  mkdirSync(older);
  for (const name of readdirSync(SHIPPED).filter((one) => one < '0065'))
    cpSync(join(SHIPPED, name), join(older, name));
  const key = new Uint8Array(32).fill(4);
  const open = (migrationsDir: string) =>
    openStorage({ dataDir: folder, migrationsDir, key, newId: newUuid });
  const before = open(older);
  before.connection.exec(`
    INSERT INTO users (id, email, role, created_at, updated_at, row_version) VALUES ('u1', 'a@b.c', '${role}', 1, 1, '1');
    INSERT INTO sync_settings (key, value) VALUES ('membership', '{"membership":{"state":"joined","people":["u1"]}}');
    INSERT INTO daily_snapshots (day, compliance_score, residual_risk_sum, created_at, coverage)
      VALUES ('2026-11-01', 77, 12.5, ${AT}, 40);
    INSERT INTO framework_snapshots VALUES ('f1', '2026-11-01', 70, 60, 50, 4, 5, 6, 'assurance/1', 'ab', ${AT});`);
  before.close();
  const { connection, close } = open(SHIPPED);
  const all = (sql: string) => connection.prepare(sql).all();
  const node = (all("SELECT value FROM meta WHERE key = 'node_id'")[0] as { value: string }).value;
  const found = [
    all('SELECT * FROM daily_snapshots'),
    all('SELECT * FROM framework_snapshots'),
  ] as const;
  close();
  return { found, node };
}

test('[SY273] figures that were kept before are there, older than any figure that is kept since', () => {
  const { found, node } = upgraded('SOC Analyst');
  const stamp = hlcToStamp(bornHlc({ wallMs: AT, counter: 0 }), node);
  const sync = { created_at: AT, deleted_at: null, row_version: stamp, field_versions: null };
  const day = '2026-11-01';
  expect(found).toEqual([
    [
      {
        ...{ id: day, day, compliance_score: 77, residual_risk_sum: 12.5, coverage: 40 },
        ...{ assurance: null, formula: null, inputs_digest: null, ...sync },
      },
    ],
    [
      {
        ...{ id: `f1:${day}`, framework_id: 'f1', day, score: 70, coverage: 60, assurance: 50 },
        ...{ compliant: 4, assessed: 5, applicable: 6 },
        ...{ formula: 'assurance/1', inputs_digest: 'ab', ...sync },
      },
    ],
  ]);
  expect(stamp < hlcToStamp({ wallMs: AT, counter: 0 }, node)).toBe(true);
});

test('[SY273] where only auditors work the workspace’s figures come in their place', () => {
  expect(upgraded('Auditor').found).toEqual([[], []]);
});
