import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuditPackage,
  type AuditReport,
  auditPackageSchema,
  auditReportSchema,
  signingKeySchema,
} from '../../src/shared/areas/audits/audit-reports.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { unpack } from '../audits/tamper.ts';
import { makeAudit, send } from '../helpers/audit-calls.ts';
import {
  fileOf,
  makePackage,
  makeReport,
  type SeededAudit,
  seedAudit,
} from '../helpers/audit-report-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { readParts, readPdf, wordText } from '../helpers/document-text.ts';
import { collect } from '../helpers/evidence-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { endOf } from '../helpers/settings-data.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const FORMS = ['PDF', 'DOCX', 'XLSX', 'OSCAL'] as const;

let app: TestApp;
let audit: SeededAudit;
beforeAll(async () => {
  app = await openTestApp({
    as: 'Compliance Officer',
    deps: { log: { error: console.error, warn() {}, info() {} } as never },
  });
  audit = await seedAudit(app);
});
afterAll(() => app.close());

const base = () => `/api/audits/${audit.id}`;
const conclusion = 'Controls worked as designed, but for the reviews of rights.';
const report = (form: AuditReport['form']) =>
  makeReport(app, audit.id, { form, opinion: 'QUALIFIED', conclusion });

describe('reports', () => {
  const made: AuditReport[] = [];
  beforeAll(async () => {
    for (const form of FORMS) made.push(await report(form));
  }, 60_000);

  test('[RP7] are kept with version, maker, size and the hash of their file', async () => {
    const listed = await send<AuditReport[]>(app, 'GET', `${base()}/reports`);
    expect(listed.map(({ form }) => form)).toEqual([...FORMS].reverse());
    for (const [index, item] of listed.toReversed().entries()) {
      expect(auditReportSchema.strict().parse(item)).toMatchObject({
        version: index + 1,
        opinion: 'QUALIFIED',
        classification: 'Confidential',
        createdByName: 'Sam Compliance Officer',
      });
      const bytes = await fileOf(app, `${base()}/reports/${item.id}`);
      expect(bytes.length).toBe(item.sizeBytes);
      expect(sha256(bytes)).toBe(item.sha256);
    }
    expect(new Set(made.map(({ inputSha256 }) => inputSha256)).size).toBe(1);
    expect(made.map(({ fileName }) => fileName)).toEqual([
      'Security_audit_2026-report-v1.pdf',
      'Security_audit_2026-report-v2.docx',
      'Security_audit_2026-report-v3.xlsx',
      'Security_audit_2026-report-v4.oscal.json',
    ]);
  });

  const textOf = async (form: AuditReport['form']): Promise<string> => {
    const { id } = made.find((item) => item.form === form) ?? { id: '' };
    const bytes = await fileOf(app, `${base()}/reports/${id}`);
    if (form === 'PDF') return (await readPdf(bytes)).pages.join('\n').replaceAll(/\s+/g, ' ');
    if (form === 'OSCAL') return bytes.toString();
    const parts = await readParts(bytes);
    return [...parts.values()].map(wordText).join('\n').replaceAll(/\s+/g, ' ');
  };

  test.each(FORMS)('[RP6] %s says what was examined, how, and what was found', async (form) => {
    const text = await textOf(form);
    for (const part of [
      'Security audit 2026',
      'The identity platform and its hosts.',
      'Controls worked as designed',
      'Rights were not reviewed',
      'review.csv',
      form === 'OSCAL' ? 'gv.oc-01' : 'GV.OC-01',
    ])
      expect(text).toContain(part);
    expect(text.replaceAll(/\s/g, '')).toContain(sha256(Buffer.from('name,right\nana,admin\n')));
    expect(text).toMatch(/not assessed/);
    expect(text).toMatch(/has no file in this workspace, so no hash|no file/);
  });

  test('[RP6] PDF and Word say the method and the completeness of samples', async () => {
    for (const form of ['PDF', 'DOCX'] as const) {
      const text = await textOf(form);
      expect(text).toContain('Opinion: Qualified');
      expect(text).toContain('Coverage');
      expect(text).toContain('Assurance');
      expect(text).toContain('No sample was drawn.');
      expect(text).toContain('2026-10-21 to 2026-11-20');
    }
  });

  test('[RP9] OSCAL keeps the rules of its model', async () => {
    const results = JSON.parse(await textOf('OSCAL'))['assessment-results'];
    const uuids: string[] = [];
    const references: string[] = [];
    const visit = (value: unknown, key = ''): void => {
      if (Array.isArray(value)) expect(value.length, key).toBeGreaterThan(0);
      if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value))
          visit(inner, Array.isArray(value) ? key : name);
      else leaf(key, String(value));
    };
    const leaf = (key: string, value: string): void => {
      if (key === 'uuid') uuids.push(value);
      if (key.endsWith('-uuid')) references.push(value);
      if (key === 'href' && value.startsWith('#')) references.push(value.slice(1));
      if (['control-id', 'target-id'].includes(key))
        expect(value).toMatch(/^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u);
      if (['last-modified', 'start', 'end', 'collected', 'expires', 'deadline'].includes(key))
        expect(value).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    };
    visit(results);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(uuids).size).toBe(uuids.length);
    for (const reference of references) expect(uuids).toContain(reference);
    expect(results['import-ap'].href).toMatch(/^#/);
    expect(
      results.results[0]['reviewed-controls']['control-selections'][0]['include-controls'].length,
    ).toBe(106);
  });

  test('refuse what they do not know, by the field', async () => {
    const post = (body: unknown) => app.request('POST', `${base()}/reports`, { body });
    expect(await failureOf(await post({ form: 'ODT' }))).toMatchObject({
      status: 400,
      body: { message: 'Form must be one of PDF, DOCX, XLSX, OSCAL' },
    });
    expect(await failureOf(await post({ form: 'PDF', opinion: 'GOOD' }))).toMatchObject({
      status: 400,
    });
    expect(
      await failureOf(await post({ form: 'PDF', conclusion: 'x'.repeat(8_001) })),
    ).toMatchObject({
      status: 400,
      body: { message: 'Conclusion must be at most 8000 characters' },
    });
  });

  test('one of an audit at a time: 409 for the second', async () => {
    const first = await send<Job>(app, 'POST', `${base()}/reports`, { body: { form: 'PDF' } });
    const second = await app.request('POST', `${base()}/reports`, { body: { form: 'PDF' } });
    await endOf(app, first.id);
    expect(await failureOf(second)).toMatchObject({
      status: 409,
      body: { message: 'A report of this audit is being made. Wait for its end.' },
    });
  });
});

