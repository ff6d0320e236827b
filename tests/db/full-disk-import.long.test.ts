import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Import } from '../../src/shared/areas/alerts/imports.contract.ts';
import { createAlert, listAll } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp } from '../helpers/open-test-app.ts';
import { createSmallDisk, whyNoSmallDisk } from '../helpers/small-disk.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const reason = whyNoSmallDisk();

test.skipIf(reason)(
  `[ST4] an import that fills the disk ends as failed, with what its receipt counts, and can be done again${reason ? ` (left out: ${reason})` : ''}`,
  async () => {
    const RECORDS = 12_000;
    // Small steps write more log than large ones: afterwards there is room for either.
    const disk = createSmallDisk(200);
    const ballast = join(disk.path, 'ballast');
    writeFileSync(ballast, Buffer.alloc(188 * 1024 * 1024));
    const dataDir = join(disk.path, 'data');
    let app = await openTestApp({ dataDir });
    try {
      const file = suricataFile(RECORDS, 600);
      const response = await app.request('POST', '/api/imports?name=eve.json', { rawBody: file });
      const text = await response.text();
      expect(text).toContain('The disk is full.');
      expect([201, 507]).toContain(response.status);
      const jobs = (await (await app.request('GET', '/api/jobs')).json()) as { state: string }[];
      expect(jobs.map((job) => job.state)).toEqual(['FAILED']);
      const [stored] = (await (await app.request('GET', '/api/imports')).json()) as Import[];
      const present = (await listAll(app, { limit: 1000 })).alerts.length;
      expect(present).toBeGreaterThan(0);
      expect(stored?.added).toBe(present);
      const beside = openBeside(dataDir);
      expect(
        beside.prepare('SELECT sum(last_seq - first_seq + 1) AS n FROM alert_raw').get(),
      ).toEqual({ n: present });
      beside.close();
      rmSync(ballast);
      await createAlert(app, { title: 'By hand' });
      await app.app.close();
      app = await openTestApp({ as: null, dataDir, clock: app.clock });
      const token = (
        await app.request('POST', '/api/login', {
          body: { email: 'admin@example.test', password: 'correct horse battery' },
        })
      ).headers
        .getSetCookie()[0]
        ?.split(/[=;]/)[1];
      const again = await app.request('POST', '/api/imports?name=eve.json', {
        rawBody: file,
        token: token ?? null,
      });
      expect(await again.json()).toMatchObject({
        state: 'DONE',
        read: RECORDS,
        added: RECORDS - present,
        merged: present,
      });
      const connection = openBeside(dataDir);
      expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(connection.prepare('SELECT count(*) AS n FROM alerts').get()).toEqual({
        n: RECORDS + 1,
      });
      expect(
        connection.prepare('SELECT sum(last_seq - first_seq + 1) AS n FROM alert_raw').get(),
      ).toEqual({
        n: RECORDS,
      });
      connection.close();
      expect(readdirSync(disk.path)).toEqual(['data']);
    } finally {
      await app.close();
      disk.remove();
    }
  },
);
