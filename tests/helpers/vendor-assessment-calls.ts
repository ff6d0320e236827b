import type {
  QuestionnaireReceipt,
  VendorAssessmentDetail,
} from '../../src/shared/areas/vendors/vendor-assessments.contract.ts';
import type { Reassessment } from '../../src/shared/areas/vendors/vendor-signals.contract.ts';
import { send } from './audit-calls.ts';
import type { TestApp } from './open-test-app.ts';

export async function makeVendor(app: TestApp, fields: object = {}): Promise<string> {
  const body = { name: 'Ledgerwise', description: '', riskTier: 'HIGH', ...fields };
  return (await send<{ id: string }>(app, 'POST', '/api/vendors', { body })).id;
}

export async function makeAssessment(
  app: TestApp,
  vendorId: string,
  fields: object = {},
): Promise<VendorAssessmentDetail> {
  return send(app, 'POST', '/api/vendor-assessments', { body: { vendorId, ...fields } });
}

export const stepOf =
  (app: TestApp) =>
  (id: string, step: string, body: object = {}, token?: string) =>
    app.request('POST', `/api/vendor-assessments/${id}/${step}`, {
      body,
      ...(token === undefined ? {} : { token }),
    });

export async function readBack(
  app: TestApp,
  id: string,
  bytes: Uint8Array,
): Promise<QuestionnaireReceipt> {
  const response = await sendWorkbook(app, id, bytes);
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json() as Promise<QuestionnaireReceipt>;
}

export const sendWorkbook = (app: TestApp, id: string, bytes: Uint8Array, token?: string) =>
  app.request('POST', `/api/vendor-assessments/${id}/workbook?name=answers.xlsx`, {
    rawBody: bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
    ...(token === undefined ? {} : { token }),
  });

const PATIENCE_MS = 15_000;

/** Waits until `look` gives something: the matching runs a moment after what it matches. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('It did not come');
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

export const tasksOf = (app: TestApp, query = ''): Promise<Reassessment[]> =>
  send(app, 'GET', `/api/vendor-reassessments${query}`);
