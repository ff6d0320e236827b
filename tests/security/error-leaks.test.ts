import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Log } from '../../src/main/platform/log.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, REPOSITORY, type TestApp } from '../helpers/open-test-app.ts';

interface Entry {
  readonly level: string;
  readonly message: string;
  readonly fields: Record<string, unknown> | undefined;
}

const entries: Entry[] = [];
const note = (level: string) => (message: string, fields?: Record<string, unknown>) => {
  entries.push({ level, message, fields });
};
const log: Log = { info: note('info'), warn: note('warn'), error: note('error') };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', deps: { log } });
});
afterAll(() => app.close());

const INNARDS = /SQLITE|SELECT|INSERT|no such table|sqlite|\.ts\b|node_modules|at Object|Error:/;

describe('[HT11] an internal error', () => {
  test('tells an id, and nothing of what happened; the log has it under the id', async () => {
    await createAlert(app);
    const connection = openBeside(app.dataDir, 'writable');
    connection.exec('ALTER TABLE alert_totals RENAME TO elsewhere');
    connection.close();
    const failure = await failureOf(await app.request('GET', '/api/alerts'));
    expect(failure.status).toBe(500);
    expect(failure.body.id).toMatch(/^[0-9a-f]{8}$/);
    expect(failure.body.message).toBe(
      `Something failed inside Watchfloor. It is in the log under ${failure.body.id}.`,
    );
    const entry = entries.find(({ fields }) => fields?.id === failure.body.id);
    expect(entry).toMatchObject({ level: 'error', message: 'internal error' });
    expect(String(entry?.fields?.cause)).toContain('alert_totals');
  });

  test('leaves nothing half-written behind', async () => {
    const failure = await failureOf(
      await app.request('POST', '/api/alerts', {
        body: { title: 'half', description: 'd', severity: 'LOW', source: 's' },
      }),
    );
    expect(failure.status).toBe(500);
    expect(JSON.stringify(failure.body)).not.toMatch(INNARDS);
    const connection = openBeside(app.dataDir, 'writable');
    expect(
      connection.prepare("SELECT count(*) AS n FROM alerts WHERE title = 'half'").get(),
    ).toEqual({ n: 0 });
    expect(
      connection
        .prepare("SELECT count(*) AS n FROM alerts_fts WHERE alerts_fts MATCH 'half'")
        .get(),
    ).toEqual({ n: 0 });
    connection.exec('ALTER TABLE elsewhere RENAME TO alert_totals');
    connection.close();
    expect((await app.request('GET', '/api/alerts')).headers.get('x-total-count')).toBe('1');
  });
});

describe('[HT11] no answer tells paths, SQL or secrets', () => {
  test('whatever is wrong with a request', async () => {
    const answers = await Promise.all([
      app.request('GET', "/api/alerts/'%20OR%201=1"),
      app.request('GET', '/api/alerts?q=%22'),
      app.request('GET', '/api/alerts?cursor=..%2f..'),
      app.request('GET', '/api/imports/nothing/rejected'),
      app.request('POST', '/api/imports?handle=..%2f..%2fetc%2fpasswd'),
      app.request('POST', '/api/imports?mapping=%7B', { rawBody: 'x' }),
      app.request('POST', '/api/imports', { rawBody: '' }),
      app.request('POST', '/api/alerts', {
        rawBody: '[[[[',
        headers: { 'content-type': 'application/json' },
      }),
      app.request('PATCH', '/api/alerts/%00', { body: { status: 'OPEN' } }),
      app.request('GET', '/api/alerts/%ff'),
      app.request('GET', '/api/%'),
    ]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).not.toMatch(INNARDS);
      expect(text).not.toContain(app.dataDir);
      expect(text).not.toContain(REPOSITORY);
      expect(answer.status, text).toBeLessThan(500);
    }
  });
});

test('the log holds no password and no content of alerts', async () => {
  await app.request('POST', '/api/login', {
    body: { email: 'x@example.test', password: 'a secret passphrase' },
    token: null,
  });
  await createAlert(app, { title: 'Confidential finding' });
  const text = JSON.stringify(entries);
  expect(text).not.toContain('a secret passphrase');
  expect(text).not.toContain('Confidential finding');
});