describe('who and what', () => {
  test('[RP8] reads are for those who read audits, making is for those who run them', async () => {
    const kept = await report('OSCAL');
    const roles = ['SOC Analyst', 'Auditor'] as const;
    for (const role of roles) {
      const token = await app.tokenFor(role);
      for (const path of ['/reports', '/packages', `/reports/${kept.id}`])
        expect((await app.request('GET', base() + path, { token })).status, `${role} ${path}`).toBe(
          200,
        );
      expect((await app.request('GET', '/api/signing-key', { token })).status).toBe(200);
      for (const path of ['/reports', '/packages']) {
        const body = { form: 'PDF' };
        const answer = await app.request('POST', base() + path, { token, body });
        expect(await failureOf(answer), `${role} ${path}`).toMatchObject({
          status: 403,
          body: { message: 'Forbidden' },
        });
      }
    }
    for (const path of [`${base()}/reports`, `${base()}/packages`, '/api/signing-key'])
      expect((await app.request('GET', path, { token: null })).status).toBe(401);
  });

  test('404 for an audit, a report or a package that is not there, or of another audit', async () => {
    const other = await makeAudit(app, { title: 'Another' });
    const kept = await report('OSCAL');
    for (const [method, path] of [
      ['GET', '/api/audits/none/reports'],
      ['POST', '/api/audits/none/reports'],
      ['GET', '/api/audits/none/packages'],
      ['POST', '/api/audits/none/packages'],
      ['GET', `${base()}/reports/none`],
      ['GET', `${base()}/packages/none`],
      ['GET', `/api/audits/${other.id}/reports/${kept.id}`],
    ] as const) {
      const body = method === 'POST' ? { body: { form: 'PDF' } } : {};
      expect((await app.request(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
  });

  test('a report of an audit without anything says so in its limitations', async () => {
    const { id } = await makeAudit(app, { title: '../../etc/passwd "x"' });
    const bare = await makeReport(app, id, { form: 'PDF', classification: null });
    expect(bare).toMatchObject({
      version: 1,
      classification: null,
      fileName: 'etc_passwd_x-report-v1.pdf',
    });
    const { pages } = await readPdf(await fileOf(app, `/api/audits/${id}/reports/${bare.id}`));
    const text = pages.join('\n').replaceAll(/\s+/g, ' ');
    expect(text).toContain('No framework is in scope: no control was reported on.');
    expect(text).toContain('No period was set: evidence of any time is in this report.');
    expect(text).toContain('Opinion: none was stated');
  });
});

describe('the package', () => {
  let made: AuditPackage;
  let bytes: Buffer;
  beforeAll(async () => {
    made = await makePackage(app, audit.id);
    bytes = await fileOf(app, `${base()}/packages/${made.id}`);
  });

  test('is kept with number, size and the hash of its file', () => {
    expect(auditPackageSchema.strict().parse(made)).toMatchObject({
      ...{
        number: 1,
        evidenceCount: 4,
        absentCount: 1,
        fileName: 'Security_audit_2026-package-1.zip',
      },
    });
    expect(sha256(bytes)).toBe(made.sha256);
    expect(bytes.length).toBe(made.sizeBytes);
  });

  test('[RP13] its manifest names every file, and evidence without one with the reason', async () => {
    const pieces = await unpack(bytes);
    const manifest = JSON.parse(String(pieces.get('manifest.json')));
    const named = manifest.files.map((file: { path: string }) => file.path);
    expect([...named, 'manifest.json', 'checkpoint.json', 'signature.json'].sort()).toEqual(
      [...pieces.keys()].sort(),
    );
    expect(made.fileCount).toBe(pieces.size);
    expect(sha256(pieces.get('manifest.json') ?? Buffer.alloc(0))).toBe(made.manifestSha256);
    for (const { path, size, sha256: stated } of manifest.files) {
      expect(pieces.get(path)?.length).toBe(size);
      expect(sha256(pieces.get(path) ?? Buffer.alloc(0))).toBe(stated);
    }
    const absent = manifest.evidence.filter((item: { path: string | null }) => item.path === null);
    expect(absent).toMatchObject([{ title: 'Policy on paper', absent: 'It has no file.' }]);
    expect(named.filter((path: string) => path.startsWith('reports/')).length).toBeGreaterThan(3);
    for (const path of named) expect(path).toMatch(/^[\w./-]+$/);
    expect(String(pieces.get('README.txt'))).toMatch(/by\s+another way than this package/);
  });

  test('[RP16] the first one ends the preparation, later ones leave it', async () => {
    const read = () => send<{ packageReadyAt: string | null }>(app, 'GET', base());
    const first = await read();
    expect(first.packageReadyAt).toBe(made.createdAt);
    await makePackage(app, audit.id);
    expect(await read()).toEqual({ ...first, updatedAt: expect.any(String) });
  });

  test('[RP17] evidence that left says so in its chain', async () => {
    const [id] = audit.evidence;
    const chain = await send<{ action: string }[]>(app, 'GET', `/api/evidence/${id}/custody`);
    const left = chain.filter(({ action }) => action === 'EXPORTED');
    expect(left.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(left)).toContain(made.id);
  });

  test('[RP14] the private key never leaves, and stays the same', async () => {
    const key = signingKeySchema.parse(await send(app, 'GET', '/api/signing-key'));
    expect(key).toEqual(await send(app, 'GET', '/api/signing-key'));
    expect(key.fingerprint).toBe(made.fingerprint);
    expect(createHash('sha256').update(Buffer.from(key.publicKey, 'base64')).digest('hex')).toBe(
      key.fingerprint,
    );
    const [row] = queryBeside<{ sealed: string }>(
      app.dataDir,
      'SELECT sealed_private AS sealed FROM signing_keys',
    );
    const sealed = Buffer.from(row?.sealed ?? '', 'base64');
    expect(sealed.length).toBe(12 + 48 + 16);
    const answer = await app.request('GET', '/api/data/export', { token: app.adminToken ?? null });
    const exported = await new Response(
      answer.body?.pipeThrough(new DecompressionStream('gzip')),
    ).text();
    expect(exported).toContain('"audit_packages"');
    expect(exported).not.toContain('"table":"signing_keys"');
    expect(exported).not.toContain(row?.sealed ?? '?');
    expect(bytes.includes(sealed)).toBe(false);
    expect(bytes.includes(row?.sealed ?? '?')).toBe(false);
  });
});

describe('a package that does not come to its end', () => {
  const folderOf = () => join(app.dataDir, 'audit-files');
  const filesIn = (folder: string): string[] =>
    (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();

  test('[RP15] cancelled, it leaves nothing and its audit is not ready', async () => {
    const large = await collect(app, 'large.bin', Buffer.alloc(48 * 1024 * 1024, 7));
    const { id } = await makeAudit(app, { title: 'Cancelled' });
    const request = await send<{ id: string }>(app, 'POST', `/api/audits/${id}/requests`, {
      body: { title: 'All' },
    });
    await send(app, 'POST', `/api/audit-requests/${request.id}/evidence`, {
      body: { evidenceId: large.id },
    });
    const before = filesIn(folderOf());
    const job = await send<Job>(app, 'POST', `/api/audits/${id}/packages`);
    await app.request('POST', `/api/jobs/${job.id}/cancel`);
    expect(await endOf(app, job.id)).toMatchObject({ state: 'CANCELLED' });
    expect(filesIn(folderOf())).toEqual(before);
    expect(await send(app, 'GET', `/api/audits/${id}/packages`)).toEqual([]);
    expect(await send(app, 'GET', `/api/audits/${id}`)).toMatchObject({ packageReadyAt: null });
    await makePackage(app, id);
  });

  test('[RP18] a damaged file of evidence fails it, and says so', async () => {
    const item = await collect(app, 'damaged.bin', Buffer.from('to be damaged'.repeat(50)));
    const { id } = await makeAudit(app, { title: 'Damaged' });
    const request = await send<{ id: string }>(app, 'POST', `/api/audits/${id}/requests`, {
      body: { title: 'All' },
    });
    await send(app, 'POST', `/api/audit-requests/${request.id}/evidence`, {
      body: { evidenceId: item.id },
    });
    const sha = item.sha256 ?? '';
    const path = join(app.dataDir, 'evidence', sha.slice(0, 2), sha.slice(2));
    const stored = readFileSync(path);
    const at = statSync(path).size - 20;
    stored[at] = (stored[at] ?? 0) ^ 1;
    writeFileSync(path, stored);
    const before = filesIn(folderOf());
    const job = await send<Job>(app, 'POST', `/api/audits/${id}/packages`);
    const end = await endOf(app, job.id);
    expect(end.state).toBe('FAILED');
    expect(end.message).toMatch(/^Evidence "damaged\.bin": .*damaged/);
    expect(filesIn(folderOf())).toEqual(before);
    expect(await send(app, 'GET', `/api/audits/${id}/packages`)).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});

test('[RP15] what a killed process left half-way is gone after the next start', async () => {
  const first = await openTestApp({ as: 'Compliance Officer' });
  const { id } = await makeAudit(first, { title: 'Killed' });
  const kept = await makeReport(first, id, { form: 'OSCAL' });
  const { dataDir } = first;
  const left = join(dataDir, 'audit-files', 'tmp', 'half.part');
  await first.app.close();
  mkdirSync(dirname(left), { recursive: true });
  writeFileSync(left, 'half a package');
  const second = await openTestApp({ as: null, dataDir });
  await expect.poll(() => existsSync(left)).toBe(false);
  const path = `/api/audits/${id}/reports/${kept.id}`;
  const answer = await second.request('GET', path, { token: first.token ?? null });
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(kept.sha256);
  await second.app.close();
  rmSync(dataDir, { recursive: true });
});
