import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAlert, createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

interface Audit {
  seq: number;
  at: number;
  actor: string | null;
  origin: string;
  action: string;
  resource: string;
  record_id: string | null;
  row_count: number;
  reason: string | null;
  changes: string | null;
  stamp: string;
}
interface Change {
  seq: number;
  table_name: string;
  record_id: string | null;
  first_row: number | null;
  last_row: number | null;
  fields: string | null;
  stamp: string;
}

let app: TestApp;
let me: string;
let [auditSeen, changeSeen] = [0, 0];
beforeAll(async () => {
  app = await openTestApp();
  me = ((await (await app.request('GET', '/api/auth/user')).json()) as { id: string }).id;
});
afterAll(() => app.close());
beforeEach(() => {
  newAudits();
  newChanges();
});

/** What was written since the last look, read over a connection of its own. */
function newAudits(): Audit[] {
  const rows = queryBeside<Audit>(
    app.dataDir,
    'SELECT * FROM audit_log WHERE seq > ? ORDER BY seq',
    auditSeen,
  );
  auditSeen = rows.at(-1)?.seq ?? auditSeen;
  return rows;
}
function newChanges(): Change[] {
  const rows = queryBeside<Change>(
    app.dataDir,
    'SELECT * FROM change_log WHERE seq > ? ORDER BY seq',
    changeSeen,
  );
  changeSeen = rows.at(-1)?.seq ?? changeSeen;
  return rows;
}
const rowOf = (id: string) =>
  queryBeside<{ seq: number; row_version: string; field_versions: string | null }>(
    app.dataDir,
    'SELECT seq, row_version, field_versions FROM alerts WHERE id = ?',
    id,
  )[0];

const STAMP = /^[0-9a-f]{16}-[0-9a-f]{12}$/;

