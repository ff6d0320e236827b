import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  Concentration,
  subprocessorsContract,
} from '../../src/shared/areas/vendors/subprocessors.contract.ts';
import {
  type VendorDocument,
  vendorDocumentSchema,
} from '../../src/shared/areas/vendors/vendor-documents.contract.ts';
import type { Vendor } from '../../src/shared/areas/vendors/vendors.contract.ts';
import type { ResponseOf } from '../../src/shared/contract/define.ts';
import { send } from '../helpers/audit-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import {
  changeVendor,
  findVendors,
  makeVendor,
  refusalOf,
  vendorFigures,
} from '../helpers/vendor-calls.ts';

let app: TestApp;
let analyst: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  analyst = await app.tokenFor('SOC Analyst');
});
afterAll(() => app.close());

describe('documents', () => {
  let vendor: Vendor;
  let evidenceId: string;
  const path = (rest = '') => `/api/vendors/${vendor.id}/documents${rest}`;
  const add = (body: unknown, token?: string) =>
    app.request('POST', path(), { body, ...(token === undefined ? {} : { token }) });
  const list = () => send<VendorDocument[]>(app, 'GET', path());

  beforeEach(async () => {
    vendor = await makeVendor(app, { name: 'Granite' });
    const body = { title: 'Contract of Granite', type: 'DOCUMENT', filePath: 'Safe, shelf 3' };
    evidenceId = (await send<{ id: string }>(app, 'POST', '/api/evidence', { body })).id;
  });

  test('[VE17] evidence is kept as a document with a kind and a last day', async () => {
    const response = await add({ evidenceId, kind: 'CONTRACT', expiresOn: '2026-12-20' });
    expect(response.status).toBe(201);
    const made = vendorDocumentSchema.strict().parse(await response.json());
    expect(made).toMatchObject({
      ...{ evidenceId, kind: 'CONTRACT', title: 'Contract of Granite', verdict: 'PENDING' },
      ...{ expiresOn: '2026-12-20', expiry: 'expiring', addedByName: 'Sam Compliance Officer' },
    });
    expect(await list()).toHaveLength(1);
  });

  test.each([
    [null, 'none'],
    ['2026-11-19', 'expired'],
    ['2026-11-20', 'expiring'],
    ['2026-12-20', 'expiring'],
    ['2026-12-21', 'valid'],
  ])('[VE18] %s is %s on 2026-11-20; its last day still holds', async (expiresOn, expiry) => {
    await add({ evidenceId, kind: 'INSURANCE', expiresOn });
    expect((await list())[0]?.expiry).toBe(expiry);
    const warns = expiry === 'expired' || expiry === 'expiring';
    const { names } = await findVendors(app, '?documents=expiring&limit=1');
    const figures = await vendorFigures(app);
    expect(figures.documentsExpiring).toBe((await findVendors(app, '?documents=expiring')).total);
    if (warns) expect(names).toEqual(['Granite']);
  });

  test('[VE19] the same evidence once; unknown evidence and vendors are refused', async () => {
    await add({ evidenceId, kind: 'DPA' });
    await refusalOf(await add({ evidenceId, kind: 'DPA' }), 409);
    const unknown = await refusalOf(await add({ evidenceId: 'none', kind: 'DPA' }), 400);
    expect(unknown.issues).toEqual([{ path: 'evidenceId', message: 'There is no such evidence' }]);
    const kind = await refusalOf(await add({ evidenceId, kind: 'NOVEL' }), 400);
    expect(kind.message).toBe('Kind must be one of CONTRACT, CERTIFICATE, DPA, REPORT, INSURANCE');
    const body = { evidenceId, kind: 'DPA' };
    expect((await app.request('POST', '/api/vendors/none/documents', { body })).status).toBe(404);
    expect((await add(body, analyst)).status).toBe(403);
    expect((await app.request('GET', path(), { token: analyst })).status).toBe(200);
  });

  test('[VE20] changed with the merge of two editors', async () => {
    const made = (await (await add({ evidenceId, kind: 'REPORT' })).json()) as VendorDocument;
    const change = (body: unknown) => app.request('PATCH', path(`/${made.id}`), { body });
    await change({ note: 'Asked for the next one' });
    const baseRevision = made.revision;
    expect(await (await change({ expiresOn: '2027-01-31', baseRevision })).json()).toMatchObject({
      ...{ expiresOn: '2027-01-31', note: 'Asked for the next one' },
      merged: [{ field: 'note' }],
    });
    await refusalOf(await change({ note: 'Other', baseRevision }), 409);
    await refusalOf(await change({}), 400);
    await refusalOf(await change({ expiresOn: '2027-02-30' }), 400);
  });

  test('[VE21] the evidence cannot be deleted while it is a document, and stays when it is taken off', async () => {
    const made = (await (await add({ evidenceId, kind: 'CONTRACT' })).json()) as VendorDocument;
    const erase = () =>
      app.request('DELETE', `/api/evidence/${evidenceId}`, { body: { reason: 'Old' } });
    const held = await refusalOf(await erase(), 409);
    expect(held.message).toContain("It is a document of the vendor 'Granite'");
    expect((await app.request('DELETE', path(`/${made.id}`), { token: analyst })).status).toBe(403);
    expect((await app.request('DELETE', path(`/${made.id}`))).status).toBe(200);
    expect((await app.request('DELETE', path(`/${made.id}`))).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await app.request('GET', `/api/evidence/${evidenceId}`)).status).toBe(200);
    expect((await erase()).status).toBe(200);
  });
});

