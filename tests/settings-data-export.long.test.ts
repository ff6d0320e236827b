import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createAlert } from './helpers/alert-calls.ts';
import { queryBeside } from './helpers/beside.ts';
import { openTestApp } from './helpers/open-test-app.ts';
import { suricataFile, suricataLine } from './helpers/suricata-lines.ts';

interface Line {
  readonly table?: string;
  readonly record?: Record<string, unknown>;
  readonly format?: string;
  readonly end?: true;
  readonly records?: Record<string, number>;
}

test('[SET26] the export has every readable record, a line each, and no secret', async () => {
  const app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
  try {
    await createAlert(app, { title: 'By hand' });
    await app.request('POST', '/api/imports?name=a.json', { rawBody: suricataFile(700) });
    const response = await app.request('GET', '/api/data/export');
    expect(response.headers.get('content-disposition')).toContain('.ndjson.gz');
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

    const [first, last] = [lines[0], lines.at(-1)];
    expect(first).toMatchObject({ format: 'watchfloor-workspace', formatVersion: 1 });
    expect(last?.end).toBe(true);
    const count = (table: string) => lines.filter((line) => line.table === table).length;
    for (const [table, n] of Object.entries(last?.records ?? {})) expect(count(table)).toBe(n);
    for (const table of ['alerts', 'controls', 'risks', 'users', 'audit_log', 'imports', 'meta']) {
      const [row] = queryBeside<{ n: number }>(app.dataDir, `SELECT count(*) AS n FROM ${table}`);
      expect([table, count(table)]).toEqual([table, row?.n]);
    }
    for (const table of ['credentials', 'sessions', 'login_attempts']) expect(count(table)).toBe(0);
    const hashes = queryBeside<{ h: string }>(
      app.dataDir,
      'SELECT password_hash AS h FROM credentials UNION ALL SELECT sid FROM sessions',
    );
    const key = readFileSync(join(app.dataDir, 'database.key'), 'utf8').trim();
    for (const secret of [key, ...hashes.map(({ h }) => h)]) expect(text).not.toContain(secret);

    // Raw records come with their alerts, byte for byte.
    const raws = lines.flatMap((line) => {
      const raw = line.record?.raw as { content: string } | null | undefined;
      return line.table === 'alerts' && raw ? [raw.content] : [];
    });
    expect(raws).toContain(suricataLine(0).trimEnd());
    const written = queryBeside(
      app.dataDir,
      "SELECT resource FROM audit_log WHERE action = 'settings.export'",
    );
    expect(written).toEqual([{ resource: 'workspace' }]);
  } finally {
    await app.close();
  }
});
