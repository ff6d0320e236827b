import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { createAlert, createAlertIn, listAll, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

let app: TestApp;
let me: string;
beforeAll(async () => {
  app = await openTestApp();
  me = ((await (await app.request('GET', '/api/auth/user')).json()) as { id: string }).id;
  await app.request('POST', '/api/imports?name=eve.json', { rawBody: suricataFile(600) });
  await createAlert(app, {
    title: '=HYPERLINK("http://evil.example")',
    description: '+1',
    sourceHost: '-cmd',
    sourceUser: '@SUM(A1)',
  });
  await createAlert(app, {
    title: 'plain, with "quotes"',
    description: 'two\nlines',
    sourceUser: '\ttabbed',
  });
  const closed = await createAlertIn(app, 'FALSE_POSITIVE', {
    title: 'Ünïcödé 检测 \u202egnp.exe',
    severity: 'CRITICAL',
  });
  await updateAlert(app, closed.id, { escalated: true, assignedTo: me });
});
afterAll(() => app.close());

const exported = (query: string) => app.request('GET', `/api/alerts/export${query}`);

interface ExportLine {
  watchfloor: number;
  alert: Alert;
  raw: { format: string; encoding: string; content: string } | null;
  fingerprint: string | null;
}

async function ndjson(query: string): Promise<ExportLine[]> {
  const text = await (await exported(query)).text();
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ExportLine);
}

/** A reader of RFC 4180 of our own, so that a wrong quote shows. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[i++];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      row.push(cell);
      cell = '';
    } else if (character === '\r' && text[i + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      i++;
    } else cell += character;
  }
  expect([row, cell, isQuoted]).toEqual([[], '', false]);
  return rows;
}

describe('[AL20] NDJSON', () => {
  test('is the list, alert by alert, with the raw records', async () => {
    const { alerts } = await listAll(app, { limit: 1000 });
    const lines = await ndjson('');
    expect(lines.map((line) => line.alert)).toEqual(alerts);
    expect(lines.every((line) => line.watchfloor === 1)).toBe(true);
    const imported = lines.find((line) => line.raw !== null);
    const raw = (await (
      await app.request('GET', `/api/alerts/${imported?.alert.id}/raw?full=true`)
    ).json()) as { content: string };
    expect(imported?.raw).toEqual({
      format: 'suricata-eve',
      encoding: 'utf-8',
      content: raw.content,
    });
    expect(lines.filter((line) => line.raw === null)).toHaveLength(3);
  });

  test.each([
    '?severity=HIGH',
    '?status=FALSE_POSITIVE',
    '?q=beacon',
    '?q=beacon&severity=HIGH',
    '?source=nobody',
    '?from=2030-01-01T00:00:00Z',
  ])('takes the filter of the list: %s', async (query) => {
    const filter = Object.fromEntries(new URLSearchParams(query));
    const { alerts } = await listAll(app, { ...filter, limit: 1000 });
    expect((await ndjson(query)).map((line) => line.alert.id)).toEqual(
      alerts.map((alert) => alert.id),
    );
  });

  test('is a file that a browser saves', async () => {
    const response = await exported('');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="watchfloor-alerts.ndjson"',
    );
    await response.body?.cancel();
  });

  test('[IM11] comes back into another workspace without loss', async () => {
    const text = await (await exported('')).text();
    const other = await openTestApp();
    const response = await other.request('POST', '/api/imports?name=watchfloor-alerts.ndjson', {
      rawBody: text,
    });
    expect(await response.json()).toMatchObject({
      state: 'DONE',
      format: 'watchfloor',
      added: 603,
      rejected: 0,
      notes: ['Assignments to accounts that are not known here were left out: 1'],
    });
    const lines = (await (await other.request('GET', '/api/alerts/export')).text())
      .split('\n')
      .filter(Boolean);
    const back = lines.map((line) => JSON.parse(line) as ExportLine);
    const local = (line: ExportLine) => ({
      ...line,
      alert: { ...line.alert, importId: null, assignedTo: null },
    });
    const byId = (a: ExportLine, b: ExportLine) => a.alert.id.localeCompare(b.alert.id);
    const before = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ExportLine);
    expect(back.map(local).sort(byId)).toEqual(before.map(local).sort(byId));
    // The account that it was assigned to is none of the other workspace.
    expect(back.every((line) => line.alert.assignedTo === null)).toBe(true);
    const again = await other.request('POST', '/api/imports?name=again.ndjson', { rawBody: text });
    expect(await again.json()).toMatchObject({ added: 0, merged: 603 });
    const source = await other.request('POST', '/api/imports?name=eve.json', {
      rawBody: suricataFile(600),
    });
    expect(await source.json(), 'the first source is known as well').toMatchObject({
      added: 0,
      merged: 600,
    });
    await other.close();
  });

  test('[IM11] into the same workspace adds nothing', async () => {
    const text = await (await exported('')).text();
    const response = await app.request('POST', '/api/imports?name=mine.ndjson', { rawBody: text });
    expect(await response.json()).toMatchObject({ added: 0, rejected: 0, merged: 603 });
  });
});

describe('[AL20] CSV', () => {
  test('has every alert with its fields in columns', async () => {
    const { alerts } = await listAll(app, { limit: 1000 });
    const [names = [], ...rows] = parseCsv(await (await exported('?format=csv')).text());
    expect(names).toEqual(
      expect.arrayContaining([
        'id',
        'createdAt',
        'title',
        'severity',
        'status',
        'sourceIp',
        'techniques',
      ]),
    );
    expect(rows).toHaveLength(alerts.length);
    expect(rows.map((row) => row[names.indexOf('id')])).toEqual(alerts.map((alert) => alert.id));
    const plain = rows.find((row) => row[names.indexOf('title')] === 'plain, with "quotes"');
    expect(plain?.[names.indexOf('description')]).toBe('two\nlines');
  });

  test('has no cell that a spreadsheet would run', async () => {
    const rows = parseCsv(await (await exported('?format=csv')).text());
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(rows.flat()).toEqual(
      expect.arrayContaining([`'=HYPERLINK("http://evil.example")`, "'+1", "'-cmd", "'@SUM(A1)"]),
    );
  });

  test('of nothing is the names alone', async () => {
    expect(parseCsv(await (await exported('?format=csv&source=nobody')).text())).toHaveLength(1);
  });
});

test('another format is 400', async () => {
  expect((await failureOf(await exported('?format=xlsx'))).body.issues?.[0]?.path).toBe('format');
});

test('an export that is left early stops reading', async () => {
  const reader = (await exported('')).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  expect((await app.request('GET', '/api/alerts?limit=1')).status).toBe(200);
});