describe('the registry as a file', () => {
  test('[VE26] every vendor, and what looks like a formula is text', async () => {
    await makeVendor(app, { name: '=cmd()', description: 'a "quoted", one' });
    const response = await app.request('GET', '/api/vendor-exports/csv', { token: analyst });
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="vendor-registry-2026-11-20.csv"',
    );
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^Id,Name,Description/);
    expect(lines.length - 1).toBe((await findVendors(app, '?limit=1')).total);
    expect(lines.at(-1)).toContain(`'=cmd(),"a ""quoted"", one"`);
    const book = await app.request('GET', '/api/vendor-exports/xlsx');
    expect(book.status).toBe(200);
    expect((await book.bytes()).subarray(0, 2)).toEqual(new TextEncoder().encode('PK'));
    expect((await app.request('GET', '/api/vendor-exports/pdf')).status).toBe(400);
    expect((await app.request('GET', '/api/vendor-exports/csv', { token: null })).status).toBe(401);
  });
});

describe('sub-processors', () => {
  type Answer = ResponseOf<typeof subprocessorsContract.subprocessors>;
  const path = (vendorId: string, rest = '') => `/api/vendors/${vendorId}/subprocessors${rest}`;
  const note = (vendorId: string, body: unknown) => app.request('POST', path(vendorId), { body });
  const read = (vendorId: string) => send<Answer>(app, 'GET', path(vendorId));

  test('[VE22] noted with service, place and data; by another spelling it is the same', async () => {
    const { id } = await makeVendor(app, { name: 'Ledger' });
    const body = {
      ...{ name: ' Cloud  Nine ', service: 'Hosting', location: 'Ireland' },
      dataCategories: ['Invoices', '', 'Invoices'],
    };
    expect(await (await note(id, body)).json()).toMatchObject({
      ...{ name: 'Cloud  Nine', service: 'Hosting', location: 'Ireland', sharedWith: 0 },
      ...{ dataCategories: ['Invoices'], linkedVendor: null },
    });
    await refusalOf(await note(id, { name: 'cloud nine' }), 409);
    expect((await refusalOf(await note(id, { name: '' }), 400)).message).toBe('Name is required');
    const denied = await app.request('POST', path(id), { body, token: analyst });
    expect(denied.status).toBe(403);
    expect((await note('none', body)).status).toBe(404);
  });

  test('[VE23] a vendor is not its own sub-processor, and only registered ones are linked', async () => {
    const { id } = await makeVendor(app, { name: 'Own' });
    const own = await refusalOf(await note(id, { name: 'Own', linkedVendorId: id }), 400);
    expect(own.message).toBe('A vendor cannot be its own sub-processor');
    const none = await refusalOf(await note(id, { name: 'X', linkedVendorId: 'none' }), 400);
    expect(none.message).toBe('There is no such vendor');
  });

  test('[VE24] the chain follows links, tells of a cycle once, and ends', async () => {
    const ids: string[] = [];
    for (const name of ['First', 'Second', 'Third']) ids.push((await makeVendor(app, { name })).id);
    const [first = '', second = '', third = ''] = ids;
    await note(first, { name: 'Second', linkedVendorId: second });
    await note(second, { name: 'Third', linkedVendorId: third });
    await note(third, { name: 'First', linkedVendorId: first });
    await note(third, { name: 'Second', linkedVendorId: second });
    const { chain, usedBy } = await read(first);
    const told = chain.map(({ vendor, via, depth, isCycle }) => [
      ...[via.name, vendor.name, depth, isCycle],
    ]);
    expect(told.slice(0, 2)).toEqual([
      ['First', 'Second', 1, false],
      ['Second', 'Third', 2, false],
    ]);
    expect(told.slice(2).sort()).toEqual([
      ['Third', 'First', 3, true],
      ['Third', 'Second', 3, true],
    ]);
    expect(usedBy.map(({ name }) => name)).toEqual(['Third']);
  });

  test('[VE25] concentration counts vendors that share one, terminated ones not', async () => {
    const made: Vendor[] = [];
    for (const [name, riskTier] of [
      ['Ash', 'HIGH'],
      ['Beech', 'LOW'],
      ['Cherry', 'CRITICAL'],
    ]) {
      const vendor = await makeVendor(app, { name, riskTier });
      await note(vendor.id, {
        name: name === 'Ash' ? 'DEEP store' : 'Deep Store',
        location: 'Norway',
      });
      made.push(vendor);
    }
    const deep = async () =>
      (await send<Concentration[]>(app, 'GET', '/api/vendor-concentration')).find(
        ({ name }) => name.toLowerCase() === 'deep store',
      );
    expect(await deep()).toMatchObject({
      ...{ count: 3, highRisk: 2, locations: ['Norway'] },
      vendors: [{ name: 'Cherry' }, { name: 'Ash' }, { name: 'Beech' }],
    });
    await changeVendor(app, made[2]?.id ?? '', { status: 'TERMINATED', reason: 'Gone' });
    expect(await deep()).toMatchObject({ count: 2, highRisk: 1 });
    await changeVendor(app, made[1]?.id ?? '', { status: 'TERMINATED', reason: 'Gone' });
    expect(await deep()).toBeUndefined();
    expect((await read(made[0]?.id ?? '')).subprocessors[0]?.sharedWith).toBe(0);
  });

  test('[VE22] changed by two editors, and taken off', async () => {
    const { id } = await makeVendor(app, { name: 'Editor' });
    const made = (await (await note(id, { name: 'One' })).json()) as {
      id: string;
      revision: string;
    };
    const change = (body: unknown) => app.request('PATCH', path(id, `/${made.id}`), { body });
    await change({ service: 'Support' });
    const baseRevision = made.revision;
    expect(await (await change({ name: 'One Ltd', baseRevision })).json()).toMatchObject({
      ...{ name: 'One Ltd', service: 'Support' },
      merged: [{ field: 'service' }],
    });
    await refusalOf(await change({ service: 'Other', baseRevision }), 409);
    // The key follows the name: what it was called is free again.
    expect((await note(id, { name: 'One' })).status).toBe(201);
    await refusalOf(await note(id, { name: 'ONE LTD' }), 409);
    expect((await app.request('DELETE', path(id, `/${made.id}`))).status).toBe(200);
    expect((await app.request('DELETE', path(id, `/${made.id}`))).status).toBe(404);
  });
});
