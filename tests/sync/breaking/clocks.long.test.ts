/** Whole workstations whose clocks are days apart and jump, on one real PostgreSQL whose clock is right. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/kernel/time.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { eventually } from '../worker/two-cores.ts';
import { createWorkspaceOn, inviteTo, joinWith, openStation, type Station } from './hosts.ts';

/** What the program `faketime` loads, where it is installed (Linux). */
function findLibrary(): string | null {
  const root = '/usr/lib';
  if (!existsSync(root)) return null;
  return (
    readdirSync(root)
      .map((folder) => join(root, folder, 'faketime', 'libfaketimeMT.so.1'))
      .find((path) => existsSync(path)) ?? null
  );
}

const library = findLibrary();
if (library === null)
  process.stderr.write('Clocks of whole workstations are not tested: faketime is not installed.\n');

interface Clocked extends Station {
  /** Sets its clock so many days beside the right one, while it runs. */
  setClock(days: number): void;
}

let folder: string;
let cluster: TestCluster;
let ada: Clocked;
let bea: Clocked;

async function openClocked(name: string, days: number): Promise<Clocked> {
  const file = join(folder, name);
  const setClock = (by: number) => writeFileSync(file, `${by < 0 ? '' : '+'}${by}d\n`);
  setClock(days);
  const env = {
    ...{ LD_PRELOAD: library ?? '', FAKETIME_TIMESTAMP_FILE: file },
    ...{ FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  };
  return { ...(await openStation(name, { env })), setClock };
}

beforeAll(async () => {
  if (library === null) return;
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-clocks-'));
  cluster = await startPostgres();
  ada = await openClocked('ada', 3);
  bea = await openClocked('bea', -2);
  await createWorkspaceOn(ada, await cluster.database());
  await joinWith(bea, await inviteTo(ada, 'bea'));
  await Promise.all([ada.synced(), bea.synced()]);
}, 300_000);
afterAll(async () => {
  if (library === null) return;
  await Promise.all([ada?.close(), bea?.close()]);
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const alertOn = (on: Station, id: string) =>
  on.call<Alert>('GET', `/api/alerts/${id}`).catch(() => null);

/** One after the other, each knowing the last word, gives it a new one; it must stand at both. */
async function takeTurns(id: string, turns: readonly Station[]): Promise<void> {
  let escalated = (await alertOn(ada, id))?.escalated ?? false;
  for (const [i, station] of turns.entries()) {
    escalated = !escalated;
    const what = `turn ${i + 1}, ${station.name}'s`;
    await station.call('PATCH', `/api/alerts/${id}`, { escalated, reason: what });
    for (const one of [ada, bea])
      await eventually(
        async () => (await alertOn(one, id))?.escalated === escalated,
        `${what} word at ${one.name}`,
        60_000,
      );
  }
}

async function saysItsClockIs(station: Station, days: number): Promise<void> {
  await station.call('POST', '/api/sync/now');
  await eventually(
    async () => {
      const { clock } = await station.status();
      return Math.abs((clock?.offsetMs ?? 0) + days * DAY_MS) < MINUTE_MS;
    },
    `${station.name} corrects its clock by ${-days} days`,
    60_000,
  );
  const { clock } = await station.status();
  if (days === 0) expect(clock).toBeNull();
  else expect(clock?.note).toMatch(days > 0 ? /ahead of the server's/ : /behind the server's/);
}

async function areAlike(): Promise<void> {
  await Promise.all([ada.synced(), bea.synced()]);
  for (const station of [ada, bea]) {
    const checked = await station.call<{ differing: unknown[] }>('POST', '/api/sync/check', {});
    expect(checked.differing).toEqual([]);
    const { openConflicts, problem } = await station.status();
    expect([openConflicts, problem]).toEqual([0, null]);
  }
}

// Skipped where faketime is not installed: nothing else sets the clock of one process.
test.skipIf(library === null)(
  '[SY246] clocks that are days apart, run back and jump ahead decide nothing: the last word stands everywhere',
  { timeout: 300_000 },
  async () => {
    await saysItsClockIs(ada, 3);
    await saysItsClockIs(bea, -2);
    const { id } = await ada.call<Alert>('POST', '/api/alerts', alertBody({ title: 'Late' }));
    await eventually(async () => (await alertOn(bea, id)) !== null, 'the alert at Bea', 60_000);
    await takeTurns(id, [bea, ada, bea, ada]);

    // Back while they run: what comes after is later all the same, before the correction and after it.
    bea.setClock(-6);
    ada.setClock(0);
    await takeTurns(id, [bea, ada, bea]);
    await saysItsClockIs(bea, -6);
    await saysItsClockIs(ada, 0);
    await takeTurns(id, [ada, bea]);

    // Ahead: what is stamped before that is noticed would win over all, and gets another stamp.
    // (Six hours only: a session would end.)
    bea.setClock(-5.75);
    await takeTurns(id, [bea, ada, bea]);
    await saysItsClockIs(bea, -5.75);
    await takeTurns(id, [ada, bea]);
    await areAlike();
  },
);
