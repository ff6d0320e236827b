import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CalendarCount,
  CalendarItem,
} from '../../src/shared/areas/calendar/calendar.contract.ts';
import { CALENDAR_KINDS, calendarLink } from '../../src/shared/areas/calendar/calendar.rules.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let me: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  const user = (await (await app.request('GET', '/api/auth/user')).json()) as { id: string };
  me = user.id;
  plant();
});
afterAll(() => app.close());

/** Local midnight of a day of December 2026, ms. */
const at = (date: number) => new Date(2026, 11, date).getTime();

/** One of every kind on 10 December 2026, and its like that does not count. */
function plant(): void {
  const beside = openBeside(app.dataDir, 'writable');
  const day = '2026-12-10';
  beside.exec(`
    INSERT INTO evidence (id, title, type, verdict, expiration_date, created_at, row_version) VALUES
      ('e1', 'Restore test', 'REPORT', 'ACCEPTED', ${at(11) - 1}, 1, '1'),
      ('e2', 'Refused', 'REPORT', 'REJECTED', ${at(11) - 1}, 1, '1');
    INSERT INTO collection_tasks (id, title, starts_on, next_due, is_active, owner, created_at, updated_at, row_version) VALUES
      ('t1', 'Access review', '${day}', '${day}', 1, '${me}', 1, 1, '1'),
      ('t2', 'Paused', '${day}', '${day}', 0, NULL, 1, 1, '1');
    INSERT INTO compliance_frameworks (id, name, created_at, row_version) VALUES ('f', 'F', 1, '1');
    INSERT INTO controls (id, framework_id, control_id, title, next_assessment, created_at, updated_at, row_version) VALUES
      ('c1', 'f', 'AC-1', 'Access', ${at(10)}, 1, 1, '1');
    INSERT INTO control_tests (id, control_id, title, cadence_days, next_due, created_at, updated_at, row_version) VALUES
      ('ct', 'c1', 'Walk through', 30, ${at(10)}, 1, 1, '1');
    INSERT INTO audits (id, title, status, start_date, end_date, report_date, created_at, updated_at, row_version) VALUES
      ('a1', 'Yearly', 'PLANNED', '${day}', '${day}', '${day}', 1, 1, '1'),
      ('a2', 'Over', 'COMPLETED', '${day}', '${day}', '${day}', 1, 1, '1');
    INSERT INTO audit_requests (id, audit_id, number, title, due, owner, created_at, updated_at, row_version) VALUES
      ('q1', 'a1', 1, 'List of leavers', '${day}', '${me}', 1, 1, '1');
    INSERT INTO findings (id, number, title, status, due_at, created_at, updated_at, row_version) VALUES
      ('f1', 1, 'Rights stay', 'OPEN', ${Date.parse('2026-12-10T23:59:59.999Z')}, 1, 1, '1');
    INSERT INTO findings (id, number, title, status, accepted_until, created_at, updated_at, row_version) VALUES
      ('f2', 2, 'Old server', 'ACCEPTED', '${day}', 1, 1, '1');
    INSERT INTO risks (id, title, risk_score, inherent_risk, residual_risk, status, target_date, next_review, owner, created_at, updated_at, row_version) VALUES
      ('r1', 'Ransomware', 4, 4, 3, 'ASSESSED', '${day}', '${day}', '${me}', 1, 1, '1');
    INSERT INTO risks (id, title, risk_score, inherent_risk, residual_risk, status, target_date, expires_on, created_at, updated_at, row_version) VALUES
      ('r2', 'Taken', 4, 4, 3, 'ACCEPTED', '${day}', '${day}', 1, 1, '1');
    INSERT INTO risk_tasks (id, risk_id, title, due, done_on, row_version) VALUES
      ('k1', 'r1', 'Segment', '${day}', NULL, '1'), ('k2', 'r1', 'Done', '${day}', '${day}', '1');
    INSERT INTO policies (id, title, status, next_review_date, created_at, updated_at, row_version) VALUES
      ('p1', 'Remote access', 'APPROVED', '${day}', 1, 1, '1'), ('p2', 'Gone', 'DEPRECATED', '${day}', 1, 1, '1');
    INSERT INTO policy_versions (id, policy_id, version, title, sha256, status, effective_date, created_at, updated_at, row_version) VALUES
      ('w1', 'p1', '2.0', 'Remote access', '${'a'.repeat(64)}', 'APPROVED', '${day}', 1, 1, '1');
    INSERT INTO policy_attestation_requests (id, policy_id, version_id, version, sha256, statement, roles, due, created_at, updated_at, row_version) VALUES
      ('b1', 'p1', 'w1', '2.0', '${'a'.repeat(64)}', 'Read', '["Compliance Officer"]', '${day}', 1, 1, '1');
    INSERT INTO vendors (id, name, status, next_assessment, contract_expiry, created_at, updated_at, row_version) VALUES
      ('v1', 'Fathom', 'ACTIVE', '${day}', '${day}T00:00:00.000Z', 1, 1, '1'), ('v2', 'Ended', 'TERMINATED', '${day}', '${day}', 1, 1, '1');
    INSERT INTO vendor_documents (id, vendor_id, evidence_id, kind, expires_on, created_at, updated_at, row_version) VALUES
      ('d1', 'v1', 'e1', 'CONTRACT', '${day}', 1, 1, '1');
    INSERT INTO vendor_assessments (id, vendor_id, questionnaire, questionnaire_version, state, tier, due, created_at, updated_at, row_version) VALUES
      ('s1', 'v1', 'standard', 1, 'SENT', 'HIGH', '${day}', 1, 1, '1');
    INSERT INTO vendor_reassessments (id, vendor_id, priority, due, last_signal_at, created_at, updated_at, row_version) VALUES
      ('x1', 'v1', 'HIGH', '${day}', 1, 1, 1, '1');
    INSERT INTO control_exceptions (id, control_id, reason, expires_at, created_at, updated_at, row_version) VALUES
      ('ce', 'c1', 'Old host', ${at(10)}, 1, 1, '1');
    INSERT INTO suppression_rules (id, name, scope, reason, in_force_since, expires_at, ended_at, end_kind, created_at, updated_at, row_version) VALUES
      ('su1', 'Scanner', '{}', 'Known', 1, ${at(10)}, NULL, NULL, 1, 1, '1'),
      ('su2', 'Ended', '{}', 'Known', 1, ${at(10)}, 2, 'ENDED', 1, 1, '1');
  `);
  beside.close();
}

