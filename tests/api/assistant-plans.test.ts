/** What the assistant's questions read: plans, so that a million alerts need not be stored to know. */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EXAMPLES } from '../../src/shared/areas/assistant/intents/examples.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const QUESTIONS = [
  ...new Set(Object.values(EXAMPLES)),
  'how many high alerts today',
  'how many okapi alerts are open',
  'newest low alerts this week',
  'what happened on web-01 today',
  'what happened on 10.1.2.8',
  'which users have the most alerts this week',
  'what is assigned to me',
  'explain this incident',
  'find scan tcp',
];

/** Tables with a row an alert, or several. */
const GROWING = [
  ...['alerts', 'alert_groups', 'group_members', 'group_entities', 'entities'],
  ...['engine_decisions', 'raw_records', 'audit_log', 'change_log'],
];
/** Along an index that only few rows are in; the newest changes, where reading ends after a thousand. */
const BOUNDED =
  /alerts_hidden_state|FROM change_log WHERE table_name <> 'users' ORDER BY seq DESC LIMIT 1000\)/;

/** The table that a step of a plan reads from its beginning; by the name the query gives it. */
function scanned(detail: string, sql: string): string | undefined {
  const name = /^SCAN (\w+)\b/.exec(detail)?.[1];
  if (name === undefined || BOUNDED.test(`${detail} ${sql}`)) return undefined;
  // A subquery of that name: what is in it has a step of its own.
  if (new RegExp(`\\) (?:AS )?${name}\\b`, 'i').test(sql)) return undefined;
  return GROWING.find(
    (table) => table === name || new RegExp(`\\b${table} (?:AS )?${name}\\b`, 'i').test(sql),
  );
}

let app: TestApp;
const statements = new Set<string>();
beforeAll(async () => {
  app = await openTestApp();
  for (const title of ['Beacon to an address', 'Scan of tcp ports'])
    await createAlert(app, { title, sourceHost: 'web-01', sourceIp: '10.1.2.8' });
});
afterAll(() => app.close());

test('[CH28] no question scans a table that grows with the alerts', async () => {
  const [alert] = (await (await app.request('GET', '/api/alerts?limit=1')).json()) as [
    { id: string },
  ];
  const { prepare } = Database.prototype;
  const watched = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    statements.add(sql);
    return prepare.call(this, sql);
  });
  for (const query of QUESTIONS) {
    const context = query.includes('incident') ? {} : { alertId: alert.id };
    const response = await app.request('POST', '/api/chat/query', { body: { query, context } });
    expect([query, response.status]).toEqual([query, 200]);
    await response.text();
  }
  watched.mockRestore();
  const read = [...statements].filter((sql) => /^\s*(?:SELECT|WITH)\b/i.test(sql));
  expect(read.length).toBeGreaterThan(60);
  const connection = openBeside(app.dataDir);
  const scans = read.flatMap((sql) => {
    const bound = Array.from(sql.matchAll(/\?/g), () => 1);
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...bound) as {
      detail: string;
    }[];
    const shown = sql.replace(/\s+/g, ' ').trim();
    return plan.flatMap(({ detail }) => {
      const table = scanned(detail, shown);
      return table === undefined ? [] : [`${table}: ${shown.slice(0, 200)}`];
    });
  });
  connection.close();
  expect(scans).toEqual([]);
}, 120_000);
