/** Exports and imports of exchange over the API, as the page makes them. */
import { vi } from 'vitest';
import { type Receipt, receiptSchema } from '../../src/shared/areas/exchange/exchange.contract.ts';
import type { TestApp } from './open-test-app.ts';

async function receiptOf(response: Response): Promise<Receipt> {
  if (response.status >= 300) throw new Error(`${response.status}: ${await response.text()}`);
  return receiptSchema.parse(await response.json());
}

const readReceipt = async (app: TestApp, id: string) =>
  receiptOf(await app.request('GET', `/api/exchange/receipts/${id}`));

const untilDone = (app: TestApp, id: string): Promise<Receipt> =>
  vi.waitFor(
    async () => {
      const receipt = await readReceipt(app, id);
      if (receipt.state === 'RUNNING') throw new Error('It still runs');
      return receipt;
    },
    { timeout: 30_000, interval: 20 },
  );

export async function exportAs(
  app: TestApp,
  body: object,
): Promise<{ receipt: Receipt; bytes: Buffer }> {
  const begun = await receiptOf(await app.request('POST', '/api/exchange/exports', { body }));
  const receipt = await untilDone(app, begun.id);
  if (receipt.state !== 'DONE') throw new Error(`${receipt.state}: ${receipt.message}`);
  const file = await app.request('GET', `/api/exchange/receipts/${receipt.id}/file`);
  if (!file.ok) throw new Error(`${file.status}: ${await file.text()}`);
  return { receipt, bytes: Buffer.from(await file.arrayBuffer()) };
}

export async function receive(
  app: TestApp,
  name: string,
  bytes: string | Uint8Array,
): Promise<Receipt> {
  const response = await app.request('POST', `/api/exchange/imports?name=${name}`, {
    rawBody: bytes,
  });
  return untilDone(app, (await receiptOf(response)).id);
}

export async function take(app: TestApp, id: string, password?: string): Promise<Receipt> {
  const body = password === undefined ? {} : { password };
  const response = await app.request('POST', `/api/exchange/imports/${id}/take`, { body });
  return untilDone(app, (await receiptOf(response)).id);
}
