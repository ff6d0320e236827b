import { expect, test } from 'vitest';
import type { Import } from '../../src/shared/areas/alerts/imports.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { openTestApp } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

test('[IM13] a clean end during an import marks it as interrupted, not as failed, and keeps whole batches', async () => {
  const app = await openTestApp();
  const file = suricataFile(1200);
  const stuck = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(file)),
    pull: () => new Promise(() => {}),
  });
  const answer = app.request('POST', '/api/imports?name=eve.json', { rawBody: stuck });
  const end = performance.now() + 50_000;
  for (;;) {
    const [running] = (await (await app.request('GET', '/api/imports')).json()) as Import[];
    if (running?.added === 1000) break;
    if (performance.now() > end) throw new Error('The import did not get that far');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await app.app.close();
  await answer.catch(() => undefined);
  const again = await openTestApp({ as: null, dataDir: app.dataDir, clock: app.clock });
  const token = app.token ?? null;
  const [receipt] = (await (
    await again.request('GET', '/api/imports', { token })
  ).json()) as Import[];
  expect(receipt).toMatchObject({
    state: 'INTERRUPTED',
    added: 1000,
    error: expect.stringContaining('import the file again'),
  });
  const job = (await (
    await again.request('GET', `/api/jobs/${receipt?.jobId}`, { token })
  ).json()) as Job;
  expect(job).toMatchObject({ state: 'INTERRUPTED', message: 'Watchfloor was closed' });
  const completed = await again.request('POST', '/api/imports?name=eve.json', {
    rawBody: new Uint8Array(file),
    token,
  });
  expect(await completed.json()).toMatchObject({ state: 'DONE', added: 200, merged: 1000 });
  await again.close();
  await app.close();
}, 120_000);
