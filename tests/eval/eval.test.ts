/** A cut of `npm run eval`: its promises on one held-out environment, and that its figures can be wrong. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type EvalSet, readAlertFile } from './alert-file.ts';
import { evaluate, pooled } from './evaluate.ts';
import { linkSentinel } from './incidents.ts';
import { DATA } from './inputs.ts';
import { byEngine, calibrationError, closedBy, rankQuality } from './measures.ts';
import { type Replayed, replay } from './replay.ts';
import { targetRows } from './targets.ts';
import { windowFigures } from './windows.ts';

const FILE = join(DATA, 'ait', 'russellmitchell.csv.gz');

// Skipped where the AIT data set is not beside the repository (../shared/data/ait).
describe.skipIf(!existsSync(FILE))('AIT russellmitchell, which nothing was chosen on', () => {
  test('[EG40] coverage, precision and attacks missed hold on labelled alerts, in the order of time', async () => {
    const evaluation = evaluate(await readAlertFile(FILE), [1]);
    const rows = new Map(
      targetRows([evaluation], pooled([evaluation]), []).map((row) => [row.name, row]),
    );
    for (const name of [
      'Memory: coverage',
      'Memory: precision',
      'Memory: malicious groups missed',
      'Attack never seen: closed',
      'Attack never seen: coverage (least)',
      '5 % wrong verdicts: coverage (mean)',
      '5 % wrong verdicts: precision (least)',
      'Calibration error',
    ])
      expect(rows.get(name), name).toMatchObject({ isMet: true });
    expect(evaluation.engine.malicious).toBeGreaterThan(30);
    expect(evaluation.rate.closedMalicious).toBeGreaterThan(evaluation.engine.closedMalicious);
  }, 240_000);
});

const SENTINEL = join(DATA, 'incidents');
// Skipped where the incidents are not beside the repository (../shared/data/incidents).
test.skipIf(!existsSync(SENTINEL))(
  '[EG41] linking finds incidents that people found: F1 of at least 0.96',
  () => {
    expect(linkSentinel(SENTINEL).f1).toBeGreaterThanOrEqual(0.96);
  },
);

const HOUR = 3600;
/** A heartbeat on a host every quarter of an hour for `days`, and rows of one's own. */
function csvOf(days: number, rows: readonly string[] = []): string {
  const start = 1_642_204_800;
  const beats = Array.from(
    { length: days * 96 },
    (_, n) => `${start + n * 900 + 5},Wazuh: beat,10.0.0.1,web-01,B,x,-`,
  );
  return [
    'time,name,ip,host,short,time_label,event_label',
    ...beats,
    ...rows.map((row) => row.replace('START', String(start + days * 24 * HOUR - HOUR))),
  ].join('\n');
}

async function setOf(text: string, name = 'made.csv.gz'): Promise<EvalSet> {
  const folder = mkdtempSync(join(tmpdir(), 'wf-eval-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
    return await readAlertFile(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the protocol', () => {
  test('[EG42] closes what repeats, and counts an attack in a known pattern as missed', async () => {
    const set = await setOf(
      csvOf(5, [
        'START,Wazuh: beat,10.0.0.1,web-01,B,x,webshell',
        'START,Wazuh: other,10.0.0.1,web-01,B,x,webshell',
      ]),
    );
    const warm = replay(set.groups).filter(({ isWarm }) => isWarm);
    const closed = closedBy(warm, byEngine);
    expect(closed).toMatchObject({ malicious: 2, closedMalicious: 1 });
    expect(closed.missed).toBe(0.5);
    expect(closed.coverage).toBeGreaterThan(0.95);
    expect(set.mixed).toBe(1);
  });

  test('[EG42] shows the memory no verdict before its time: nothing is closed on the first day', async () => {
    const all = replay((await setOf(csvOf(3), 'plain.csv')).groups);
    const firstDay = all.filter(({ group }) => group.window < (all[0]?.group.window ?? 0) + 95);
    expect(firstDay.filter(byEngine)).toEqual([]);
    expect(all.filter(byEngine).length).toBeGreaterThan(0);
  });

  test('[EG40] wider windows are quarters put together: fewer groups, and more of them mixed', async () => {
    const set = await setOf(csvOf(1, ['START,Wazuh: beat,10.0.0.1,web-01,B,x,webshell']));
    const [quarter, half, hour] = windowFigures(set);
    expect(quarter).toMatchObject({ minutes: 15, groups: set.groups.length });
    expect(quarter?.mixedShare).toBeCloseTo(set.mixed / set.groups.length);
    expect(half).toMatchObject({ minutes: 30, groups: 48 });
    expect(hour).toMatchObject({ minutes: 60, groups: 24, mixedShare: 1 / 24 });
  });

  test('[EG43] two runs give the same decisions, with wrong verdicts too', async () => {
    const set = await setOf(csvOf(4));
    const plain = (all: readonly Replayed[]) => all.map(({ tookMs: _, ...one }) => one);
    for (const options of [{}, { noise: 0.05, seed: 3 }])
      expect(plain(replay(set.groups, options))).toEqual(plain(replay(set.groups, options)));
  });

  test('a file without the columns is refused by name', async () => {
    await expect(setOf('a,b\n1,2\n', 'bad.csv')).rejects.toThrow(
      'No column time, name, host, event_label',
    );
    await expect(setOf('time,name,ip,host,event_label\n', 'none.csv')).rejects.toThrow('No alerts');
  });
});

test('measures are those of the textbook', () => {
  const one = (chance: number, isMalicious: boolean, suspicion: number) =>
    ({ chance, isMalicious, suspicion, decision: 'review' }) as Replayed;
  expect(
    calibrationError([
      one(0.25, true, 1),
      one(0.25, false, 1),
      one(0.25, false, 1),
      one(0.25, false, 1),
    ]),
  ).toBe(0);
  expect(calibrationError([one(0.9, false, 1)])).toBeCloseTo(0.9);
  expect(rankQuality([one(0, true, 9), one(0, false, 1), one(0, false, 9)])).toBe(0.75);
});
