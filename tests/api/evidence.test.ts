import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CustodyEntryView } from '../../src/shared/areas/evidence/custody.contract.ts';
import type {
  Evidence,
  EvidenceDetail,
  EvidenceStats,
} from '../../src/shared/areas/evidence/evidence.contract.ts';
import { DAY_MS, toIso } from '../../src/shared/kernel/time.ts';
import { queryBeside } from '../helpers/beside.ts';
import { accept, collect, sha256Of, upload } from '../helpers/evidence-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let officer: string;
beforeEach(async () => {
  app = await openTestApp({ as: 'SOC Analyst' });
  officer = await app.tokenFor('Compliance Officer');
});
afterEach(() => app.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const get = async <T>(path: string): Promise<T> =>
  (await (await app.request('GET', path)).json()) as T;
const one = (id: string) => get<EvidenceDetail>(`/api/evidence/${id}`);
const message = async (response: Response) =>
  ((await response.json()) as { message: string }).message;
const inDays = (days: number) => toIso(app.clock.now() + days * DAY_MS);

describe('collecting evidence', () => {
  test('[EV3] keeps the file with its hash, and waits for a review', async () => {
    const made = await collect(app, 'Access review.csv', bytes('name,right\nada,admin\n'), {
      type: 'REPORT',
      source: 'Directory',
      periodStart: inDays(-90),
      periodEnd: inDays(0),
      expirationDate: inDays(90),
    });
    expect(made).toMatchObject({
      title: 'Access review.csv',
      type: 'REPORT',
      isValid: false,
      validity: 'pending',
      verdict: 'PENDING',
      collector: 'manual',
      file: 'stored',
      fileName: 'Access review.csv',
      size: 21,
      sha256: sha256Of(bytes('name,right\nada,admin\n')),
      collectedByName: 'Sam SOC Analyst',
      custodyLength: 2,
    });
    const [row] = await get<Evidence[]>('/api/evidence');
    expect(row).toMatchObject({
      id: made.id,
      title: made.title,
      description: null,
      isValid: false,
      collectionDate: toIso(app.clock.now()),
      expirationDate: inDays(90),
    });
  });

  test('asks for title and type, and says so word for word', async () => {
    const bad = async (body: object) =>
      message(
        await app.request('POST', '/api/evidence', { body: { title: 'x', type: 'LOG', ...body } }),
      );
    expect(await bad({ title: ' ' })).toBe('Title is required');
    expect(await bad({ type: 'PICTURE' })).toBe(
      'Type must be one of DOCUMENT, SCREENSHOT, LOG, REPORT, CONFIGURATION, CERTIFICATE',
    );
    expect(await bad({ periodStart: inDays(1), periodEnd: inDays(0) })).toBe(
      'The period must begin before it ends',
    );
    expect(await bad({ expirationDate: 'tomorrow' })).toBe('Must be an ISO 8601 UTC time');
  });

  test('nothing is half-written: an unknown control or upload leaves no evidence', async () => {
    const { id } = await upload(app, 'a.txt', bytes('a'));
    const body = { title: 'A', type: 'LOG', uploadId: id, controlIds: ['nobody'] };
    expect((await app.request('POST', '/api/evidence', { body })).status).toBe(404);
    const other = { title: 'A', type: 'LOG', uploadId: 'nobody' };
    expect((await app.request('POST', '/api/evidence', { body: other })).status).toBe(404);
    expect(queryBeside(app.dataDir, 'SELECT id FROM evidence')).toEqual([]);
    expect(queryBeside(app.dataDir, 'SELECT id FROM evidence_custody')).toEqual([]);
  });

  test('a file name is shown without its path and without what cannot be seen', async () => {
    const made = await collect(app, '../../etc/\u202efdp.exe\u0007', bytes('x'));
    expect(made.fileName).toBe('fdp.exe');
  });

  test('an auditor reads and writes nothing', async () => {
    const token = await app.tokenFor('Auditor');
    const { id } = await collect(app, 'a.txt', bytes('a'));
    const calls: [string, string, object?][] = [
      ['POST', '/api/evidence', { title: 'A', type: 'LOG' }],
      ['PATCH', `/api/evidence/${id}`, { title: 'B' }],
      ['DELETE', `/api/evidence/${id}`, { reason: 'no' }],
      ['POST', `/api/evidence/${id}/review`, { verdict: 'ACCEPTED' }],
      ['POST', '/api/evidence/uploads', { name: 'a', size: 1 }],
      ['PUT', `/api/evidence/${id}/controls/x`],
    ];
    for (const [method, path, body] of calls)
      expect((await app.request(method, path, { body, token })).status, path).toBe(403);
    expect((await app.request('GET', `/api/evidence/${id}`, { token })).status).toBe(200);
    expect((await app.request('GET', '/api/evidence', { token: null })).status).toBe(401);
  });
});

describe('validity', () => {
  test('[EV4] is derived when it is read: accepted, current and not expired', async () => {
    const { id } = await collect(app, 'a.txt', bytes('a'), { expirationDate: inDays(1 / 24) });
    await accept(app, id, { token: officer });
    expect(await one(id)).toMatchObject({ isValid: true, validity: 'valid' });
    app.clock.advance(DAY_MS / 24);
    expect(await one(id)).toMatchObject({
      isValid: false,
      validity: 'expired',
      verdict: 'ACCEPTED',
    });
    expect(await get('/api/evidence?validity=valid')).toEqual([]);
    expect(await get('/api/evidence?validity=expired')).toHaveLength(1);
  });

  test('counts agree with what each filter lists', async () => {
    const days = [null, 5, 40, -3];
    for (const [index, expires] of days.entries()) {
      const more = expires === null ? {} : { expirationDate: inDays(expires) };
      const { id } = await collect(app, `${index}.txt`, bytes(String(index)), more);
      if (index < 3) await accept(app, id, { token: officer });
    }
    const rejected = await collect(app, 'r.txt', bytes('r'));
    const body = { verdict: 'REJECTED', note: 'Unreadable' };
    await app.request('POST', `/api/evidence/${rejected.id}/review`, { body, token: officer });
    await collect(app, 'p.txt', bytes('p'));
    const stats = await get<EvidenceStats>('/api/evidence/stats');
    expect(stats).toEqual({ total: 6, valid: 3, expiring: 1, expired: 1, pending: 1, rejected: 1 });
    for (const filter of ['valid', 'expiring', 'expired', 'pending', 'rejected'] as const) {
      const response = await app.request('GET', `/api/evidence?validity=${filter}&limit=1`);
      expect(response.headers.get('x-total-count'), filter).toBe(String(stats[filter]));
    }
  });
});

describe('the review', () => {
  test('[EV5] is by another person than who collected it', async () => {
    const made = await collect(app, 'a.txt', bytes('a'), {}, { token: officer });
    await app.tokenFor('Compliance Officer');
    const body = { verdict: 'ACCEPTED' };
    const own = await app.request('POST', `/api/evidence/${made.id}/review`, {
      body,
      token: officer,
    });
    expect(own.status).toBe(409);
    expect(await message(own)).toBe(
      'You collected or changed this evidence: another person must review it.',
    );
    const other = await accept(app, made.id, { token: app.adminToken ?? '' });
    expect(other).toMatchObject({ verdict: 'ACCEPTED', isSelfApproved: false });
  });

  test('by who collected it where nobody else may, and says self-approved', async () => {
    const lone = await openTestApp({ as: 'Administrator' });
    try {
      const made = await collect(lone, 'a.txt', bytes('a'));
      expect(made.mayReview).toBe('self-approved');
      expect(await accept(lone, made.id, {})).toMatchObject({
        isValid: true,
        isSelfApproved: true,
      });
    } finally {
      await lone.close();
    }
  });

  test('a rejection says why; a change of what was reviewed asks for a new one', async () => {
    const { id } = await collect(app, 'a.txt', bytes('a'));
    const reject = { verdict: 'REJECTED' };
    const bare = await app.request('POST', `/api/evidence/${id}/review`, {
      body: reject,
      token: officer,
    });
    expect([bare.status, await message(bare)]).toEqual([400, 'Say why it is rejected']);
    await accept(app, id, { token: officer });
    await app.request('PATCH', `/api/evidence/${id}`, { body: { title: 'Better' } });
    expect(await one(id)).toMatchObject({ title: 'Better', verdict: 'ACCEPTED' });
    await app.request('PATCH', `/api/evidence/${id}`, {
      body: { expirationDate: inDays(900) },
      token: officer,
    });
    expect(await one(id)).toMatchObject({ verdict: 'PENDING', reviewedBy: null });
    const again = { body: { verdict: 'ACCEPTED' }, token: officer };
    expect((await app.request('POST', `/api/evidence/${id}/review`, again)).status).toBe(409);
  });
});

describe('revisions', () => {
  test('[EV6] a new file takes the place of the old one, which is kept with its chain', async () => {
    const first = await collect(app, 'rules.txt', bytes('one'));
    await accept(app, first.id, { token: officer });
    const { id: uploadId } = await upload(app, 'rules-2.txt', bytes('two'));
    const answer = await app.request('POST', `/api/evidence/${first.id}/revisions`, {
      body: { uploadId, note: 'New quarter' },
    });
    expect(answer.status).toBe(201);
    const second = (await answer.json()) as EvidenceDetail;
    expect(second).toMatchObject({ revision: 2, verdict: 'PENDING', fileName: 'rules-2.txt' });
    expect(second.revisions.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await one(first.id)).toMatchObject({ validity: 'superseded', isValid: false });
    expect((await get<Evidence[]>('/api/evidence')).map(({ id }) => id)).toEqual([second.id]);
    const old = await app.request('GET', `/api/evidence/${first.id}/file`);
    expect(await old.text()).toBe('one');
    const review = { body: { verdict: 'ACCEPTED' }, token: officer };
    expect((await app.request('POST', `/api/evidence/${first.id}/review`, review)).status).toBe(
      409,
    );
    await app.request('DELETE', `/api/evidence/${second.id}`, { body: { reason: 'Wrong file' } });
    expect(await one(first.id)).toMatchObject({ validity: 'valid' });
  });
});

describe('deleting', () => {
  test('[EV7] needs a reason, removes the file where nothing else has it, and keeps the chain', async () => {
    const first = await collect(app, 'a.txt', bytes('same'));
    const second = await collect(app, 'b.txt', bytes('same'));
    const bare = await app.request('DELETE', `/api/evidence/${first.id}`, {
      body: { reason: ' ' },
    });
    expect([bare.status, await message(bare)]).toEqual([400, 'A reason is required']);
    const body = { reason: 'Collected twice' };
    expect((await app.request('DELETE', `/api/evidence/${first.id}`, { body })).status).toBe(200);
    expect((await app.request('GET', `/api/evidence/${first.id}`)).status).toBe(404);
    expect(await one(second.id)).toMatchObject({ file: 'stored' });
    const actions = queryBeside<{ action: string }>(
      app.dataDir,
      `SELECT action FROM evidence_custody WHERE evidence_id = '${first.id}' ORDER BY position`,
    );
    expect(actions.at(-1)).toEqual({ action: 'DELETED' });
    expect(await get('/api/evidence?q=same')).toEqual([]);
    await app.request('DELETE', `/api/evidence/${second.id}`, { body });
    const again = await collect(app, 'c.txt', bytes('other'));
    expect((await app.request('GET', `/api/evidence/${again.id}/file`)).status).toBe(200);
  });
});

describe('the list', () => {
  test('[EV8] finds by words of title, file and source, filters by type, and pages', async () => {
    for (const [name, type] of [
      ['Access review of March', 'REPORT'],
      ['Access review of June', 'REPORT'],
      ['Firewall rules', 'CONFIGURATION'],
    ] as const) {
      app.clock.advance(1000);
      await collect(app, `${name}.txt`, bytes(name), { title: name, type, source: 'Directory' });
    }
    const titles = async (query: string) =>
      (await get<Evidence[]>(`/api/evidence?${query}`)).map(({ title }) => title);
    expect(await titles('q=acc')).toEqual(['Access review of June', 'Access review of March']);
    expect(await titles('q=review march')).toEqual(['Access review of March']);
    expect(await titles('q=directory&type=CONFIGURATION')).toEqual(['Firewall rules']);
    expect(await titles('q=nothing')).toEqual([]);
    expect(await titles('q=%22%29%20OR%20*')).toEqual([]);
    expect(await titles('type=REPORT&validity=pending')).toHaveLength(2);
    for (const query of ['limit=2', 'limit=2&q=directory']) {
      const first = await app.request('GET', `/api/evidence?${query}`);
      expect(first.headers.get('x-total-count')).toBe('3');
      const cursor = first.headers.get('x-next-cursor');
      const rest = await app.request('GET', `/api/evidence?${query}&cursor=${cursor}`);
      expect(((await rest.json()) as Evidence[]).map(({ title }) => title)).toEqual([
        'Access review of March',
      ]);
      expect(rest.headers.get('x-next-cursor')).toBeNull();
    }
    expect((await app.request('GET', '/api/evidence?cursor=nonsense')).status).toBe(400);
    expect((await app.request('GET', '/api/evidence?type=OTHER')).status).toBe(400);
  });
});

describe('the file', () => {
  test('[EV9] is given out as a download that no browser opens, and says so in the chain', async () => {
    const made = await collect(app, 'ünsafe "name".html', bytes('<script>alert(1)</script>'));
    const response = await app.request('GET', `/api/evidence/${made.id}/file`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="_nsafe _name_.html"; filename*=UTF-8''%C3%BCnsafe%20%22name%22.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(await response.text()).toBe('<script>alert(1)</script>');
    const entries = await get<CustodyEntryView[]>(`/api/evidence/${made.id}/custody`);
    expect(entries.map(({ action }) => action)).toEqual(['COLLECTED', 'STORED', 'DOWNLOADED']);
    expect(entries.every(({ sha256 }) => sha256 === made.sha256)).toBe(true);
    await app.request('GET', `/api/evidence/${made.id}/preview`);
    await app.request('GET', `/api/evidence/${made.id}/preview`);
    expect(await one(made.id)).toMatchObject({ custodyLength: 4 });
  });

  test('evidence without a file is recorded by reference', async () => {
    const body = { title: 'Paper', type: 'DOCUMENT', filePath: 'Cabinet 4' };
    const made = (await (await app.request('POST', '/api/evidence', { body })).json()) as Evidence;
    expect(made).toMatchObject({ file: 'reference', filePath: 'Cabinet 4', sha256: null });
    expect((await app.request('GET', `/api/evidence/${made.id}/file`)).status).toBe(404);
  });
});
