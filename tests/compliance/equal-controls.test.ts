import { afterEach, expect, test } from 'vitest';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
afterEach(() => app.close());

async function post(path: string, body: unknown) {
  const response = await app.request('POST', path, { body });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown> & { id: string };
}

test('[AD6] what a crosswalk calls equal is asked about once, also when it is done again', async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  const beside = openBeside(app.dataDir, 'writable');
  beside.exec(`
    INSERT INTO compliance_frameworks (id, name, created_at, row_version) VALUES ('f1', 'One', 1, '1'), ('f2', 'Two', 1, '1');
    INSERT INTO controls (id, framework_id, control_id, title, position, created_at, updated_at, row_version) VALUES
      ('a', 'f1', 'A', 'Access', 1, 1, 1, '1'), ('b', 'f1', 'B', 'Backups', 2, 1, 1, '1'),
      ('x', 'f2', 'X', 'Access too', 1, 1, 1, '1'), ('y', 'f2', 'Y', 'Part of backups', 2, 1, 1, '1');
    INSERT INTO crosswalk_links (id, source_framework_id, source_ref, target_framework_id, target_ref, relation, rationale, origin, confidence, created_at, updated_at, row_version) VALUES
      ('l1', 'f2', 'X', 'f1', 'A', 'equal', 'Both ask for the same access', 'Test', 'HIGH', 1, 1, '1'),
      ('l2', 'f2', 'Y', 'f1', 'B', 'subset', 'A part of the backups only', 'Test', 'HIGH', 1, 1, '1');
  `);
  beside.close();
  const audit = await post('/api/audits', {
    title: 'Both',
    type: 'INTERNAL',
    periodStart: '2026-01-01',
    periodEnd: '2026-06-30',
    frameworkIds: ['f1', 'f2'],
  });
  const generate = () => post(`/api/audits/${audit.id}/requests/generate`, {});
  expect(await generate()).toMatchObject({ controls: 3, alreadyAsked: 0, merged: 1 });
  expect(await generate()).toMatchObject({ created: 0, alreadyAsked: 3, merged: 1 });
});

test('[EV7] evidence that answers a request of an audit is not deleted', async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  const beside = openBeside(app.dataDir, 'writable');
  beside.exec(`
    INSERT INTO evidence (id, title, type, created_at, row_version) VALUES ('e', 'Minutes', 'DOCUMENT', 1, '1');
    INSERT INTO audits (id, title, created_at, updated_at, row_version) VALUES ('u', 'Yearly', 1, 1, '1');
    INSERT INTO audit_requests (id, audit_id, number, title, created_at, updated_at, row_version) VALUES ('r', 'u', 4, 'Minutes', 1, 1, '1');
    INSERT INTO audit_request_evidence (id, request_id, evidence_id, created_at, row_version) VALUES ('l', 'r', 'e', 1, '1');
  `);
  beside.close();
  const remove = () => app.request('DELETE', '/api/evidence/e', { body: { reason: 'Not needed' } });
  const refused = await remove();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    message: "It answers request 4 of the audit 'Yearly': take it off there first",
  });
  expect((await app.request('GET', '/api/evidence/e')).status).toBe(200);
});
