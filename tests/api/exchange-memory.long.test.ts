/** An export of 100,000 alerts streams: what it takes of memory does not grow with the file. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Receipt, receiptSchema } from '../../src/shared/areas/exchange/exchange.contract.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const ALERTS = 100_000;
const MIB = 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  const rawBody = suricataFile(ALERTS);
  await app.request('POST', '/api/imports?name=eve.json', { rawBody });
  await vi.waitFor(
    async () => {
      const response = await app.request('GET', '/api/alerts?limit=1');
      expect(Number(response.headers.get('x-total-count'))).toBe(ALERTS);
    },
    { timeout: 120_000, interval: 200 },
  );
}, 180_000);
afterAll(() => app.close());

async function exported(format: string): Promise<{ receipt: Receipt; peak: number }> {
  const body = { subject: { type: 'alerts', filter: {} }, format };
  const begun = process.memoryUsage().rss;
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - begun);
  }, 10);
  try {
    const response = await app.request('POST', '/api/exchange/exports', { body });
    let receipt = receiptSchema.parse(await response.json());
    while (receipt.state === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const answer = await app.request('GET', `/api/exchange/receipts/${receipt.id}`);
      receipt = receiptSchema.parse(await answer.json());
    }
    return { receipt, peak };
  } finally {
    clearInterval(look);
  }
}

test.each(['ocsf', 'ecs', 'csv', 'ndjson'])(
  '[EX35] 100,000 alerts as %s take less than 200 MiB',
  async (format) => {
    const { receipt, peak } = await exported(format);
    expect(receipt).toMatchObject({ state: 'DONE', kept: ALERTS });
    const size = Math.round((receipt.file?.size ?? 0) / MIB);
    process.stdout.write(
      `${format}: ${size} MiB of file, ${Math.round(peak / MIB)} MiB of memory\n`,
    );
    expect(peak).toBeLessThan(200 * MIB);
  },
  180_000,
);
