import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { createAlert, listAll, updateAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await createAlert(app, {
    title: 'Straße gesperrt',
    description: 'Ungewöhnliche Anmeldung von Jürgen',
  });
  await createAlert(app, { title: 'PowerShell launched by Word', description: 'encoded command' });
  await createAlert(app, { title: 'Scan', description: 'ports', sourceIp: '192.168.10.18' });
  await createAlert(app, { title: 'Scan', description: 'ports', sourceIp: '192.168.10.180' });
  await createAlert(app, { title: 'Scan', description: 'ports', sourceIp: '10.18.192.168' });
  await createAlert(app, {
    title: 'Logon',
    description: 'at night',
    sourceHost: 'srv-db-01.corp.example',
    sourceUser: 'CORP\\j.doe',
  });
  await createAlert(app, {
    title: 'Detected OR dropped',
    description: 'NEAR miss, NOT blocked, AND logged',
  });
  await createAlert(app, { title: '检测到 暴力破解', description: 'Обнаружен перебор паролей' });
  await createAlert(app, { title: 'Plan B', description: 'x' });
  await createAlert(app, { title: 'Six', sourceIp: '2001:DB8:0:1::17' });
  await createAlert(app, {
    title: 'Rogue card',
    description: 'seen at 23:59:07 as 00:1a:2b:3c:4d:5e',
    sourceHost: '203.0.113.5',
  });
});
afterAll(() => app.close());

async function found(q: string): Promise<string[]> {
  const { alerts, totals } = await listAll(app, { q: q || undefined });
  expect(totals[0]).toBe(alerts.length);
  return alerts.map((alert: Alert) => alert.sourceIp ?? alert.title).sort();
}

describe('[AL15] words', () => {
  test.each([
    ['powershell', ['PowerShell launched by Word']],
    ['POWER', ['PowerShell launched by Word']],
    ['shell', []],
    ['word launched', ['PowerShell launched by Word']],
    ['powershell ports', []],
    ['command word', ['PowerShell launched by Word']],
    ['jurgen', ['Straße gesperrt']],
    ['JÜRGEN', ['Straße gesperrt']],
    ['ungewohnliche anmeldung', ['Straße gesperrt']],
    ['обнаружен', ['检测到 暴力破解']],
    ['暴力', ['检测到 暴力破解']],
    ['b', ['Plan B']],
  ])('%s', async (q, titles) => {
    expect(await found(q)).toEqual(titles);
  });
});

describe('[AL16] words of several parts stand as such', () => {
  test.each([
    ['192.168.10.18', ['192.168.10.18']],
    ['192.168.10.180', ['192.168.10.180']],
    ['192.168', ['192.168.10.18', '192.168.10.180']],
    ['192.168.10.', ['192.168.10.18', '192.168.10.180']],
    ['192.168.1', []],
    ['168.10', []],
    ['10.192', []],
    ['2001:db8', ['2001:DB8:0:1::17']],
    ['2001:db8:0:1::17', ['2001:DB8:0:1::17']],
    ['2001:db8:0:2', []],
    ['00:1A:2B', ['Rogue card']],
    ['23:59:07', ['Rogue card']],
    ['203.0.113.5', ['Rogue card']],
    ['203.0.113', ['Rogue card']],
    ['srv-db', ['Logon']],
    ['db-srv', []],
    ['corp\\j.doe', ['Logon']],
    ['j.doe', ['Logon']],
  ])('%s', async (q, alerts) => {
    expect(await found(q)).toEqual(alerts);
  });
});

describe('[AL17] what FTS5 would read as an operator is only text', () => {
  test.each([
    ['OR', ['Detected OR dropped']],
    ['NEAR', ['Detected OR dropped']],
    ['scan OR powershell', []],
    ['NOT powershell', []],
    ['NEAR(detected dropped)', []],
    ['title:scan', []],
    ['{title description}: scan', []],
    ['powersh*', ['PowerShell launched by Word']],
    ['^powershell', ['PowerShell launched by Word']],
    ['"powershell', ['PowerShell launched by Word']],
    ['pow"ershell', []],
    ["'; DROP TABLE alerts; --", []],
    ['scan + ports', ['10.18.192.168', '192.168.10.18', '192.168.10.180']],
    ['"', []],
    ['***', []],
    ['alerts_fts', []],
  ])('%s', async (q, alerts) => {
    expect(await found(q)).toEqual(alerts);
  });

  test('[AL17] no text that can be typed is an error', async () => {
    const random = createRandom(77);
    const PARTS = [
      '"',
      "'",
      '*',
      '^',
      '(',
      ')',
      ':',
      '-',
      '+',
      '{',
      '}',
      ',',
      '.',
      '\\',
      '\0',
      '%',
      '_',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'a',
      'scan',
      ' ',
      '\t',
      '\u0301',
      '\ud83d\ude00',
      '\u202e',
      '𒀀',
      'ǅ',
      '²',
      '\ufffd',
    ];
    for (let run = 0; run < 400; run++) {
      const q = Array.from({ length: 1 + random.below(8) }, () => random.pick(PARTS)).join('');
      const response = await app.request('GET', `/api/alerts?q=${encodeURIComponent(q)}`);
      expect(response.status, `seed ${random.seed}: ${JSON.stringify(q)}`).toBe(200);
    }
    const total = (await app.request('GET', '/api/alerts')).headers.get('x-total-count');
    expect(total).toBe('11');
  });
});

test('an alert stays findable, once, after it has changed', async () => {
  const alert = await createAlert(app, { title: 'Xylophone', description: 'unique' });
  await updateAlert(app, alert.id, { status: 'IN_PROGRESS', escalated: true });
  expect(await found('xylophone')).toEqual(['Xylophone']);
  const { alerts } = await listAll(app, { q: 'xylophone', status: 'OPEN' });
  expect(alerts).toEqual([]);
});
