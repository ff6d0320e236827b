import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  BulkPreview,
  DeskAction,
  StartedAction,
} from '../../src/shared/areas/actions/actions.contract.ts';
import type { Alert, HistoryEntry } from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const IMPORTED = 1500;
/** As that of the workers, which write beside the core. */
class RunningClock extends TestClock {
  override now(): number {
    return Date.now();
  }
}
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ clock: new RunningClock() });
  const response = await app.request('POST', '/api/imports?name=eve.json', {
    rawBody: suricataFile(IMPORTED),
  });
  expect(response.status).toBeLessThan(300);
});
afterAll(() => app.close());

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
const post = (path: string, body: object) => app.request('POST', path, { body });
const preview = async (body: object) =>
  json<BulkPreview>(await post('/api/alerts/bulk/preview', body));
const bulk = async (body: object) => json<StartedAction>(await post('/api/alerts/bulk', body));
const actionOf = async (id: string) =>
  json<DeskAction>(await app.request('GET', `/api/actions/${id}`));
const alertOf = async (id: string) => json<Alert>(await app.request('GET', `/api/alerts/${id}`));
const historyOf = async (id: string) =>
  json<HistoryEntry[]>(await app.request('GET', `/api/alerts/${id}/history`));
async function ended({ job, actionId }: StartedAction): Promise<DeskAction> {
  for (let tries = 0; job && tries < 1000; tries++) {
    const now = await json<Job>(await app.request('GET', `/api/jobs/${job.id}`));
    if (now.finishedAt !== null) {
      expect(now).toMatchObject({ state: 'DONE' });
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return actionOf(actionId);
}
/** Every alert without its stamps, and the kept counts, as a scan of the table gives them. */
const rows = () =>
  queryBeside<Record<string, unknown>>(
    app.dataDir,
    `SELECT id, status, escalated, assigned_to, false_positive, resolved_at, in_progress_since,
       handling_ms, first_action_at, verdict, reason_code, closing_note, closed_by FROM alerts ORDER BY seq`,
  );
function expectCounts(): void {
  const scan = `SELECT source, status, severity, count(*) AS n FROM alerts WHERE deleted_at IS NULL
    GROUP BY source, status, severity ORDER BY 1, 2, 3`;
  const kept = 'SELECT source, status, severity, n FROM alert_totals WHERE n <> 0 ORDER BY 1, 2, 3';
  expect(queryBeside(app.dataDir, kept)).toEqual(queryBeside(app.dataDir, scan));
  const hours = `SELECT created_at / 3600000 AS hour, source, status, severity, count(*) AS n FROM alerts
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
  const byHour =
    'SELECT hour, source, status, severity, n FROM alert_counts WHERE n <> 0 ORDER BY 1, 2, 3, 4';
  const active = `SELECT m.group_id AS id, count(*) AS n FROM group_members m JOIN alerts a ON a.seq = m.alert_seq
    WHERE a.status IN ('OPEN', 'IN_PROGRESS') GROUP BY 1 ORDER BY 1`;
  const keptActive = 'SELECT id, n_active AS n FROM alert_groups WHERE n_active <> 0 ORDER BY 1';
  expect(queryBeside(app.dataDir, keptActive)).toEqual(queryBeside(app.dataDir, active));
  expect(queryBeside(app.dataDir, byHour)).toEqual(queryBeside(app.dataDir, hours));
}

describe('few, within the call', () => {
  test('[AC2][AC3] the preview tells what applies, and closing open ones keeps both steps', async () => {
    const source = 'Bulk one';
    const open = await createAlertIn(app, 'OPEN', { source });
    const working = await createAlertIn(app, 'IN_PROGRESS', { source });
    await createAlertIn(app, 'RESOLVED', { source });
    const change = { status: 'RESOLVED', verdict: 'BENIGN_TRUE_POSITIVE' };
    const body = { filter: { source }, change };
    expect(await preview(body)).toEqual({
      total: 3,
      applies: 1,
      open: 1,
      byStatus: { OPEN: 1, IN_PROGRESS: 1, RESOLVED: 1, FALSE_POSITIVE: 0 },
    });
    expect((await preview({ ...body, investigateFirst: true })).applies).toBe(2);
    const done = await bulk({ ...body, investigateFirst: true, note: 'Patch night' });
    expect(done.job).toBeNull();
    expect(done.action).toMatchObject({
      kind: 'alerts.resolve',
      summary: 'Investigate and resolve 2 alerts',
      note: 'Patch night',
      rowCount: 2,
      state: 'DONE',
    });
    expect(await alertOf(open.id)).toMatchObject({
      status: 'RESOLVED',
      verdict: 'BENIGN_TRUE_POSITIVE',
      closingNote: 'Patch night',
    });
    const history = await historyOf(open.id);
    expect(
      history
        .slice(0, 2)
        .map(({ action, changes }) => [action, changes.find(({ field }) => field === 'status')]),
    ).toEqual([
      ['alerts.resolve', { field: 'status', from: 'IN_PROGRESS', to: 'RESOLVED' }],
      ['alerts.investigate', { field: 'status', from: 'OPEN', to: 'IN_PROGRESS' }],
    ]);
    expect((await historyOf(working.id))[0]).toMatchObject({
      action: 'alerts.resolve',
      reason: 'Patch night',
    });
    const again = await failureOf(
      await post('/api/alerts/bulk', { ...body, investigateFirst: true }),
    );
    expect(again).toMatchObject({
      status: 409,
      body: { message: 'There is no alert that this applies to' },
    });
    await json(await post(`/api/actions/${done.actionId}/undo`, {}));
    expect((await alertOf(open.id)).status).toBe('OPEN');
    expect((await historyOf(open.id))[0]).toMatchObject({
      action: 'actions.undo',
      reason: 'Undo of Investigate and resolve 2 alerts',
    });
    expectCounts();
  });

  test('[AC5] named alerts to which it does not apply stay, and are counted', async () => {
    const open = await createAlertIn(app, 'OPEN');
    const closed = await createAlertIn(app, 'RESOLVED');
    const { action } = await bulk({ ids: [open.id, closed.id], change: { status: 'IN_PROGRESS' } });
    expect(action).toMatchObject({
      rowCount: 1,
      runs: [{ done: 1, kept: [{ reason: 'refused', n: 1 }] }],
    });
    const { action: second } = await bulk({
      ids: [open.id, closed.id],
      change: { escalated: true },
    });
    expect(second?.rowCount).toBe(2);
    const { action: third } = await bulk({ ids: [open.id], change: { escalated: true } });
    expect(third).toMatchObject({
      rowCount: 0,
      runs: [{ done: 0, kept: [{ reason: 'same', n: 1 }] }],
    });
  });

  test.each([
    [{ change: { status: 'RESOLVED' } }, 'Give either a filter or ids'],
    [{ filter: {}, ids: ['x'], change: { status: 'RESOLVED' } }, 'Give either a filter or ids'],
    [{ ids: [], change: { escalated: true } }, 'Choose at least one alert'],
    [
      { filter: {}, change: {} },
      'Nothing to change: give status, a verdict, assignedTo or escalated',
    ],
    [{ filter: { severity: 'HUGE' }, change: { escalated: true } }, 'Severity must be of'],
    [{ filter: {}, change: { status: 'OPEN' } }, 'A reason is required to reopen an alert'],
    [{ filter: {}, change: { assignedTo: 'nobody' } }, 'There is no such account to assign to'],
    [
      { filter: {}, change: { status: 'RESOLVED', verdict: 'FALSE_POSITIVE' } },
      'An alert closed as RESOLVED takes one of these verdicts',
    ],
    [{ filter: {}, change: { status: 'GONE' } }, 'Status must be one of'],
    [{ filter: {}, change: { title: 'x' } }, 'Unrecognized key'],
    [
      { filter: {}, change: { escalated: true }, note: 'x'.repeat(2001) },
      'Note must be at most 2000',
    ],
  ])('[AC4] %j is refused', async (body, message) => {
    const failure = await failureOf(await post('/api/alerts/bulk', body));
    expect(failure.status).toBe(400);
    expect(failure.body.message).toContain(message);
  });
});

describe('many, by a job', () => {
  test('[AC1][AC6][AC8][AC9][AC11] the whole filter is changed, undone and done again exactly', async () => {
    const before = rows();
    const filter = { source: 'Suricata' };
    const step = {
      filter,
      change: { status: 'FALSE_POSITIVE', reasonCode: 'rule-too-broad' },
      investigateFirst: true,
    };
    const { total, applies } = await preview(step);
    expect([total, applies]).toEqual([IMPORTED, IMPORTED]);
    const started = await bulk({ ...step, note: 'Lab traffic' });
    expect(started.job).not.toBeNull();
    const done = await ended(started);
    expect(done).toMatchObject({
      state: 'DONE',
      rowCount: IMPORTED,
      summary: `Investigate and mark ${IMPORTED.toLocaleString('en-US')} alerts as false positive`,
      runs: [{ done: IMPORTED, kept: [] }],
    });
    const after = rows();
    expect(after.filter(({ status }) => status === 'FALSE_POSITIVE')).toHaveLength(IMPORTED);
    expectCounts();
    const entries = queryBeside<{ n: number; rows: number }>(
      app.dataDir,
      'SELECT count(*) AS n, sum(row_count) AS rows FROM audit_log WHERE record_id = ?',
      started.actionId,
    );
    expect(entries).toEqual([{ n: Math.ceil(IMPORTED / 100), rows: IMPORTED }]);
    expect(
      await ended(await json(await post(`/api/actions/${started.actionId}/undo`, {}))),
    ).toMatchObject({
      state: 'UNDONE',
      runs: [{}, { direction: 'UNDO', done: IMPORTED, kept: [] }],
    });
    expect(rows()).toEqual(before);
    expectCounts();
    await ended(await json(await post(`/api/actions/${started.actionId}/redo`, {})));
    expect(rows()).toEqual(after);
    expectCounts();
    const [one] = await json<Alert[]>(
      await app.request('GET', '/api/alerts?source=Suricata&limit=1'),
    );
    expect((await historyOf(String(one?.id))).map(({ action }) => action)).toEqual([
      'actions.redo',
      'actions.undo',
      'alerts.false-positive',
      'alerts.investigate',
      'alerts.import',
    ]);
    await ended(await json(await post(`/api/actions/${started.actionId}/undo`, {})));
    expect(rows()).toEqual(before);
  });

  test('[AC12] the undo leaves what somebody changed since, and says how many and by whom', async () => {
    const started = await bulk({ filter: { source: 'Suricata' }, change: { escalated: true } });
    await ended(started);
    const other = await app.tokenFor('SOC Analyst');
    const some = await json<Alert[]>(
      await app.request('GET', '/api/alerts?source=Suricata&limit=3'),
    );
    for (const { id } of some)
      await app.request('PATCH', `/api/alerts/${id}`, { body: { escalated: false }, token: other });
    const undone = await ended(await json(await post(`/api/actions/${started.actionId}/undo`, {})));
    expect(undone.runs.at(-1)).toMatchObject({
      done: IMPORTED - 3,
      kept: [{ reason: 'changed', byName: 'Sam SOC Analyst', n: 3 }],
    });
  });

  test('[AC5] an alert that changes while the action runs stays as it was decided', async () => {
    const [last] = (
      await json<Alert[]>(await app.request('GET', '/api/alerts?source=Suricata&limit=1000'))
    ).slice(-1);
    const started = await bulk({
      filter: { source: 'Suricata' },
      change: { status: 'IN_PROGRESS' },
    });
    const changed = await updateAlert(app, String(last?.id), { status: 'IN_PROGRESS' });
    await updateAlert(app, changed.id, { status: 'RESOLVED' });
    const done = await ended(started);
    expect((await alertOf(changed.id)).status).toBe('RESOLVED');
    expect(done.runs[0]?.done).toBeGreaterThanOrEqual(IMPORTED - 1);
    expectCounts();
  });

  test('[AC7] cancelled, it puts back what it had done', async () => {
    const before = rows();
    const started = await bulk({
      filter: { source: 'Suricata' },
      change: { assignedTo: null, escalated: true },
    });
    await post(`/api/jobs/${started.job?.id}/cancel`, {});
    for (let tries = 0; tries < 500; tries++) {
      const job = await json<Job>(await app.request('GET', `/api/jobs/${started.job?.id}`));
      if (job.finishedAt !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const response = await app.request('GET', `/api/actions/${started.actionId}`);
    if (response.status === 200) {
      const action = await json<DeskAction>(response);
      expect(['CANCELLED', 'DONE']).toContain(action.state);
      if (action.state === 'DONE') return;
      expect((await post(`/api/actions/${started.actionId}/redo`, {})).status).toBe(409);
    }
    expect(rows()).toEqual(before);
    expectCounts();
  });
});
