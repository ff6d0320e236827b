import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unpackRawBlock } from '../../src/main/areas/alerts/raw-blocks.ts';
import type {
  Alert,
  HistoryEntry,
  RawRecord,
  RelatedAlerts,
} from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { ImportFormat } from '../../src/shared/areas/alerts/imports.contract.ts';
import { DAY_MS, MINUTE_MS, toIso } from '../../src/shared/kernel/time.ts';
import { queryBeside } from '../helpers/beside.ts';
import { importBytes } from '../helpers/import-file.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
});
afterAll(() => app.close());

const query = <R>(sql: string, ...values: unknown[]) => queryBeside<R>(app.dataDir, sql, ...values);

async function get<T>(path: string): Promise<T> {
  const response = await app.request('GET', path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const ids = (sql: string) => query<{ id: string }>(sql).map(({ id }) => id);

/** Rows of `table` whose `column` names a record that is not there. */
function dangling(table: string, column: string, target: string): unknown[] {
  return query(
    `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL
     AND ${column} NOT IN (SELECT id FROM ${target} WHERE deleted_at IS NULL)`,
  );
}

describe('what refers to something finds it', () => {
  test.each([
    ['alerts', 'assigned_to', 'users'],
    ['audit_log', 'actor', 'users'],
    ['forensic_investigations', 'investigator', 'users'],
    ['forensic_sessions', 'investigation_id', 'forensic_investigations'],
    ['forensic_sessions', 'created_by', 'users'],
    ['indicators', 'investigation_id', 'forensic_investigations'],
    ['controls', 'framework_id', 'compliance_frameworks'],
    ['controls', 'owner', 'users'],
    ['evidence', 'collected_by', 'users'],
    ['control_evidence', 'control_id', 'controls'],
    ['control_evidence', 'evidence_id', 'evidence'],
    ['control_tests', 'control_id', 'controls'],
    ['control_tests', 'tester', 'users'],
    ['control_test_runs', 'test_id', 'control_tests'],
    ['control_test_runs', 'evidence_id', 'evidence'],
    ['control_test_runs', 'approved_by', 'users'],
    ['control_exceptions', 'control_id', 'controls'],
    ['control_exceptions', 'owner', 'users'],
    ['audit_request_evidence', 'evidence_id', 'evidence'],
    ['risks', 'owner', 'users'],
    ['policies', 'owner', 'users'],
    ['policies', 'approver', 'users'],
    ['audits', 'assigned_to', 'users'],
  ])('%s.%s', (table, column, target) => {
    const [row] = query<{ n: number }>(`SELECT count(${column}) AS n FROM ${table}`);
    expect(row?.n).toBeGreaterThan(0);
    expect(dangling(table, column, target)).toEqual([]);
  });

  test('every investigation that has begun names alerts that are there, in order of time', () => {
    const known = new Set(ids('SELECT id FROM alerts'));
    const rows = query<{ status: string; timeline: string | null }>(
      'SELECT status, timeline FROM forensic_investigations',
    );
    const begun = rows.filter(({ status }) => status !== 'PENDING');
    expect(begun.length).toBeGreaterThan(5);
    for (const { timeline } of begun) {
      const entries = JSON.parse(timeline ?? '[]') as { alertId: string; at: string }[];
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.every(({ alertId }) => known.has(alertId))).toBe(true);
      expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
    }
    expect(new Set(rows.map(({ status }) => status))).toEqual(
      new Set(['PENDING', 'IN_PROGRESS', 'COMPLETED']),
    );
  });

  test('an unread notification leads to the alert it is about', async () => {
    const links = query<{ link: string }>(
      "SELECT link FROM notifications WHERE kind = 'critical-alert'",
    );
    for (const { link } of links) {
      const id = new URLSearchParams(link.split('?')[1]).get('alert');
      expect((await get<Alert>(`/api/alerts/${id}`)).severity).toBe('CRITICAL');
    }
    expect(links).toHaveLength(2);
  });
});

describe('the past is a past', () => {
  test('audit log and change log run forward, up to two minutes before the workspace was opened', () => {
    const times = query<{ at: number; stamp: string }>(
      "SELECT at, stamp FROM audit_log WHERE action <> 'auth.setUp' ORDER BY seq",
    );
    expect(times.map(({ at }) => at)).toEqual(times.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(times.map(({ stamp }) => stamp)).toEqual(times.map(({ stamp }) => stamp).toSorted());
    expect(times.at(-1)?.at).toBe(app.clock.now() - 2 * MINUTE_MS);
    const stamps = query<{ stamp: string }>('SELECT stamp FROM change_log ORDER BY seq');
    expect(stamps).toEqual(stamps.toSorted((a, b) => a.stamp.localeCompare(b.stamp)));
  });

  test('no alert is acted on before it came in, and none is older than 30 days', () => {
    expect(
      query(
        `SELECT id FROM alerts WHERE received_at < created_at OR first_action_at < received_at
         OR resolved_at < first_action_at OR overturned_at < auto_closed_at
         OR resolved_at < overturned_at OR updated_at > ? OR created_at < ?`,
        app.clock.now() - 2 * MINUTE_MS,
        app.clock.now() - 30 * DAY_MS,
      ),
    ).toEqual([]);
  });

  test('the counts that are kept are those of the rows', () => {
    const counted = 'SELECT source, status, severity, count(*) AS n FROM alerts GROUP BY 1, 2, 3';
    const kept = 'SELECT source, status, severity, n FROM alert_totals WHERE n > 0';
    expect(query(`${kept} ORDER BY 1, 2, 3`)).toEqual(query(`${counted} ORDER BY 1, 2, 3`));
    const [hours] = query<{ n: number }>(
      'SELECT (SELECT sum(n) FROM alert_counts) - (SELECT sum(n) FROM suppressed_counts) AS n',
    );
    expect(hours?.n).toBe(1012);
  });

  test('an overturned alert tells its story', async () => {
    const overturned = ids('SELECT id FROM alerts WHERE overturned_at IS NOT NULL');
    expect(overturned).toHaveLength(19);
    for (const id of overturned) {
      const history = (await get<HistoryEntry[]>(`/api/alerts/${id}/history`)).toReversed();
      const [closed, reopened, begun, ended] = history;
      expect(closed?.action).toMatch(/^alerts\.(resolve|false-positive)$/);
      expect([closed?.actor, closed?.actorName]).toEqual([null, 'Watchfloor']);
      expect([reopened?.action, begun?.action]).toEqual(['alerts.reopen', 'alerts.investigate']);
      expect(ended?.action).toMatch(/^alerts\.(resolve|false-positive)$/);
      expect(history).toHaveLength(4);
      for (const entry of [closed, reopened, ended]) expect(entry?.reason).toBeTruthy();
      expect(reopened?.actorName).toMatch(/^(Ines Moreau|Jonas Wikström|Tariq Anwar)$/);
    }
  });
});

describe('what sensors saw', () => {
  const raws = () =>
    query<{ format: ImportFormat; ends: Buffer; records: Buffer }>(
      'SELECT format, ends, records FROM alert_raw ORDER BY first_seq',
    ).flatMap(({ format, ends, records }) =>
      unpackRawBlock({
        format,
        ends: new Uint32Array(new Uint8Array(ends).buffer),
        records: new Uint8Array(records),
      }).map((record) => ({ format, raw: record?.bytes ?? new Uint8Array() })),
    );

  test('every alert has its raw record, and the importer reads them all without a question', async () => {
    const [alerts] = query<{ n: number }>('SELECT count(*) AS n FROM alerts');
    expect(raws()).toHaveLength(alerts?.n ?? -1);
    for (const format of ['suricata-eve', 'wazuh'] as const) {
      const lines = raws().filter((row) => row.format === format);
      expect(lines.length).toBeGreaterThan(100);
      const file = Buffer.concat(lines.flatMap(({ raw }) => [raw, Buffer.from('\n')]));
      const { summary, rejected } = await importBytes(file);
      expect(rejected).toEqual([]);
      expect(summary).toMatchObject({ format, added: lines.length, unknownFields: [] });
    }
  });

  test('an alert says what its record says', async () => {
    const [row] = query<{ id: string }>(
      "SELECT id FROM alerts WHERE title = 'Files of a share renamed in bulk to one ending'",
    );
    const alert = await get<Alert>(`/api/alerts/${row?.id}`);
    const raw = await get<RawRecord>(`/api/alerts/${row?.id}/raw`);
    expect(raw.format).toBe('json');
    expect(JSON.parse(raw.content)).toMatchObject({
      name: alert.title,
      time: alert.createdAt,
      host: { name: 'FS-01', critical: true },
      user: { name: 'svc-backup' },
      techniques: ['T1486'],
    });
    expect(alert.techniques).toEqual(['T1486']);
  });

  test('only addresses and names that are reserved for examples occur', () => {
    const texts = raws().map(({ raw }) => Buffer.from(raw).toString('utf8'));
    for (const { value } of query<{ value: string }>('SELECT value FROM indicators')) {
      texts.push(value);
    }
    const text = texts.join('\n');
    const addresses = new Set(text.match(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g));
    const reserved = /^(?:10\.20\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/;
    expect([...addresses].filter((address) => !reserved.test(address))).toEqual([]);
    expect(addresses.size).toBeGreaterThan(40);
    const names = new Set(
      text.match(/\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|de|example)\b/g),
    );
    const isExample = (name: string) => /(?:^|\.)example(?:\.(?:com|net|org))?$/.test(name);
    expect([...names].filter((name) => !isExample(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(5);
  });

  test('the stories hide in the noise: what closed by itself looks like what came before', async () => {
    const [hidden] = query<{ id: string; title: string; source: string }>(
      `SELECT id, title, source FROM alerts WHERE overturned_at IS NOT NULL AND source_host = 'WS-FIN-014'
       AND source = 'EDR'`,
    );
    const alike = query(
      'SELECT id FROM alerts WHERE title = ? AND auto_closed_at IS NOT NULL AND overturned_at IS NULL',
      hidden?.title,
    );
    expect(alike.length).toBeGreaterThan(10);
  });

  test('alerts of a story are related by host, user and address', async () => {
    const [row] = query<{ id: string }>(
      "SELECT id FROM alerts WHERE title = 'Memory of the sign-in process read' AND source_host = 'WS-FIN-014'",
    );
    const related = await get<RelatedAlerts>(`/api/alerts/${row?.id}/related`);
    const titles = (by: string) =>
      related.find((group) => group.by === by)?.alerts.map(({ title }) => title) ?? [];
    expect(titles('host')).toContain('PowerShell fetched a file and ran it');
    expect(titles('user')).toContain('Remote access from a device seen for the first time');
    expect(titles('address')).toContain('KHF C2 TLS to a server whose certificate was made today');
  });

  test('search finds what a record says', async () => {
    const found = await get<Alert[]>('/api/alerts?q=khlock');
    expect(found.map(({ sourceHost }) => sourceHost)).toEqual(['FS-01']);
  });
});

describe('the registers', () => {
  test('risks stand on every field of the matrix', () => {
    expect(query('SELECT DISTINCT likelihood, impact FROM risks')).toHaveLength(25);
    expect(query('SELECT DISTINCT status FROM risks')).toHaveLength(5);
  });

  test('there is a snapshot for each day of more than a year', () => {
    const days = query<{ day: string }>('SELECT day FROM daily_snapshots ORDER BY day');
    expect(days.length).toBeGreaterThan(370);
    expect(days.at(-1)?.day).toBe(toIso(app.clock.now() - DAY_MS).slice(0, 10));
    expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
  });

  test('some evidence has expired, some will soon, and validity says so', () => {
    const now = app.clock.now();
    const count = (where: string, ...values: number[]) =>
      query(`SELECT id FROM evidence WHERE ${where}`, ...values).length;
    expect(count('expiration_date <= ?', now)).toBeGreaterThan(3);
    expect(count('expiration_date BETWEEN ? AND ?', now, now + 30 * DAY_MS)).toBeGreaterThan(3);
    // A case's own files are no record of a control: nobody reviews them as one.
    const ofControls = 'investigation_id IS NULL AND';
    expect(count(`${ofControls} (verdict <> 'ACCEPTED' OR reviewed_by IS collected_by)`)).toBe(0);
  });

  test('policies, vendors, audits and integrations are in all their states', () => {
    const states = (table: string) =>
      query<{ status: string }>(`SELECT DISTINCT status FROM ${table} ORDER BY 1`).map(
        ({ status }) => status,
      );
    expect(states('policies')).toEqual(['APPROVED', 'DEPRECATED', 'DRAFT', 'UNDER_REVIEW']);
    expect(states('vendors')).toEqual(['ACTIVE', 'SUSPENDED', 'TERMINATED', 'UNDER_REVIEW']);
    expect(states('audits')).toEqual(['COMPLETED', 'FAILED', 'IN_PROGRESS', 'PLANNED']);
    expect(states('integrations')).toEqual(['CONNECTED', 'DISCONNECTED', 'ERROR', 'PENDING']);
    expect(query('SELECT id FROM policies WHERE owner = approver')).toEqual([]);
  });

  test('the eight entries of the marketplace are there', () => {
    const types = query<{ type: string; n: number }>(
      'SELECT type, count(*) AS n FROM integrations GROUP BY type ORDER BY type',
    );
    expect(types).toEqual([
      { type: 'CLOUD', n: 2 },
      { type: 'EDR', n: 1 },
      { type: 'IAM', n: 1 },
      { type: 'SIEM', n: 2 },
      { type: 'VULNERABILITY', n: 2 },
    ]);
  });

  test('controls are tested: runs pass, fail, wait, and are approved by somebody else', () => {
    const results = query<{ result: string; waiting: number; n: number }>(
      `SELECT result, approved_at IS NULL AS waiting, count(*) AS n FROM control_test_runs
       GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(results.map(({ result, waiting }) => [result, waiting])).toEqual([
      ['FAIL', 0],
      ['INCONCLUSIVE', 0],
      ['PASS', 0],
      ['PASS', 1],
    ]);
    expect(results.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(20);
    expect(query('SELECT id FROM control_test_runs WHERE tester = approved_by')).toEqual([]);
    expect(
      query(
        `SELECT r.id FROM control_test_runs r JOIN control_tests t ON t.id = r.test_id
         LEFT JOIN evidence e ON e.id = r.evidence_id
         WHERE r.ran_at < t.created_at OR r.approved_at <= r.ran_at OR e.created_at > r.ran_at`,
      ),
    ).toEqual([]);
    const now = app.clock.now();
    const due = (where: string) =>
      query(`SELECT id FROM control_tests WHERE is_active = 1 AND ${where}`, now).length;
    expect(due('next_due <= ?')).toBeGreaterThan(0);
    expect(due('next_due > ?')).toBeGreaterThan(8);
  });

  test('exceptions are in force, expired and ended', () => {
    const now = app.clock.now();
    const count = (where: string, ...values: number[]) =>
      query(
        `SELECT id FROM control_exceptions x WHERE ${where} AND NOT EXISTS
           (SELECT 1 FROM suppression_rules r WHERE r.exception_id = x.id)`,
        ...values,
      ).length;
    expect(count('ended_at IS NULL AND expires_at > ?', now)).toBe(3);
    expect(count('ended_at IS NULL AND expires_at <= ?', now)).toBe(1);
    expect(count('ended_at IS NOT NULL')).toBe(1);
  });

  test('audits were answered with evidence of their period, which was there by then', async () => {
    const rows = query<{ audit: string; status: string; n: number }>(
      `SELECT a.title AS audit, r.status, count(e.id) AS n FROM audits a
       JOIN audit_requests r ON r.audit_id = a.id
       LEFT JOIN audit_request_evidence e ON e.request_id = r.id
       WHERE r.status <> 'OPEN' GROUP BY r.id`,
    );
    const answered = new Set(rows.filter(({ n }) => n > 0).map(({ audit }) => audit));
    expect(answered.size).toBe(new Set(rows.map(({ audit }) => audit)).size);
    expect(rows.filter(({ n }) => n > 0).length).toBeGreaterThan(rows.length / 2);
    expect(
      query(
        `SELECT re.id FROM audit_request_evidence re JOIN evidence e ON e.id = re.evidence_id
         WHERE e.reviewed_at > re.created_at OR e.created_at > re.created_at`,
      ),
    ).toEqual([]);
    const [running] = query<{ id: string }>("SELECT id FROM audits WHERE status = 'IN_PROGRESS'");
    const requests = await get<{ evidence: { isInPeriod: boolean | null }[] }[]>(
      `/api/audit-requests?audit=${running?.id}`,
    );
    const attached = requests.flatMap(({ evidence }) => evidence);
    expect(attached.length).toBeGreaterThan(3);
    expect(attached.every(({ isInPeriod }) => isInPeriod === true)).toBe(true);
  });
});
