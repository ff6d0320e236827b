/** Random sequences of actions, undo and redo lead back to the same rows, and counts stay exact. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskAction, StartedAction } from '../../src/shared/areas/actions/actions.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const ALERTS = 30;
const STEPS = 40;
const SEEDS = [1, 2];
const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

let app: TestApp;
let beside: ReturnType<typeof openBeside>;
const all = (sql: string) => beside.prepare(sql).all() as Record<string, unknown>[];
beforeAll(async () => {
  app = await openTestApp();
  await app.request('POST', '/api/imports?name=eve.json', { rawBody: suricataFile(ALERTS) });
  beside = openBeside(app.dataDir);
});
afterAll(async () => {
  beside.close();
  await app.close();
});

const rows = () =>
  all(
    `SELECT id, status, escalated, assigned_to, false_positive, resolved_at, in_progress_since,
       handling_ms, first_action_at, verdict, reason_code, closing_note, closed_by FROM alerts ORDER BY seq`,
  );

function expectCounts(): void {
  const kept = 'SELECT source, status, severity, n FROM alert_totals WHERE n <> 0 ORDER BY 1, 2, 3';
  const scan = `SELECT source, status, severity, count(*) AS n FROM alerts WHERE deleted_at IS NULL
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
  expect(all(kept)).toEqual(all(scan));
  const active = `SELECT m.group_id AS id, count(*) AS n FROM group_members m JOIN alerts a ON a.seq = m.alert_seq
    WHERE a.status IN ('OPEN', 'IN_PROGRESS') GROUP BY 1 ORDER BY 1`;
  const keptActive = 'SELECT id, n_active AS n FROM alert_groups WHERE n_active <> 0 ORDER BY 1';
  expect(all(keptActive)).toEqual(all(active));
}

test.each(SEEDS)('[AC8][AC11] seed %i: what is undone is as it was before it', async (seed) => {
  const random = createRandom(seed);
  const { pick } = random;
  const { id: me } = (await (await app.request('GET', '/api/auth/user')).json()) as { id: string };
  const ids = rows().map(({ id }) => String(id));
  const begun = rows();
  /** Actions that stand, with the rows before them; and those undone, with the rows after them. */
  const done: { id: string; before: unknown; after: unknown }[] = [];
  const undone: { id: string; before: unknown; after: unknown }[] = [];

  const changes = [
    { change: { status: 'IN_PROGRESS' } },
    { change: { status: 'RESOLVED', verdict: 'TRUE_POSITIVE' }, investigateFirst: true },
    { change: { status: 'FALSE_POSITIVE' } },
    { change: { status: 'OPEN' }, note: 'Again' },
    { change: { escalated: true } },
    { change: { escalated: false } },
    { change: { assignedTo: me } },
    { change: { assignedTo: null } },
  ];
  async function act(): Promise<void> {
    const before = rows();
    const set = random.chance(50)
      ? { filter: { severity: pick(SEVERITIES) } }
      : { ids: [pick(ids), pick(ids), pick(ids)] };
    const response = await app.request('POST', '/api/alerts/bulk', {
      body: { ...set, ...pick(changes) },
    });
    if (response.status === 409) return;
    const { action } = (await response.json()) as StartedAction;
    expect(response.status, JSON.stringify(action)).toBe(200);
    if (!action || action.rowCount === 0) return;
    done.push({ id: action.id, before, after: rows() });
    undone.length = 0;
  }
  async function turn(way: 'undo' | 'redo'): Promise<void> {
    const entry = (way === 'undo' ? done : undone).pop();
    if (!entry) return;
    const response = await app.request('POST', `/api/actions/${entry.id}/${way}`);
    const { action } = (await response.json()) as { action: DeskAction };
    expect(action.runs.at(-1)?.kept).toEqual([]);
    expect(rows()).toEqual(way === 'undo' ? entry.before : entry.after);
    (way === 'undo' ? undone : done).push(entry);
  }
  for (let step = 0; step < STEPS; step++) {
    app.clock.advance(random.below(3) * 500);
    if (random.chance(50)) await act();
    else await turn(random.chance(60) ? 'undo' : 'redo');
    expectCounts();
  }
  while (done.length > 0) await turn('undo');
  expect(rows()).toEqual(begun);
  expectCounts();
});
