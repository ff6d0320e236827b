/** Indicators over the API: their life, what is found, what is swept for, what goes out and comes back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  IndicatorImport,
  IndicatorImportPreview,
  Sweep,
  SweepHitRow,
  Warninglist,
} from '../../src/shared/areas/forensics/indicators/indicator-work.contract.ts';
import type {
  Extraction,
  Indicator,
  IndicatorDetail,
} from '../../src/shared/areas/forensics/indicators/indicators.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const BASE = '/api/forensics';
const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await app.request(method, `${BASE}${path}`, body === undefined ? {} : { body });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
};
const add = async (...indicators: object[]) =>
  (await call<{ added: string[]; existing: string[] }>('POST', '/indicators', { indicators }))
    .added;
const get = (id: string) => call<IndicatorDetail>('GET', `/indicators/${id}`);

async function until<T extends { state: string }>(path: string): Promise<T> {
  for (;;) {
    const now = await call<T>('GET', path);
    if (now.state !== 'RUNNING') return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function importText(name: string, text: string, more: object = {}): Promise<IndicatorImport> {
  const response = await app.request('POST', `${BASE}/indicator-imports/preview?name=${name}`, {
    rawBody: text,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (!response.ok) throw new Error(await response.text());
  const { token } = (await response.json()) as IndicatorImportPreview;
  const { id } = await call<IndicatorImport>('POST', '/indicator-imports', { token, ...more });
  return until(`/indicator-imports/${id}`);
}

describe('life', () => {
  test('[IOC6] is added in one form; the same value is not added twice', async () => {
    const [id = ''] = await add({
      value: 'hxxps://Bad[.]Example[.]com/X',
      confidence: 80,
      tlp: 'AMBER+STRICT',
    });
    const one = await get(id);
    expect(one).toMatchObject({ type: 'url', value: 'https://bad.example.com/X', confidence: 80 });
    expect(one).toMatchObject({ tlp: 'AMBER+STRICT', severity: 'MEDIUM', isActive: true });
    const again = await call<{ existing: string[] }>('POST', '/indicators', {
      indicators: [{ value: 'https://bad.example.com/X' }],
    });
    expect(again).toEqual({ added: [], existing: [id] });
  });

  test('[IOC6] a value without the form of its type is refused with the field', async () => {
    const answers = await Promise.all(
      [
        { type: 'ip', value: '1.2.3.400' },
        { value: 'just words' },
        { type: 'nothing', value: 'x' },
        { value: '1.2.3.4', confidence: 101 },
      ].map((one) => app.request('POST', `${BASE}/indicators`, { body: { indicators: [one] } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  test('[IOC7] the score halves with each half-life, and the formula says so', async () => {
    const lastSeen = new Date(app.clock.now() - 30 * 86_400_000).toISOString();
    await importText('aged.csv', `value,confidence,last seen\n198.51.100.77,80,${lastSeen}\n`);
    const [row] = await call<Indicator[]>('GET', '/indicators?q=198.51.100.77');
    const { score, formula } = await get(row?.id ?? '');
    expect({ score, formula }).toEqual({ score: 40, formula: '80 × 0.5^(30 ÷ 30) = 40' });
  });

  test('[IOC8] deleting needs a reason', async () => {
    const [id = ''] = await add({ value: 'gone.example.org' });
    const refused = await app.request('POST', `${BASE}/indicators/remove`, { body: { ids: [id] } });
    expect(refused.status).toBe(400);
    expect(
      await call('POST', '/indicators/remove', { ids: [id], reason: 'A typing error' }),
    ).toMatchObject({ removed: 1 });
    expect((await app.request('GET', `${BASE}/indicators/${id}`, {})).status).toBe(404);
  });

  test('[IOC9] relations are shown at both ends and taken back', async () => {
    const [from = ''] = await add({ value: 'drops.example.org' }, { value: '198.51.100.99' });
    const related = await call<IndicatorDetail>('POST', `/indicators/${from}/relations`, {
      kind: 'resolves-to',
      value: '198[.]51[.]100[.]99',
    });
    const [relation] = related.relations;
    expect(relation).toMatchObject({ kind: 'resolves-to', isFrom: true });
    expect((await get(relation?.other.id ?? '')).relations).toMatchObject([{ isFrom: false }]);
    await call('DELETE', `/indicator-relations/${relation?.id}`);
    expect((await get(from)).relations).toEqual([]);
  });

  test('[IOC10] an auditor reads and changes nothing', async () => {
    const token = await app.tokenFor('Auditor');
    const may = (method: string, path: string, body?: object) =>
      app.request(method, `${BASE}${path}`, { token, ...(body ? { body } : {}) });
    expect((await may('GET', '/indicators')).status).toBe(200);
    expect(
      (await may('POST', '/indicators', { indicators: [{ value: 'a.example.com' }] })).status,
    ).toBe(403);
    expect(
      (await may('POST', '/indicator-sweeps', { set: { type: 'filter', filter: {} } })).status,
    ).toBe(403);
  });

  test('[IOC11] a list is narrowed, ordered and paged', async () => {
    await add(
      { value: 'order-a.example.net', tlp: 'GREEN', confidence: 10 },
      { value: 'order-b.example.net', tlp: 'GREEN', confidence: 90 },
      { value: 'order-c.example.net', tlp: 'GREEN', confidence: 50 },
    );
    const first = await app.request(
      'GET',
      `${BASE}/indicators?tlp=GREEN&order=confidence&limit=2`,
      {},
    );
    expect(first.headers.get('X-Total-Count')).toBe('3');
    const rows = (await first.json()) as Indicator[];
    expect(rows.map(({ confidence }) => confidence)).toEqual([90, 50]);
    const cursor = first.headers.get('X-Next-Cursor') ?? '';
    const next = await call<Indicator[]>(
      'GET',
      `/indicators?tlp=GREEN&order=confidence&limit=2&cursor=${encodeURIComponent(cursor)}`,
    );
    expect(next.map(({ confidence }) => confidence)).toEqual([10]);
  });
});

describe('extraction', () => {
  test('[IOC1] of a pasted text: each value once, with its place', async () => {
    const text = 'see evil[.]zip and setup.py at 10.1.2.3; again evil[.]zip';
    const { found } = await call<Extraction>('POST', '/indicator-extractions', {
      type: 'text',
      text,
    });
    expect(found.map(({ type, value, times }) => [type, value, times])).toEqual([
      ['domain', 'evil.zip', 2],
      ['file', 'setup.py', 1],
      ['ip', '10.1.2.3', 1],
    ]);
    for (const { start, end } of found)
      expect(text.slice(start, end)).toMatch(/evil\[\.\]zip|setup\.py|10\.1\.2\.3/);
    expect(found[2]?.knownGood).toMatchObject({ entry: '10.0.0.0/8' });
  });

  test('[IOC1] of an alert with its fields', async () => {
    const { id } = await createAlert(app, {
      title: 'Beacon',
      description: 'To hxxp://c2[.]example[.]com/a',
      severity: 'HIGH',
      source: 'EDR',
      sourceIp: '203.0.113.20',
    });
    const { found } = await call<Extraction>('POST', '/indicator-extractions', {
      type: 'alert',
      id,
    });
    expect(found.map(({ value, where }) => `${where}: ${value}`)).toEqual([
      'description: http://c2.example.com/a',
      'description: c2.example.com',
      'source ip: 203.0.113.20',
    ]);
  });
});

describe('sweeps', () => {
  const sweep = async (body: object): Promise<{ done: Sweep; hits: SweepHitRow[] }> => {
    const { id } = await call<Sweep>('POST', '/indicator-sweeps', body);
    const done = await until<Sweep>(`/indicator-sweeps/${id}`);
    return { done, hits: await call<SweepHitRow[]>('GET', `/indicator-sweeps/${id}/hits`) };
  };

  test('[IOC12] finds what is there, whole, and says what is part of a longer name', async () => {
    const common = { severity: 'LOW', source: 'DNS' } as const;
    await createAlert(app, { ...common, title: 'Query for a.evil-sweep.com', description: 'x' });
    await createAlert(app, {
      ...common,
      title: 'Query for notevil-sweep.com',
      description: '192.0.2.12',
    });
    const at = await createAlert(app, { ...common, title: 'Peer', description: 'from 192.0.2.1.' });
    const { done, hits } = await sweep({
      set: { type: 'text', text: 'evil-sweep.com\n192.0.2.1\n203.0.113.250\n10.0.0.1' },
    });
    expect(done).toMatchObject({ state: 'DONE', lookedFor: 3, leftOut: 1, found: 2, alerts: 2 });
    expect(hits.map(({ value, alerts }) => [value, alerts])).toEqual([
      ['evil-sweep.com', 1],
      ['192.0.2.1', 1],
    ]);
    expect(hits[0]?.places).toMatchObject([{ kind: 'alert', field: 'title', isPart: true }]);
    expect(hits[1]?.places).toMatchObject([{ id: at.id, field: 'description', isPart: false }]);
  });

  test('[IOC13] a hit is a sighting, and moves when it was seen', async () => {
    const [id = ''] = await add({ value: 'sighted.example.net' });
    await createAlert(app, {
      ...{ title: 'DNS', description: 'asked sighted.example.net', severity: 'LOW', source: 'DNS' },
    });
    await sweep({ set: { type: 'chosen', ids: [id] } });
    const one = await get(id);
    expect(one.sightingsTotal).toBe(1);
    expect(one.lastSeen).toBe(one.sightings[0]?.at);
  });
});

describe('lists of what is good', () => {
  test('[IOC14] an imported list says why a value is good, and can be switched off', async () => {
    const list = {
      name: 'Own hosts',
      type: 'hostname',
      version: 1,
      description: '',
      list: ['fine.example.org'],
    };
    const response = await app.request('POST', `${BASE}/warninglists?name=own.json`, {
      rawBody: JSON.stringify(list),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { id, entries } = (await response.json()) as Warninglist;
    expect(entries).toBe(1);
    const [one = ''] = await add({ value: 'www.fine.example.org' });
    expect((await get(one)).knownGood).toEqual({ list: 'Own hosts', entry: 'fine.example.org' });
    await call('PATCH', `/warninglists/${id}`, { isOn: false });
    expect((await get(one)).knownGood).toBeNull();
  });

  test('[IOC14] a file that is no list is refused', async () => {
    const response = await app.request('POST', `${BASE}/warninglists?name=x.json`, {
      rawBody: '{"list":',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(response.status).toBe(400);
  });
});

describe('files', () => {
  test('[IOC15] a list of any mix: what is none is counted and named', async () => {
    const receipt = await importText(
      'feed.txt',
      '# feed\n203.0.113.5\nlist[.]example[.]com\nnot one\n',
    );
    expect(receipt).toMatchObject({
      state: 'DONE',
      format: 'list',
      total: 2,
      added: 2,
      skipped: 0,
    });
    expect(receipt.problems).toEqual([
      { what: 'line without an indicator', n: 1, first: 'line 4' },
    ]);
    const again = await importText('feed.txt', '203.0.113.5\n');
    expect(again).toMatchObject({ added: 0, unchanged: 1 });
  });

  test('[IOC15] a CSV by its columns', async () => {
    const csv = 'when;ioc;level\n2026-01-02;csv.example.com;HIGH\n2026-01-03;203.0.113.6;loud\n';
    const receipt = await importText('feed.csv', csv, { mapping: { severity: 2, firstSeen: 0 } });
    expect(receipt).toMatchObject({ state: 'DONE', format: 'csv', added: 2 });
    expect(receipt.problems).toMatchObject([{ what: 'severity of another scale', n: 1 }]);
    const [row] = await call<Indicator[]>('GET', '/indicators?q=csv.example.com');
    expect(row).toMatchObject({
      severity: 'HIGH',
      firstSeen: '2026-01-02T00:00:00.000Z',
      source: 'feed.csv',
    });
  });

  test('[IOC16] a STIX bundle comes back as the same rows', async () => {
    const ids = await add(
      {
        value: 'round.example.com',
        confidence: 33,
        tlp: 'RED',
        tags: ['a', 'b'],
        description: "It's \\ so",
      },
      { type: 'file', value: 'C:\\Temp\\round trip.exe', severity: 'CRITICAL' },
      { value: 'CVE-2024-99999', notes: 'n', expiresAt: '2027-01-01T00:00:00.000Z' },
      { value: 'HKLM\\Software\\Round\\Run' },
      { value: '198.51.100.0/24', isActive: false },
    );
    await call('POST', `/indicators/${ids[0]}/relations`, {
      kind: 'drops',
      value: 'CVE-2024-99999',
    });
    const before = await Promise.all(ids.map(get));
    const bundle = await (
      await app.request('GET', `${BASE}/indicator-exports/stix?ids=${ids.join(',')}`, {})
    ).text();
    await call('POST', '/indicators/remove', { ids, reason: 'To read them again' });
    const receipt = await importText('bundle.json', bundle);
    expect(receipt).toMatchObject({ state: 'DONE', format: 'stix', added: 5, problems: [] });
    for (const one of before) {
      const rows = await call<Indicator[]>('GET', '/indicators?limit=200');
      const twin = rows.find(({ type, value }) => type === one.type && value === one.value);
      const { severity, confidence, tlp, tags, description, expiresAt, isActive } = one;
      expect(twin).toMatchObject({
        severity,
        confidence,
        tlp,
        tags,
        description,
        expiresAt,
        isActive,
      });
    }
    const [first] = await call<Indicator[]>('GET', '/indicators?q=round.example.com');
    expect((await get(first?.id ?? '')).relations).toMatchObject([{ kind: 'drops', isFrom: true }]);
  });

  test('[IOC17] a CSV leaves no formula, a defanged list no link', async () => {
    const [id = ''] = await add({
      value: 'http://formula.example.com/a',
      description: '=HYPERLINK("x")',
    });
    const file = async (format: string) =>
      (await app.request('GET', `${BASE}/indicator-exports/${format}?ids=${id}`, {})).text();
    expect(await file('csv')).toContain("'=HYPERLINK");
    expect(await file('list-defanged')).toBe('hxxp[://]formula[.]example[.]com/a\n');
  });

  test('[IOC18] what a file of others holds is named, not guessed', async () => {
    const id = (type: string) => `${type}--6f0c4a2e-5d1b-4a39-9c0e-2b7d8e1f3a55`;
    const infrastructure = {
      ...{ type: 'infrastructure', spec_version: '2.1', id: id('infrastructure') },
      ...{ created: '2026-11-01T08:00:00.000Z', modified: '2026-11-01T08:00:00.000Z' },
      ...{ name: 'Relay of a botnet', infrastructure_types: ['command-and-control'] },
    };
    const bundle = { type: 'bundle', id: id('bundle'), objects: [infrastructure] };
    const response = await app.request('POST', `${BASE}/indicator-imports/preview?name=x.json`, {
      rawBody: JSON.stringify(bundle),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const { problems } = (await response.json()) as IndicatorImportPreview;
    expect(problems.map(({ what }) => what)).toContain('object of type infrastructure');
  });
});
