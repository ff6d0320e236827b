import type { Vendor, VendorFigures } from '../../src/shared/areas/vendors/vendors.contract.ts';
import type { ErrorBody } from '../../src/shared/contract/errors.ts';
import { send } from './audit-calls.ts';
import { failureOf } from './bodies.ts';
import type { TestApp } from './open-test-app.ts';

export const makeVendor = (app: TestApp, fields: Record<string, unknown> = {}): Promise<Vendor> =>
  send(app, 'POST', '/api/vendors', { body: { name: 'Granite', ...fields } });

export const readVendor = (app: TestApp, id: string): Promise<Vendor> =>
  send(app, 'GET', `/api/vendors/${id}`);

export const changeVendor = (app: TestApp, id: string, body: unknown, token?: string) =>
  app.request('PATCH', `/api/vendors/${id}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });

export const vendorFigures = (app: TestApp): Promise<VendorFigures> =>
  send(app, 'GET', '/api/vendors/figures');

/** Names of the vendors that a filter finds, and how many it counts. */
export async function findVendors(app: TestApp, query: string) {
  const response = await app.request('GET', `/api/vendors${query}`);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const vendors = (await response.json()) as Vendor[];
  return {
    names: vendors.map(({ name }) => name),
    total: Number(response.headers.get('x-total-count')),
    cursor: response.headers.get('x-next-cursor'),
  };
}

/** The body of a failure, which must have this status. */
export async function refusalOf(response: Response, status: number): Promise<ErrorBody> {
  const failure = await failureOf(response);
  if (failure.status !== status)
    throw new Error(`Expected ${status}, not ${failure.status}: ${failure.body.message}`);
  return failure.body;
}
