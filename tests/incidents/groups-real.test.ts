/** Grouping of real alerts: Wazuh and Suricata as they wrote them, and the AIT alert data set. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type AlertWithRaw, packAlerts } from '../../src/main/areas/alerts/alert-batch.ts';
import { insertAlertBatch } from '../../src/main/areas/alerts/alert-inserts.store.ts';
import { toAlertsWithRaw } from '../../src/main/areas/alerts/import-rows.ts';
import { createKeyMaker, DEFAULT_RULES } from '../../src/main/db/groups/group-rules.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { groupsBesideScan, keptEntities, keptGroups } from '../helpers/check-groups.ts';
import { IMPORT_NOW, importBytes, NO_SHARED_DATA, SHARED_DATA } from '../helpers/import-file.ts';
import { alertRow } from '../helpers/make-alerts.ts';
import { openTestDb } from '../helpers/open-test-db.ts';
import { createRandom, type Random } from '../helpers/random.ts';

const CALLER = { actor: null, origin: 'system', action: 'test.write' } as const;

async function realAlerts(): Promise<AlertWithRaw[]> {
  const files = ['wazuh-alerts.json', 'wazuh-autostart.json', 'suricata-fast.log'];
  const read = await Promise.all(
    files.map((name) =>
      importBytes(readFileSync(join(SHARED_DATA, 'alerts', name)), { fileName: name }),
    ),
  );
  return read.flatMap(({ alerts }) =>
    toAlertsWithRaw(alerts, { newId: newUuid, importId: 'import', now: IMPORT_NOW }).map(
      ({ row }) => ({ row, raw: null }),
    ),
  );
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.below(1_000_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** What is kept after an import in batches of a size; alerts by their id. */
function outcome(alerts: readonly AlertWithRaw[], size: number) {
  const world = openTestDb();
  for (let at = 0; at < alerts.length; at += size) {
    const batch = packAlerts(alerts.slice(at, at + size));
    world.db.write(CALLER, (tx) => insertAlertBatch(tx, batch));
  }
  const { kept, scanned } = groupsBesideScan(world.db);
  expect(kept).toEqual(scanned);
  const ids = new Map(
    world.db
      .read('test', (db) => db.all<{ seq: number; id: string }>('SELECT seq, id FROM alerts'))
      .map(({ seq, id }) => [seq, id]),
  );
  const groups = (keptGroups(world.db) as { seqs: number[] }[]).map(({ seqs, ...group }) => ({
    ...group,
    ids: seqs.map((seq) => ids.get(seq)).sort(),
  }));
  const entities = keptEntities(world.db);
  world.close();
  return { groups, entities };
}

// Skipped where the real data of ../shared/data is not here.
describe.skipIf(NO_SHARED_DATA)('real alerts', () => {
  test('[GR4] shuffles of real alerts, in batches of any size, make the same groups', async () => {
    const alerts = await realAlerts();
    const random = createRandom(4711);
    const first = outcome(alerts, 500);
    expect(first.groups.length).toBeLessThan(alerts.length / 2);
    for (const size of [500, 61]) {
      expect(outcome(shuffled(alerts, random), size), `seed ${random.seed}`).toEqual(first);
    }
  });

  const AIT = join(SHARED_DATA, 'ait');
  // Skipped where the AIT data set is not among them.
  test.skipIf(!existsSync(AIT)).each(['shaw', 'russellmitchell'])(
    '[GR10] groups of the AIT data set of %s hold benign or attack alerts, hardly ever both',
    (name) => {
      const [, ...lines] = gunzipSync(readFileSync(join(AIT, `${name}.csv.gz`)))
        .toString('utf8')
        .trimEnd()
        .split('\n');
      const makeKey = createKeyMaker(DEFAULT_RULES);
      const labels = new Map<string, Set<boolean>>();
      for (const line of lines) {
        const [time, title = '', ip = null, host = null, , , label] = line.split(',');
        const row = alertRow({
          ...{ title, source: title.split(':')[0] ?? '', sourceHost: host, sourceIp: ip },
          createdAt: Number(time) * 1000,
        });
        const key = makeKey(row).toString('hex');
        labels.set(key, (labels.get(key) ?? new Set()).add(label !== '-'));
      }
      const mixed = [...labels.values()].filter(({ size }) => size > 1).length;
      const reduction = 100 * (1 - labels.size / lines.length);
      if (process.env.WATCHFLOOR_FIGURES) {
        process.stderr.write(
          `${name}: ${lines.length} alerts, ${labels.size} groups, ${reduction} % fewer, ${mixed} mixed\n`,
        );
      }
      expect(reduction).toBeGreaterThan(75);
      expect(mixed / labels.size).toBeLessThan(0.01);
    },
  );
});