async function list(query: string): Promise<{ items: CalendarItem[]; response: Response }> {
  const response = await app.request('GET', `/api/calendar?${query}`);
  return { items: (await response.json()) as CalendarItem[], response };
}
const DECEMBER = 'from=2026-12-01&to=2026-12-31';

test('[CA1] every kind of day is there, on its day, and nothing that no longer counts', async () => {
  const { items, response } = await list(DECEMBER);
  expect(items.map(({ kind }) => kind)).toEqual(CALENDAR_KINDS);
  expect(new Set(items.map(({ day }) => day))).toEqual(new Set(['2026-12-10']));
  expect(response.headers.get('X-Total-Count')).toBe(String(CALENDAR_KINDS.length));
  const counts = (await (
    await app.request('GET', `/api/calendar/counts?${DECEMBER}`)
  ).json()) as CalendarCount[];
  expect(counts).toEqual(CALENDAR_KINDS.map((kind) => ({ day: '2026-12-10', kind, count: 1 })));
});

test('[CA1] the first and the last day of a span belong to it, its neighbours do not', async () => {
  expect((await list('from=2026-12-10&to=2026-12-10')).items).toHaveLength(CALENDAR_KINDS.length);
  expect((await list('from=2026-12-11&to=2026-12-31')).items).toEqual([]);
  expect((await list('from=2026-12-01&to=2026-12-09')).items).toEqual([]);
});

test('[CA2] pages hold every item once, in order', async () => {
  const seen: CalendarItem[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { items, response } = await list(
      `${DECEMBER}&limit=4${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen.push(...items);
    cursor = response.headers.get('X-Next-Cursor');
  }
  expect(seen.map(({ kind }) => kind)).toEqual(CALENDAR_KINDS);
});

test('[CA3] one sees what is one’s own: as owner, or as one who was asked', async () => {
  const { items } = await list(`${DECEMBER}&mine=yes`);
  expect(items.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'collection t1',
    'audit-request q1',
    'risk-target r1',
    'risk-review r1',
    'attestation p1/b1',
  ]);
  expect(items[0]?.owner?.id).toBe(me);
});

test('[CA4] every item leads to its record', async () => {
  const { items } = await list(`${DECEMBER}&kinds=risk-task,vendor-document,evidence-expiry`);
  expect(items.map(({ kind, id }) => calendarLink(kind, id))).toEqual([
    '/evidence?evidence=e1',
    '/risk?risk=r1',
    '/vendors?vendor=v1',
  ]);
});

test('[CA5] the calendar file holds what is ahead, on whole days, with three reminders each', async () => {
  const response = await app.request('GET', '/api/calendar.ics?kinds=policy-review,risk-task');
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  const text = await response.text();
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text.match(/DTSTART;VALUE=DATE:20261210/g)).toHaveLength(2);
  expect(text.match(/BEGIN:VALARM/g)).toHaveLength(6);
  expect(text).toContain('SUMMARY:Review policy: Remote access');
});

describe('bad spans', () => {
  test.each([
    ['from=2026-12-01', 'Last day is required'],
    ['from=2026-02-30&to=2026-12-01', 'First day must be a date like 2026-11-20'],
    ['from=2026-12-02&to=2026-12-01', 'The last day must not be before the first'],
    [`${DECEMBER}&kinds=birthday`, `Kinds are ${CALENDAR_KINDS.join(', ')}`],
    [`${DECEMBER}&cursor=x`, 'The cursor is not one that this server gave out'],
  ])('%s is refused', async (query, message) => {
    const response = await app.request('GET', `/api/calendar?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
  });
});