describe('[ST11] every write leaves its records in the same transaction', () => {
  test('a new alert: who made it, what to send, and one stamp on all', async () => {
    const alert = await createAlert(app);
    const [audit, ...moreAudits] = newAudits();
    const [change, ...moreChanges] = newChanges();
    expect([moreAudits, moreChanges]).toEqual([[], []]);
    const row = rowOf(alert.id);
    expect(audit).toMatchObject({
      at: app.clock.now(),
      actor: me,
      origin: 'user',
      action: 'alerts.create',
      resource: 'alerts',
      record_id: alert.id,
      row_count: 1,
      stamp: row?.row_version,
    });
    expect(change).toMatchObject({
      table_name: 'alerts',
      record_id: null,
      first_row: row?.seq,
      last_row: row?.seq,
      fields: null,
      stamp: row?.row_version,
    });
    expect(row?.row_version).toMatch(STAMP);
    expect(row?.field_versions).toBeNull();
  });

  test('a change: the fields with their values, and a stamp for each of them', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    newAudits();
    newChanges();
    app.clock.advance(1000);
    await updateAlert(app, alert.id, { status: 'FALSE_POSITIVE', reason: 'Known scanner' });
    const [audit, ...moreAudits] = newAudits();
    const [change, ...moreChanges] = newChanges();
    expect([moreAudits, moreChanges]).toEqual([[], []]);
    expect(audit).toMatchObject({
      action: 'alerts.false-positive',
      reason: 'Known scanner',
      record_id: alert.id,
      actor: me,
    });
    const changes = JSON.parse(audit?.changes ?? '') as Record<string, unknown>;
    expect(changes).toMatchObject({
      status: ['IN_PROGRESS', 'FALSE_POSITIVE'],
      falsePositive: [false, true],
    });
    expect(JSON.parse(change?.fields ?? '')).toEqual(Object.keys(changes));
    expect(change).toMatchObject({
      table_name: 'alerts',
      record_id: alert.id,
      first_row: null,
      stamp: audit?.stamp,
    });
    const row = rowOf(alert.id);
    const versions = JSON.parse(row?.field_versions ?? '') as Record<string, string>;
    for (const field of Object.keys(changes)) expect(versions[field], field).toBe(audit?.stamp);
    expect(versions.assignedTo).toBeUndefined();
    expect(row?.row_version.localeCompare(audit?.stamp ?? '')).toBe(-1);
  });

  test('a change of nothing leaves nothing', async () => {
    const alert = await createAlert(app);
    await updateAlert(app, alert.id, { escalated: true });
    newAudits();
    newChanges();
    const row = rowOf(alert.id);
    await updateAlert(app, alert.id, { escalated: true });
    expect([newAudits(), newChanges()]).toEqual([[], []]);
    expect(rowOf(alert.id)).toEqual(row);
  });

  test('a refused change leaves nothing, whatever it had begun', async () => {
    const alert = await createAlert(app);
    newAudits();
    newChanges();
    for (const body of [
      { status: 'RESOLVED' },
      { escalated: true, status: 'OPEN' },
      { assignedTo: 'nobody' },
    ]) {
      const response = await app.request('PATCH', `/api/alerts/${alert.id}`, { body });
      expect(response.status).toBeGreaterThanOrEqual(400);
    }
    expect([newAudits(), newChanges()]).toEqual([[], []]);
  });

  test('an import: one entry and one range a piece, in the name of who started it', async () => {
    const response = await app.request('POST', '/api/imports?name=eve.json', {
      rawBody: suricataFile(1100),
    });
    const receipt = (await response.json()) as { id: string };
    const audits = newAudits().filter((audit) => audit.resource === 'alerts');
    const changes = newChanges();
    // How many rows a piece has depends on whether somebody is at work; no piece has none.
    const written = audits.map((audit) => audit.row_count);
    expect(Math.min(...written)).toBeGreaterThan(0);
    expect(written.reduce((sum, rows) => sum + rows, 0)).toBe(1100);
    expect(
      new Set(
        audits.map(({ actor, origin, action, reason }) =>
          [actor, origin, action, reason].join(' '),
        ),
      ),
    ).toEqual(new Set([`${me} job alerts.import ${receipt.id}`]));
    const sizes = changes.map((change) => Number(change.last_row) - Number(change.first_row) + 1);
    expect(sizes).toEqual(written);
    for (const [at, change] of changes.entries())
      if (at > 0) expect(change.first_row).toBe(Number(changes[at - 1]?.last_row) + 1);
    expect(changes.map((change) => change.stamp)).toEqual(audits.map((audit) => audit.stamp));
    const [first] = changes;
    const stamps = queryBeside<{ row_version: string }>(
      app.dataDir,
      'SELECT DISTINCT row_version FROM alerts WHERE seq BETWEEN ? AND ?',
      first?.first_row,
      first?.last_row,
    );
    expect(stamps).toEqual([{ row_version: first?.stamp }]);
  });

  test('accounts: the change without the password, in no record', async () => {
    await app.tokenFor('Auditor');
    const audits = newAudits();
    expect(audits.map((audit) => audit.action)).toEqual(['auth.createAccount']);
    expect(JSON.stringify([audits, newChanges()])).not.toMatch(/scrypt|correct horse/);
  });
});

describe('[ST12] stamps', () => {
  test('rise with every write, of all threads, and name this workstation', () => {
    const stamps = queryBeside<{ stamp: string }>(
      app.dataDir,
      'SELECT stamp FROM change_log ORDER BY seq',
    ).map((row) => row.stamp);
    expect(stamps.length).toBeGreaterThan(10);
    expect(stamps).toEqual(stamps.toSorted());
    expect(new Set(stamps.map((stamp) => stamp.slice(17))).size).toBe(1);
    const [node] = queryBeside<{ value: string }>(
      app.dataDir,
      "SELECT value FROM meta WHERE key = 'node_id'",
    );
    expect(stamps[0]?.slice(17)).toBe(node?.value);
  });

  test('rise also when the clock is set back, and after a restart', async () => {
    const before = (await createAlert(app)).id;
    app.clock.advance(-3_600_000);
    const after = (await createAlert(app)).id;
    const [older, newer] = [rowOf(before)?.row_version ?? '', rowOf(after)?.row_version ?? ''];
    expect(newer > older).toBe(true);
    await app.app.close();
    const again = await openTestApp({ as: null, dataDir: app.dataDir, clock: app.clock });
    const response = await again.request('POST', '/api/alerts', {
      body: { title: 'after', description: 'd', severity: 'LOW', source: 's' },
      token: app.token ?? null,
    });
    const { id } = (await response.json()) as { id: string };
    expect((rowOf(id)?.row_version ?? '') > newer).toBe(true);
    await again.close();
  });
});
